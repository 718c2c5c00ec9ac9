import { expect, test } from "vitest";
import { moverAt, splitMoves, undoTo } from "./line";

test("players move in turn", () => {
  expect([0, 1, 2, 3].map((ply) => moverAt("second", 3, ply))).toEqual(["first", "second", "first", "second"]);
});

test("an undo goes back to my previous turn, over the answer to it", () => {
  expect(undoTo("first", 4, ["first"])).toBe(2);
  expect(undoTo("second", 3, ["first"])).toBe(2);
  expect(undoTo("first", 4, ["first", "second"])).toBe(3);
  expect(undoTo("second", 1, ["second"])).toBeNull();
  expect(undoTo("first", 0, ["first"])).toBeNull();
});

test("moves are split at spaces and commas", () => {
  expect(splitMoves(" d4  e6,\nf5 ")).toEqual(["d4", "e6", "f5"]);
  expect(splitMoves(null)).toEqual([]);
});
