import { expect, test } from "vitest";
import { glideTime, goneIn, sameBoard, wayOf } from "./motion";
import { preview } from "./pointer";
import { grid, move, piece } from "./samples";

const view = grid(4, 4, [piece(0, "first"), piece(1, "second"), piece(6, "second")]);

test("a chain goes along its cells, and what it takes goes in turn", () => {
  const after = preview(view, move("chain", { from: 0, to: 10, path: [2], captured: [1, 6] }));
  expect(wayOf(after)).toEqual([0, 2, 10]);
  expect(goneIn(after).map(({ piece: { cell }, after: ms }) => [cell, ms])).toEqual([[1, 0.5 * glideTime], [6, 1.5 * glideTime]]);
});

test("what goes straight glides as ever, and what it takes is gone at once", () => {
  const after = preview(view, move("a1xb1", { from: 0, to: 1, captured: [1] }));
  expect([wayOf(after), goneIn(after).map(({ after: ms }) => ms)]).toEqual([[], [0]]);
  expect([wayOf(view), goneIn(view), wayOf(preview(view, move("pass", {})))]).toEqual([[], [], []]);
});

test("a pass leaves the same board; a piece turned over does not", () => {
  expect(sameBoard(view, preview(view, move("pass", {})))).toBe(true);
  expect(sameBoard(view, preview(view, move("turn", { turned: [1] })))).toBe(false);
});
