import { describe, expect, it } from "vitest";
import { grid, piece } from "../board/samples";
import { takenBy } from "./taken";

const men = (...cells: number[]) => cells.map((cell) => piece(cell, "second", "man", "m"));
const kings = (...cells: number[]) => cells.map((cell) => piece(cell, "second", "king", "k"));

describe("the pieces that a player has taken", () => {
  it("are told by their kinds", () => {
    const start = grid(4, 4, [piece(0, "first"), ...men(1, 2, 3), ...kings(4, 5)]);
    const now = grid(4, 4, [piece(0, "first"), ...men(1)]);
    expect(takenBy("first", start, now)).toEqual([
      { kind: "man", letter: "m", count: 2 },
      { kind: "king", letter: "k", count: 2 },
    ]);
    expect(takenBy("second", start, now)).toEqual([]);
  });
  it("are not those that became others", () => {
    const start = grid(4, 4, men(1, 2, 3));
    expect(takenBy("first", start, grid(4, 4, [...men(1), ...kings(4)]))).toEqual([{ kind: "man", letter: "m", count: 1 }]);
    expect(takenBy("first", start, grid(4, 4, [...men(1, 2), ...kings(4)]))).toEqual([]);
  });
});
