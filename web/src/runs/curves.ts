// Curves made ready to be drawn: aligned, thinned, smoothed, told in words.

import type { Curve, Point } from "../wire";
import { figure } from "./format";

/** A line of a chart. */
export interface Trace {
  name: string;
  /** A short name, to be written at the end of the line. */
  label: string;
  /** Whose it is. */
  run: string;
  /** Which colour, from 0. */
  colour: number;
  /** Which dash, from 0. */
  dash: number;
  points: Point[];
}

/** One curve of one or several runs. */
export interface Chart {
  name: string;
  title: string;
  x: string;
  y: string;
  /** How intervals are drawn: as a band around the line, or as a bar at every point. */
  spread: Curve["spread"];
  traces: Trace[];
}

/** Curves of a run; those of other runs are put to the curves of the same name, a colour for each run. */
export function charts(curves: Curve[], others: { run: string; curves: Curve[] }[] = [], run = ""): Chart[] {
  const isCompared = others.length > 0;
  const all = [{ run, curves }, ...others];
  const names = [...new Set(all.flatMap((one) => one.curves.map((curve) => curve.name)))];
  return names.flatMap((name) => {
    const found = all.map((one) => one.curves.find((curve) => curve.name === name));
    const first = found.find((curve) => curve !== undefined);
    if (!first) return [];
    const traces = found.flatMap((curve, at) =>
      (curve?.series ?? []).map((series, index) => ({
        name: isCompared ? `${all[at]?.run ?? ""}, ${series.name}` : series.name,
        label: series.name,
        run: all[at]?.run ?? "",
        colour: isCompared ? at : index,
        dash: index,
        points: series.points,
      })),
    );
    return [{ name, title: first.title, x: first.x, y: first.y, spread: first.spread, traces }];
  });
}

/** Small charts: one for each series, with a line for every run that has it. */
export function multiples(chart: Chart): { label: string; traces: Trace[] }[] {
  const labels = [...new Set(chart.traces.map((trace) => trace.label))];
  return labels.map((label) => ({ label, traces: chart.traces.filter((trace) => trace.label === label) }));
}

/** All x that some trace has a point at, in order. */
export function xsOf(traces: Trace[]): number[] {
  return [...new Set(traces.flatMap((trace) => trace.points.map((point) => point[0])))].sort((a, b) => a - b);
}

/** The smallest and the largest of all numbers that are numbers; something to draw if there is none. */
export function rangeOf(values: number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** How many points stand before a place; points are in order, so that it is found by halving. */
export function before(points: Point[], place: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The x nearest to a place at which some trace has a point. */
export function nearest(traces: Trace[], place: number): number | null {
  let best: number | null = null;
  for (const { points } of traces) {
    const at = before(points, place);
    for (const point of [points[at - 1], points[at]]) {
      if (point && (best === null || Math.abs(point[0] - place) < Math.abs(best - place))) best = point[0];
    }
  }
  return best;
}

/** At most about `most` points: of each piece the lowest and the highest, so that no peak is lost. */
export function thinned(points: Point[], most: number): Point[] {
  if (points.length <= most) return points;
  const pieces = Math.max(1, Math.floor(most / 2));
  const size = points.length / pieces;
  const kept: Point[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    const end = Math.floor((piece + 1) * size);
    let low = Math.floor(piece * size);
    let high = low;
    for (let at = low + 1; at < end; at++) {
      const y = points[at]?.[1] ?? 0;
      if (y < (points[low]?.[1] ?? 0)) low = at;
      if (y > (points[high]?.[1] ?? 0)) high = at;
    }
    for (const at of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      const point = points[at];
      if (point) kept.push(point);
    }
  }
  const last = points.at(-1);
  if (last && kept.at(-1) !== last) kept.push(last);
  return kept;
}

/**
 * The lowest and the highest that a line shows in each of `n` columns of the same width between `from` and `to`; NaN in columns
 * without a point. `under` and `over` say which numbers of the points are meant: the line itself, or the ends of its intervals.
 */
export function envelope(points: Point[], from: number, to: number, n: number, under: 1 | 2 = 1, over: 1 | 3 = 1): [Float64Array, Float64Array] {
  const lows = new Float64Array(n).fill(NaN);
  const highs = new Float64Array(n).fill(NaN);
  const scale = n / (to - from);
  // From where the line comes, so that what it crosses on its way into a column belongs to that column.
  let [last, lastLow, lastHigh] = [-1, NaN, NaN];
  for (let at = 0; at < points.length; at++) {
    const point = points[at] as Point;
    const [low, high] = [point[under], point[over]];
    if (low === null || high === null) continue;
    const column = Math.max(0, Math.min(n - 1, Math.floor((point[0] - from) * scale)));
    if (column !== last) {
      const joins = under === over && column === last + 1;
      lows[column] = joins && lastLow < low ? lastLow : low;
      highs[column] = joins && lastHigh > high ? lastHigh : high;
    }
    if (low < (lows[column] as number)) lows[column] = low;
    if (high > (highs[column] as number)) highs[column] = high;
    [last, lastLow, lastHigh] = [column, low, high];
  }
  return [lows, highs];
}

/** Means over a window around each point; narrower towards the ends, so that no end is drawn off course. */
export function smoothed(points: Point[], window: number): Point[] {
  const half = Math.floor(window / 2);
  return points.map(([x], at) => {
    const reach = Math.min(half, at, points.length - 1 - at);
    const part = points.slice(at - reach, at + reach + 1);
    return [x, part.reduce((sum, point) => sum + point[1], 0) / part.length, null, null];
  });
}

/** A chart in a sentence, for those who cannot see it. */
export function inWords(chart: Chart): string {
  const said = chart.traces.slice(0, 8).flatMap(({ name, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return [];
    if (first === last) return [`${name} ${figure(last[1])} at ${chart.x} ${figure(last[0])}`];
    return [`${name} from ${figure(first[1])} at ${chart.x} ${figure(first[0])} to ${figure(last[1])} at ${figure(last[0])}`];
  });
  const more = chart.traces.length - 8;
  const rest = more > 0 ? `; and ${more} more` : "";
  return said.length === 0 ? `${chart.title}: no points yet.` : `${chart.title}, ${chart.y}: ${said.join("; ")}${rest}.`;
}

/** A point as text, with its interval. */
export function pointText(point: Point | undefined): string {
  if (!point) return "";
  const [, y, low, high] = point;
  return low === null || high === null ? figure(y) : `${figure(y)} (${figure(low)} to ${figure(high)})`;
}

/** A chart as rows of a table: x, then one column for each trace. */
export function tableRows(chart: Chart, most: number): { x: number; cells: string[] }[] {
  const xs = xsOf(chart.traces);
  const byX = chart.traces.map((trace) => new Map(trace.points.map((point) => [point[0], point])));
  return xs.slice(-most).map((x) => ({ x, cells: byX.map((points) => pointText(points.get(x))) }));
}

/** How strongly a cell of a heat map is tinted, -1 to 1, on a scale that is the same on both sides of nothing. */
export function heatRows(chart: Chart, columns: number): { name: string; last: number | null; tints: (number | null)[] }[] {
  const xs = xsOf(chart.traces);
  const [from, to] = [xs[0] ?? 0, xs.at(-1) ?? 1];
  const size = Math.max(...chart.traces.flatMap((trace) => trace.points.map((point) => Math.abs(point[1]))), 1e-12);
  const wide = Math.min(columns, xs.length);
  return chart.traces.map((trace) => {
    const sums = Array.from({ length: wide }, () => ({ sum: 0, n: 0 }));
    for (const [x, y] of trace.points) {
      const at = to === from ? 0 : Math.min(wide - 1, Math.floor(((x - from) / (to - from)) * wide));
      const cell = sums[at];
      if (cell) {
        cell.sum += y;
        cell.n += 1;
      }
    }
    return {
      name: trace.name,
      last: trace.points.at(-1)?.[1] ?? null,
      tints: sums.map(({ sum, n }) => (n === 0 ? null : sum / n / size)),
    };
  });
}
