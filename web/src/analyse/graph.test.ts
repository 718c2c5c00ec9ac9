import { describe, expect, test } from "vitest";
import type { PlyReview, Verdict } from "../wire";
import { areaOf, markPath, mindOf, ownScale, plyAt, pointsOf, reviewsOf, runsOf, xOf } from "./graph";
import { classOf, Review } from "./review.svelte";

const size = { width: 220, height: 120, pad: 10 };
const value = (first: number): Verdict => ({ kind: "estimated", first, draw: 0, second: 1 - first, n: 1, text: "" });
const at = (ply: number, verdict: Verdict, loss: number | null = null): PlyReview => ({ ply, verdict, best: null, line: [], loss, drop: null, mark: null });

describe("the graph of a game", () => {
  test("plies and places on the screen belong together", () => {
    for (let ply = 0; ply <= 20; ply++) expect(plyAt(xOf(ply, 20, size), 20, size)).toBe(ply);
    expect([plyAt(-50, 20, size), plyAt(500, 20, size), plyAt(50, 0, size)]).toEqual([0, 20, 0]);
  });

  test("thoughts of players stand at the plies they were thought at", () => {
    const thoughts = [
      { ply: 2, player: "first" as const, verdict: value(0.7) },
      { ply: 3, player: "second" as const, verdict: value(0.4) },
    ];
    const reviews = reviewsOf(thoughts);
    expect([reviews[1], reviews[2]?.verdict, reviews[3]?.ply]).toEqual([undefined, value(0.7), 3]);
    expect(pointsOf(reviews, 4, size).map((point) => point.ply)).toEqual([2, 3]);
    expect(pointsOf(reviewsOf([]), 4, size)).toEqual([]);
  });

  test("every player's thoughts have that player's scale", () => {
    const own = (v: number): Verdict => ({ kind: "uncalibrated", value: v, text: "" });
    const thought = (ply: number, verdict: Verdict) => ({ ply, player: ply % 2 === 0 ? ("first" as const) : ("second" as const), verdict });
    const thoughts = [thought(0, own(100)), thought(1, own(-0.5)), thought(2, own(-50)), thought(3, own(0.25))];
    const heights = (player: "first" | "second") => mindOf(thoughts, player, 4, size).map((point) => [point.ply, Math.round(point.y)]);
    expect(heights("first")).toEqual([[0, 20], [2, 80]]);
    expect(heights("second")).toEqual([[1, 100], [3, 40]]);
    const mixed = [thought(0, value(0.7)), thought(1, own(3))];
    expect([mindOf(mixed, "first", 4, size).length, mindOf(mixed, "second", 4, size).length]).toEqual([1, 0]);
  });

  test("a first player who wins is on top", () => {
    const points = pointsOf([at(0, value(0.5)), at(1, value(1)), at(2, value(0))], 2, size);
    expect(points.map((point) => point.y)).toEqual([60, 10, 110]);
  });

  test("what is not known or not calibrated leaves a gap", () => {
    const own: Verdict = { kind: "uncalibrated", value: 3, text: "" };
    const points = pointsOf([at(0, value(0.5)), undefined, at(2, own), at(3, value(0.4)), at(4, value(0.3))], 4, size);
    expect(runsOf(points).map((run) => run.map((point) => point.ply))).toEqual([[0], [3, 4]]);
  });

  test("a game without calibrated values is drawn on its evaluator's own scale", () => {
    const own = (v: number): Verdict => ({ kind: "uncalibrated", value: v, text: "" });
    const reviews = [at(0, own(10)), at(1, own(-20)), at(2, { kind: "proved", winner: "second", plies: 0, text: "" })];
    expect(ownScale(reviews)).toBe(20);
    expect(pointsOf(reviews, 2, size).map((point) => Math.round(point.y))).toEqual([40, 100, 110]);
    expect(ownScale([at(0, value(0.5)), at(1, own(3))])).toBeNull();
  });

  test("areas are closed at the middle", () => {
    const area = areaOf(pointsOf([at(0, value(0.5)), at(1, value(1))], 1, size), size);
    expect(area).toBe("M10.0 60L10.0 60.0L210.0 10.0L210.0 60z");
    expect(areaOf([], size)).toBe("");
  });

  test("marks of different classes have different shapes", () => {
    const shapes = (["?!", "?", "??", "thrown"] as const).map((mark) => markPath(mark, 0, 0));
    expect(new Set(shapes).size).toBe(4);
  });
});

describe("classes of mistakes", () => {
  test("follow the thresholds, but need a mark that was confirmed", () => {
    expect([4, 5, 10, 20].map((loss) => classOf("?", loss, [5, 10, 20]))).toEqual([null, "?!", "?", "??"]);
    expect(classOf("??", 25, [5, 10, 30])).toBe("?");
    expect(classOf(null, 50, [5, 10, 20])).toBeNull();
    expect(classOf("thrown", 50, [60, 70, 80])).toBe("thrown");
  });

  test("what was found out of a line stays with the moves that stay", () => {
    const review = new Review();
    review.follow(["a", "b", "c"]);
    review.plies = [at(0, value(0.5), 1), at(1, value(0.5), 2), at(2, value(0.5), 3), at(3, value(0.5))];
    review.follow(["a", "x"]);
    expect(review.plies.map((ply) => ply?.loss)).toEqual([1, null]);
    expect(review.done).toBe(2);
  });
});
