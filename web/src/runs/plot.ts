// Curves on a canvas: axes, bands, lines told apart by colour, dash and mark, a cursor and a way to look closer.

import type { Point } from "../wire";
import { before, envelope, nearest, rangeOf, type Trace } from "./curves";
import { figure } from "./format";
import { ticks } from "./spark";

/** How a trace is drawn: faint is what stays visible below a smoothed line, grey what was not chosen. */
export interface Drawn extends Trace {
  isFaint: boolean;
  isGrey: boolean;
}

export interface Looks {
  text: string;
  quiet: string;
  line: string;
  accent: string;
  series: string[];
}

export interface Plot {
  /** Shows other points. A part that is looked at stays, or moves along with the newest point. */
  update: (traces: Drawn[], follow: boolean) => void;
  resize: (width: number, height: number) => void;
  /** Shows more or less of x: 0.5 is half of it, 0 everything. */
  zoom: (by: number) => void;
  destroy: () => void;
}

const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];
/** Where fewer points than this are shown, each has a mark. */
const MARKS = 60;
/** Where several points fall into a column of so many pixels, the columns are drawn instead of the points. */
const COLUMN = 2;
const FONT = "12px system-ui, sans-serif";
const TOP = 12;
const BOTTOM = 44;
const LEFT = 64;

export function makePlot(
  place: HTMLElement,
  size: { width: number; height: number },
  names: { x: string; y: string; spread: "band" | "bars" },
  looks: Looks,
  first: Drawn[],
  on: { hover: (x: number | null) => void; zoomed: (is: boolean) => void },
): Plot {
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("no canvas");
  place.append(canvas);
  let traces = first;
  let { width, height } = size;
  /** The part of x that is looked at; null is everything. */
  let part: [number, number] | null = null;
  let cursor: number | null = null;
  /** Where a drag began and where it is, in pixels. */
  let drag: [number, number] | null = null;
  let frame = 0;

  // On a narrow chart the legend has to do: names at the ends would take the room of the lines.
  const right = () => (width >= 480 && traces.filter((trace) => !trace.isGrey).length <= 6 ? 96 : 16);
  const whole = (): [number, number] => {
    const [low, high] = rangeOf(traces.flatMap(({ points }) => [points[0]?.[0] ?? NaN, points.at(-1)?.[0] ?? NaN]));
    return low === high ? [low - 1, high + 1] : [low, high];
  };
  const shown = () => part ?? whole();
  const wide = () => Math.max(1, width - LEFT - right());
  const valueAt = (x: number) => shown()[0] + ((x - LEFT) / wide()) * (shown()[1] - shown()[0]);
  const colourOf = (trace: Drawn) => (trace.isGrey ? looks.quiet : (looks.series[trace.colour % looks.series.length] ?? looks.text));

  function draw() {
    frame = 0;
    if (!ctx) return;
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.font = FONT;
    ctx.lineJoin = "bevel";
    const [from, to] = shown();
    const bottom = height - BOTTOM;
    const edge = LEFT + wide();
    let [low, high] = [Infinity, -Infinity];
    const n = Math.ceil(wide() / COLUMN);
    let isCounted = true;
    const visible = traces.map((trace) => {
      // One more on each side, so that lines go on to the edge.
      const begin = Math.max(0, before(trace.points, from) - 1);
      const points = trace.points.slice(begin, before(trace.points, to) + 2);
      const hasBand = !trace.isGrey && !trace.isFaint;
      for (let at = 0; at < points.length; at++) {
        const [place, value, under, over] = points[at] as Point;
        isCounted &&= Number.isInteger(place);
        low = Math.min(low, value, (hasBand ? under : null) ?? value);
        high = Math.max(high, value, (hasBand ? over : null) ?? value);
      }
      return points;
    });
    if (!(low <= high)) [low, high] = [0, 1];
    const room = (high - low || Math.abs(high) || 1) * 0.05;
    [low, high] = [low - room, high + room];
    const scaleX = wide() / (to - from);
    const scaleY = (bottom - TOP) / (high - low);
    const x = (value: number) => LEFT + (value - from) * scaleX;
    const y = (value: number) => bottom - (value - low) * scaleY;

    // Grid, ticks and names of the axes. There is no generation 6.7.
    ctx.strokeStyle = looks.line;
    ctx.fillStyle = looks.quiet;
    ctx.lineWidth = 1;
    ctx.setLineDash([]);
    ctx.textBaseline = "middle";
    ctx.textAlign = "right";
    ctx.beginPath();
    for (const tick of ticks(low, high, Math.max(3, height / 60))) {
      ctx.moveTo(LEFT, Math.round(y(tick)) + 0.5);
      ctx.lineTo(edge, Math.round(y(tick)) + 0.5);
      ctx.fillText(figure(tick), LEFT - 6, y(tick));
    }
    ctx.textAlign = "center";
    for (const tick of ticks(from, to, Math.max(2, wide() / 70), isCounted ? 1 : 0)) {
      ctx.moveTo(Math.round(x(tick)) + 0.5, TOP);
      ctx.lineTo(Math.round(x(tick)) + 0.5, bottom);
      ctx.fillText(figure(tick), x(tick), bottom + 12);
    }
    ctx.stroke();
    ctx.fillText(names.x, LEFT + wide() / 2, height - 10);
    ctx.save();
    ctx.translate(10, (TOP + bottom) / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(names.y, 0, 0);
    ctx.restore();

    /** The area between the lowest and the highest of each column, `half` a line wider on both sides; dashes are cut along x. */
    const outline = ([lows, highs]: [Float64Array, Float64Array], half: number, dash: number[]) => {
      const n = lows.length;
      const step = wide() / n;
      const length = dash.reduce((sum, part) => sum + part, 0);
      const isInk = (column: number) => {
        let rest = (column * step) % (length || 1);
        return dash.findIndex((part) => (rest -= part) < 0) % 2 === 0 || length === 0;
      };
      for (let begin = 0, end = 0; begin < n; begin = end) {
        while (end < n && isInk(end)) end++;
        // One column more, so that even the shortest dash is as wide as a column.
        const last = Math.min(n - 1, end);
        let isDown = false;
        for (let at = begin; at <= last; at++) if (!Number.isNaN(highs[at])) isDown = corner((at + 0.5) * step, highs[at] as number, -half, isDown);
        for (let at = last; at >= begin; at--) if (!Number.isNaN(lows[at])) isDown = corner((at + 0.5) * step, lows[at] as number, half, isDown);
        ctx.closePath();
        while (end < n && !isInk(end)) end++;
      }
    };
    const corner = (right: number, value: number, down: number, isDown: boolean) => {
      if (isDown) ctx.lineTo(LEFT + right, y(value) + down);
      else ctx.moveTo(LEFT + right, y(value) + down);
      return true;
    };
    ctx.save();
    ctx.beginPath();
    ctx.rect(LEFT, 0, wide(), bottom + 1);
    ctx.clip();
    traces.forEach((trace, at) => {
      const points = visible[at] ?? [];
      ctx.strokeStyle = ctx.fillStyle = colourOf(trace);
      const isBack = trace.isGrey || trace.isFaint;
      const isDense = points.length > 2 * n;
      const banded = isBack ? [] : points.filter((point) => point[2] !== null && point[3] !== null);
      if (names.spread === "bars" && banded.length < MARKS) {
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        for (const point of banded) {
          for (const end of [point[2], point[3]]) {
            ctx.moveTo(x(point[0]), y(point[1]));
            ctx.lineTo(x(point[0]), y(end ?? 0));
            ctx.moveTo(x(point[0]) - 4, y(end ?? 0));
            ctx.lineTo(x(point[0]) + 4, y(end ?? 0));
          }
        }
        ctx.stroke();
      } else if (banded.length > 1) {
        ctx.globalAlpha = 0.18;
        ctx.beginPath();
        if (banded.length > 2 * n) outline(envelope(banded, from, to, n >> 1, 2, 3), 0, []);
        else {
          for (const point of banded) ctx.lineTo(x(point[0]), y(point[3] ?? 0));
          for (const point of banded.toReversed()) ctx.lineTo(x(point[0]), y(point[2] ?? 0));
        }
        ctx.fill();
      }
      ctx.globalAlpha = isBack ? 0.45 : 1;
      const dash = DASHES[trace.dash % DASHES.length] ?? [];
      ctx.beginPath();
      if (isDense) {
        // A stroke along thousands of corners takes ten times as long as the area it covers.
        outline(envelope(points, from, to, n), isBack ? 0.5 : 0.75, dash);
        ctx.fill();
      } else {
        // Thin where lines go up and down within a few pixels.
        ctx.lineWidth = isBack || points.length > n ? 1 : 2;
        ctx.setLineDash(dash);
        for (const point of points) ctx.lineTo(x(point[0]), y(point[1]));
        ctx.stroke();
        ctx.setLineDash([]);
      }
      ctx.globalAlpha = 1;
      if (isBack) return;
      if (points.length < MARKS) for (const point of points) drawMark(ctx, trace.dash, x(point[0]), y(point[1]), 2.5);
    });
    if (cursor !== null) {
      ctx.strokeStyle = looks.quiet;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(x(cursor), TOP);
      ctx.lineTo(x(cursor), bottom);
      ctx.stroke();
      for (const trace of traces) {
        const point: Point | undefined = trace.points[before(trace.points, cursor)];
        ctx.fillStyle = colourOf(trace);
        if (point?.[0] === cursor && !trace.isGrey && !trace.isFaint) drawMark(ctx, trace.dash, x(point[0]), y(point[1]), 5);
      }
    }
    if (drag) {
      ctx.globalAlpha = 0.2;
      ctx.fillStyle = looks.accent;
      ctx.fillRect(Math.min(...drag), TOP, Math.abs(drag[1] - drag[0]), bottom - TOP);
    }
    ctx.restore();

    // Names at the ends of the lines, moved apart where they would cover each other.
    if (right() < 96) return;
    ctx.textAlign = "left";
    let free = TOP;
    const ends = traces.flatMap((trace) => {
      const last = trace.isGrey || trace.isFaint ? undefined : trace.points.findLast((point) => point[0] <= to);
      return last ? [{ trace, last, at: y(last[1]) }] : [];
    });
    for (const { trace, last, at } of ends.sort((a, b) => a.at - b.at)) {
      if (at < 0 || at > bottom + 8 || last[0] < from) continue;
      const line = Math.max(at, free);
      free = line + 15;
      ctx.fillStyle = colourOf(trace);
      drawMark(ctx, trace.dash, x(last[0]), at, 4);
      ctx.fillStyle = looks.text;
      ctx.fillText(trace.label.split(/,| and /)[0]!.slice(0, 14), edge + 10, line);
    }
  }
  const drawSoon = () => (frame ||= requestAnimationFrame(draw));

  function look(next: [number, number] | null) {
    const [low, high] = whole();
    part = next && (next[0] > low || next[1] < high) && next[1] > next[0] ? next : null;
    on.zoomed(part !== null);
    drawSoon();
  }
  function hover(event: PointerEvent | null) {
    const x = event?.offsetX ?? -1;
    const isInside = x >= LEFT - 8 && x <= LEFT + wide() + 8;
    const next = isInside ? nearest(traces.filter((trace) => !trace.isGrey), valueAt(x)) : null;
    if (drag && event) drag[1] = x;
    if (next !== cursor) on.hover((cursor = next));
    drawSoon();
  }
  canvas.style.touchAction = "pan-y";
  canvas.onpointermove = hover;
  canvas.onpointerleave = () => {
    if (!drag) hover(null);
  };
  canvas.onpointerdown = (event) => {
    hover(event);
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    drag = [event.offsetX, event.offsetX];
  };
  canvas.onpointerup = canvas.onpointercancel = () => {
    const [from, to] = drag?.sort((a, b) => a - b) ?? [0, 0];
    drag = null;
    if (to - from > 6) look([Math.max(shown()[0], valueAt(from)), Math.min(shown()[1], valueAt(to))]);
    else drawSoon();
  };
  canvas.ondblclick = () => look(null);
  draw();

  return {
    update: (next, follow) => {
      const newest = whole()[1];
      traces = next;
      const shift = follow && part && part[1] >= newest ? whole()[1] - newest : 0;
      if (part) look([part[0] + shift, part[1] + shift]);
      else drawSoon();
    },
    resize: (toWidth, toHeight) => {
      [width, height] = [toWidth, toHeight];
      draw();
    },
    zoom: (by) => {
      const [low, high] = whole();
      const [from, to] = shown();
      const much = by === 0 ? high - low : Math.min(high - low, (to - from) * by);
      // The newest points are what one wants to see closer, unless the cursor says otherwise.
      const middle = cursor ?? to;
      const begin = Math.max(low, Math.min(high - much, middle - ((middle - from) / (to - from)) * much));
      look([begin, begin + much]);
    },
    destroy: () => {
      cancelAnimationFrame(frame);
      canvas.remove();
    },
  };
}

/** A mark of its own shape for each series, so that colour is never needed to tell them apart. */
function drawMark(ctx: CanvasRenderingContext2D, shape: number, x: number, y: number, r: number) {
  const corners = [[], [-1, -1, 1, -1, 1, 1, -1, 1], [0, -1.2, 1.2, 1, -1.2, 1], [0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0],
    [0, 1.2, 1.2, -1, -1.2, -1], [-1.4, -0.5, 1.4, -0.5, 1.4, 0.5, -1.4, 0.5]][shape % 6] ?? [];
  ctx.beginPath();
  if (corners.length === 0) ctx.arc(x, y, r, 0, 2 * Math.PI);
  for (let at = 0; at < corners.length; at += 2) ctx.lineTo(x + r * (corners[at] ?? 0), y + r * (corners[at + 1] ?? 0));
  ctx.fill();
}
