import { expect, test } from "vitest";
import type { PlyReview, Verdict } from "../wire";
import { turningPoint } from "./turning";

const drawn: Verdict = { kind: "proved", winner: null, plies: 0, text: "drawn with best play" };
const won: Verdict = { kind: "proved", winner: "first", plies: 3, text: "X wins in 3" };
const own = (value: number): Verdict => ({ kind: "uncalibrated", value, text: "" });
const even: Verdict = { kind: "estimated", first: 0.5, draw: 0, second: 0.5, n: 9, text: "" };
const moves = ["b2", "c1", "b1", "b3", "a2", "a1", "c2"].map((text) => ({ text, speak: "" }));
const review = (ply: number, verdict: Verdict, rest: Partial<PlyReview> = {}): PlyReview => ({
  ply, verdict, best: null, line: [], loss: 0, drop: null, mark: null, ...rest,
});

test("a draw that was thrown away is the turning point, by the number of the list", () => {
  const reviews = moves.map((_, ply) => review(ply, ply < 6 ? drawn : won));
  reviews[5] = review(5, drawn, { loss: 50, mark: "??" });
  reviews.push(review(7, { ...won, plies: 0 }));
  expect(turningPoint(reviews, moves, "first")).toBe("Turning point: 3… a1 threw the draw away.");
  expect(turningPoint(reviews, moves, "second")).toContain("4. a1");
});

test("of several the last that cost the game is told, not what the winner gave away for a while", () => {
  const lost: Verdict = { ...won, winner: "second" };
  const reviews = [
    review(0, won, { loss: 100, mark: "thrown" }), review(1, lost, { loss: 100, mark: "thrown" }), review(2, won),
    review(3, won), review(4, { ...won, plies: 0 }),
  ];
  expect(turningPoint(reviews, moves.slice(0, 4), "first")).toBe("Turning point: 1… c1 threw the win away.");
  reviews[2] = review(2, won, { loss: 100, mark: "thrown" });
  reviews[3] = review(3, lost, { loss: 100, mark: "thrown" });
  expect(turningPoint(reviews, moves.slice(0, 4), "first")).toBe("Turning point: 2… b3 threw the win away.");
});

test("points are told where they are known, and what nobody confirmed is passed over", () => {
  const reviews = [review(0, even), review(1, even, { loss: 30 }), review(2, even, { loss: 12, mark: "?" }), review(3, even)];
  expect(turningPoint(reviews, moves.slice(0, 3), "first")).toBe("Turning point: 2. b1 lost 12 points.");
  reviews[2] = review(2, even);
  expect(turningPoint(reviews, moves.slice(0, 3), "first")).toBe("");
  reviews[1] = review(1, even, { loss: 4 });
  expect(turningPoint(reviews, moves.slice(0, 3), "first")).toBe("No single move decided it.");
});

test("without percentages nothing is claimed that is not known", () => {
  const blind = [0.5, 0.2, 0.7].map((value, ply) => review(ply, own(value), { loss: null }));
  const unknown = [...blind, review(3, own(0), { loss: null })];
  expect(turningPoint(unknown, moves.slice(0, 3), "first")).toBe("");
  unknown[1] = review(1, own(0.2), { loss: null, drop: 0.5 });
  expect(turningPoint(unknown, moves.slice(0, 3), "first")).toBe("Largest drop on the evaluator's own scale: 1… c1.");
  const certain = [...blind, review(3, won, { loss: null }), review(4, { ...won, plies: 0 })];
  expect(turningPoint(certain, moves.slice(0, 4), "first")).toBe("After 2. b1 the result was certain.");
  const thrown = [review(0, won, { loss: null, mark: "thrown" }), review(1, own(0), { loss: null })];
  expect(turningPoint(thrown, moves.slice(0, 1), "first")).toBe("Turning point: 1. b2 threw the win away.");
  expect(turningPoint([], moves, "first")).toBe("");
});
