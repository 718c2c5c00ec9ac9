import { expect, test } from "vitest";
import { grid } from "../board/samples";
import type { Move, Thought } from "../wire";
import { marksOf, wordsOf } from "./advice.svelte";

const move: Move = { text: "4", from: null, to: 38, column: 3, kind: null, path: [], captured: [], turned: [], holes: [], speak: "X in column 4" };
const step: Move = { ...move, text: "7-11", from: 7, to: 11, column: null };
const thought: Thought = { move: "4", speak: "", resigns: false, verdict: { kind: "proved", winner: "first", plies: 3, text: "X wins in 3" }, depth: 1, nodes: 1, seconds: 0, line: ["4", "1", "4"], next: null };

test("a hint says more every time it is asked for", () => {
  expect(wordsOf({ level: 1, thought: null }, null, "Oak", "drop")).toBe("Oak is thinking …");
  expect(wordsOf({ level: 1, thought }, move, "Oak", "drop")).toBe("Oak suggests the marked cells.");
  expect(wordsOf({ level: 1, thought }, step, "Oak", "step")).toBe("Oak would move the piece with the star.");
  expect(wordsOf({ level: 2, thought }, move, "Oak", "drop")).toBe("Oak plays 4: X in column 4.");
  expect(wordsOf({ level: 3, thought }, move, "Oak", "drop")).toBe("4: X wins in 3 after 1 4.");
});

test("a hint to pass marks nothing, and says it", () => {
  const pass: Move = { ...move, text: "pass", to: null, column: null, speak: "X passes" };
  expect(wordsOf({ level: 1, thought }, pass, "Oak", "place")).toBe("Oak would pass.");
  expect(marksOf({ level: 1, thought }, pass, grid(6, 7), "place")).toEqual({});
  expect(marksOf({ level: 2, thought }, pass, grid(6, 7), "place")).toEqual({ from: null, to: null });
});

test("it marks as much as it says", () => {
  const view = grid(6, 7);
  const near = marksOf({ level: 1, thought }, move, view, "drop").look ?? [];
  expect(new Set(near.map((cell) => view.cells[cell]?.col))).toEqual(new Set([2, 3, 4]));
  expect(marksOf({ level: 1, thought }, step, view, "step")).toEqual({ from: 7 });
  expect(marksOf({ level: 2, thought }, step, view, "step")).toEqual({ from: 7, to: 11 });
});
