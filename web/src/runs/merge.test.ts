import { describe, expect, test } from "vitest";
import type { Curve, Point, RunNews, RunPage } from "../wire";
import { mergeCurves, mergeLog, mergePoints, mergeRows, mergeRun } from "./merge";
import { row, worker } from "./samples";

const points = (...xs: number[]): Point[] => xs.map((x) => [x, x * 10, null, null]);

describe("points", () => {
  test("are appended, none doubled and none lost, in whatever pieces they come", () => {
    const all = points(1, 2, 3, 4, 5, 6, 7, 8);
    for (let known = 0; known <= all.length; known++) {
      for (let from = 0; from <= known; from++) {
        expect(mergePoints(all.slice(0, known), all.slice(from))).toEqual(all);
      }
    }
  });

  test("in another order come out in order", () => {
    expect(mergePoints(points(3, 5), points(4, 1))).toEqual(points(1, 3, 4, 5));
    expect(mergePoints([], points(2, 1))).toEqual(points(1, 2));
  });

  test("a newer value of the same x replaces the old", () => {
    expect(mergePoints([[1, 10, null, null]], [[1, 11, 9, 12]])).toEqual([[1, 11, 9, 12]]);
  });

  test("nothing new keeps the very list, so that nothing is drawn anew", () => {
    const old = points(1, 2);
    expect(mergePoints(old, [])).toBe(old);
  });
});

const curve = (name: string, series: Record<string, Point[]>): Curve => ({
  name,
  title: name,
  x: "generation",
  y: "fitness",
  spread: "band",
  series: Object.entries(series).map(([name, points]) => ({ name, points })),
});

test("curves keep their order and that of their series", () => {
  const old = [curve("fitness", { best: points(1), median: points(1) }), curve("strength", { champion: points(1) })];
  const news = [curve("loss", { test: points(1) }), curve("fitness", { worst: points(2), best: points(2) })];
  const merged = mergeCurves(old, news);
  expect(merged.map((one) => one.name)).toEqual(["fitness", "strength", "loss"]);
  expect(merged[0]?.series.map((one) => [one.name, one.points.length])).toEqual([["best", 2], ["median", 1], ["worst", 1]]);
  expect(merged[1]).toBe(old[1]);
});

test("lines of the log come once", () => {
  const line = (seq: number) => ({ seq, text: `line ${seq}` });
  expect(mergeLog([line(1), line(2)], [line(2), line(3)]).map((one) => one.seq)).toEqual([1, 2, 3]);
});

test("the same news twice is the same as once", () => {
  const page = {
    ...row({ name: "a", done: 1 }),
    about: "", file: "", seed: 1, code_version: "", command: "", sentences: ["said"], figures: [], tables: [],
    champions: [], curves: [curve("fitness", { best: points(1) })], standings: null, workers: null, stages: [], log: [], seq: 4,
  } satisfies RunPage;
  const news: RunNews = {
    row: row({ name: "a", done: 2 }),
    seq: 5,
    curves: [curve("fitness", { best: points(2) })],
    standings: null,
    workers: { sentences: ["1 worker did all."], remarks: [], units: ["games"], idle: 0.1, workers: [worker({})], n_more: 0 },
    log: [{ seq: 5, text: "generation 2" }],
  };
  const once = mergeRun(page, news);
  expect(once).toMatchObject({ done: 2, seq: 5, sentences: ["said"] });
  expect(once.workers?.workers).toHaveLength(1);
  expect(mergeRun(once, { ...news, workers: null }).workers).toBe(once.workers);
  expect(mergeRun(once, news)).toEqual(once);
});

test("rows stay in their place and new ones come first", () => {
  const rows = [row({ name: "b" }), row({ name: "a" })];
  const merged = mergeRows(rows, [row({ name: "a", done: 5 }), row({ name: "c" })]);
  expect(merged.map((one) => [one.name, one.done])).toEqual([["c", 0], ["b", 0], ["a", 5]]);
});
