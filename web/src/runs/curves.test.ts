import { describe, expect, test } from "vitest";
import type { Curve, Point } from "../wire";
import { charts, envelope, heatRows, inWords, multiples, nearest, rangeOf, smoothed, tableRows, thinned, xsOf, type Chart } from "./curves";

const line = (...ys: number[]): Point[] => ys.map((y, at) => [at + 1, y, null, null]);
const curve = (name: string, ...series: [string, Point[]][]): Curve => ({
  name, title: "Fitness", x: "generation", y: "Elo", spread: "band", series: series.map(([name, points]) => ({ name, points })),
});
const chart = (...series: [string, Point[]][]): Chart => charts([curve("fitness", ...series)])[0] as Chart;

test("runs that are compared have a colour each, their series a dash each", () => {
  const mine = [curve("fitness", ["best", line(1)], ["median", line(2)])];
  const found = charts(mine, [{ run: "b", curves: [curve("fitness", ["best", line(3)]), curve("loss", ["test", line(4)])] }], "a");
  expect(found.map((one) => one.name)).toEqual(["fitness", "loss"]);
  expect(found[0]?.traces.map(({ name, colour, dash }) => [name, colour, dash])).toEqual([
    ["a, best", 0, 0], ["a, median", 0, 1], ["b, best", 1, 0],
  ]);
  expect(found[1]?.traces[0]).toMatchObject({ name: "b, test", colour: 1 });
});

test("series of runs that are compared share a small chart", () => {
  const mine = [curve("weights", ["lines", line(1)], ["centre", line(2)])];
  const [weights] = charts(mine, [{ run: "b", curves: [curve("weights", ["lines", line(3)], ["centre", line(4)])] }], "a");
  expect(multiples(weights as Chart).map(({ label, traces }) => [label, traces.map((trace) => trace.run)])).toEqual([
    ["lines", ["a", "b"]], ["centre", ["a", "b"]],
  ]);
});

test("the range of what is there", () => {
  expect(rangeOf([3, NaN, -1, Infinity, 2])).toEqual([-1, 3]);
  expect(rangeOf([])).toEqual([0, 1]);
});

test("the nearest point of any trace", () => {
  const { traces } = chart(["a", line(5, 6, 7)], ["b", [[2.4, 9, 8, 10], [9, 1, null, null]]]);
  expect(xsOf(traces)).toEqual([1, 2, 2.4, 3, 9]);
  const slow = (place: number) => xsOf(traces).reduce((best, x) => (Math.abs(x - place) < Math.abs(best - place) ? x : best));
  for (let place = -1; place < 12; place += 0.13) expect(nearest(traces, place)).toBe(slow(place));
  expect(nearest([], 1)).toBeNull();
});

describe("thinning", () => {
  test("leaves short curves alone", () => {
    const short = line(1, 2, 3);
    expect(thinned(short, 10)).toBe(short);
  });

  test("keeps every peak, the end, and the order", () => {
    const points = line(...Array.from({ length: 10_000 }, (_, at) => (at === 4321 ? 99 : at === 8765 ? -99 : Math.sin(at))));
    const kept = thinned(points, 500);
    expect(kept.length).toBeLessThanOrEqual(502);
    expect(Math.max(...kept.map((point) => point[1]))).toBe(99);
    expect(Math.min(...kept.map((point) => point[1]))).toBe(-99);
    expect(kept.at(-1)).toBe(points.at(-1));
    expect(kept.every((point, at) => at === 0 || (kept[at - 1]?.[0] ?? 0) < point[0])).toBe(true);
  });
});

describe("the lowest and the highest of each column", () => {
  const told = ([lows, highs]: [Float64Array, Float64Array]) => [...lows].map((low, at) => [low, highs[at]]);

  test("hold every point, and what the line crosses on its way", () => {
    expect(told(envelope(line(1, 5, 3, 9), 1, 5, 2))).toEqual([[1, 5], [3, 9]]);
    // From 1 to 9 the line crosses all between them.
    expect(told(envelope(line(0, 1, 9, 8), 1, 5, 2))).toEqual([[0, 1], [1, 9]]);
  });

  test("lose no peak", () => {
    const points = line(...Array.from({ length: 10_000 }, (_, at) => (at === 4321 ? 99 : at === 8765 ? -99 : Math.sin(at))));
    const [lows, highs] = envelope(points, 1, 10_000, 400);
    expect([Math.min(...lows), Math.max(...highs)]).toEqual([-99, 99]);
  });

  test("are those of the intervals where these are meant, and nothing where there is none", () => {
    const points: Point[] = [[0, 5, 4, 6], [1, 5, null, null], [2, 5, 3, 7], [3, 5, 2, 8]];
    expect(told(envelope(points, 0, 4, 4, 2, 3))).toEqual([[4, 6], [NaN, NaN], [3, 7], [2, 8]]);
    expect(told(envelope(points, 0, 4, 2, 2, 3))).toEqual([[4, 6], [2, 8]]);
  });
});

test("smoothing keeps a straight line straight, to its ends", () => {
  expect(smoothed(line(1, 2, 3, 4, 5), 3).map((point) => point[1])).toEqual([1, 2, 3, 4, 5]);
  expect(smoothed(line(0, 3, 0), 3).map((point) => point[1])).toEqual([0, 1, 0]);
});

test("a chart in words and as a table", () => {
  const one = chart(["best", line(195, 537)], ["median", [[2, 5, 1, 9]]]);
  expect(inWords(one)).toBe("Fitness, Elo: best from 195 at generation 1 to 537 at 2; median 5 at generation 2.");
  expect(inWords(chart())).toBe("Fitness: no points yet.");
  expect(tableRows(one, 10)).toEqual([{ x: 1, cells: ["195", ""] }, { x: 2, cells: ["537", "5 (1 to 9)"] }]);
  expect(tableRows(one, 1)).toHaveLength(1);
});

test("a heat map has the same scale on both sides of nothing", () => {
  const rows = heatRows(chart(["a", line(1, 2, -4)], ["b", [[3, 2, null, null]]]), 60);
  expect(rows).toEqual([
    { name: "a", last: -4, tints: [0.25, 0.5, -1] },
    { name: "b", last: 2, tints: [null, null, 0.5] },
  ]);
  expect(heatRows(chart(["a", line(...Array.from({ length: 600 }, () => 1))]), 60)[0]?.tints).toHaveLength(60);
});
