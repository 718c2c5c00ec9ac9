import { expect, test } from "vitest";
import { moverAt, numbered, oneContinues, splitMoves, undoTo } from "./line";

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

test("moves are numbered as in the list, whoever began", () => {
  expect([0, 1, 11].map((index) => numbered(index, "a1", "first"))).toEqual(["1. a1", "1… a1", "6… a1"]);
  expect([0, 1, 2].map((index) => numbered(index, "a1", "second"))).toEqual(["1… a1", "2. a1", "2… a1"]);
});

test("a game goes on from another if one begins as the other", () => {
  const game = (text: string) => splitMoves(text).map((move) => ({ text: move }));
  expect(oneContinues(game("a1 b2"), game("a1 b2 c3"))).toBe(true);
  expect(oneContinues(game("a1 b2 c3"), game("a1"))).toBe(true);
  expect(oneContinues(game("a1 b2"), game("a1 c3 b2"))).toBe(false);
  expect(oneContinues([], game("a1"))).toBe(true);
});
