import { describe, expect, it } from "vitest";
import { beginsClause, columnOf, fileName, placeInWords, rangeOf, unitsOf } from "./places";

const text = "game It\n  step forwards to empty\n\n🦀🦀 crab";
const cut = (line: number, column: number, length: number) => {
  const { from, to } = rangeOf(text, { line, column, length });
  return text.slice(from, to);
};

describe("places of problems", () => {
  it("are the words that the server means", () => {
    expect(cut(2, 8, 8)).toBe("forwards");
    expect(cut(1, 1, 4)).toBe("game");
  });

  it("count characters as the server does", () => {
    expect(cut(4, 4, 4)).toBe("crab");
    expect(unitsOf("🦀a", 1)).toBe(2);
    expect(columnOf("🦀🦀 crab", 5)).toBe(4);
  });

  it("are whole lines, or the end of one", () => {
    expect(cut(2, 0, 0)).toBe("step forwards to empty");
    expect(cut(1, 8, 1)).toBe("t");
    expect(cut(3, 0, 0)).toBe("");
  });

  it("stay within the text", () => {
    for (const [line, column, length] of [[0, 0, 0], [9, 1, 1], [1, 99, 5], [2, 1, 9999], [4, 1, 99]] as const) {
      const { from, to } = rangeOf(text, { line, column, length });
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(text.length);
    }
    expect(rangeOf("", { line: 1, column: 1, length: 3 })).toEqual({ from: 0, to: 0 });
  });

  it("are told in words", () => {
    expect(placeInWords({ line: 3, column: 4 })).toBe("Line 3, column 4");
    expect(placeInWords({ line: 3, column: 0 })).toBe("Line 3");
    expect(placeInWords({ line: 0, column: 0 })).toBe("");
  });
});

describe("names of files", () => {
  it("come from titles", () => {
    expect(fileName("game Last Night!\nboard")).toBe("lastnight.game");
    expect(fileName("# first\n  GAME Hex 2")).toBe("hex2.game");
    expect(fileName("nothing")).toBe("mygame.game");
    expect(fileName("game ../..")).toBe("mygame.game");
  });
});

describe("a line below a piece", () => {
  it("is a clause of its own if its first word begins one", () => {
    for (const line of ["  win", "    piece", "  MUST"]) expect(beginsClause(line), line).toBe(true);
    for (const line of ["win", "  winner", "  step", "  place", "  win reach", "  becomes"]) expect(beginsClause(line), line).toBe(false);
  });
});
