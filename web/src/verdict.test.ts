import { describe, expect, test } from "vitest";
import { chance, count, explain, givenAway, inShort, inWords } from "./verdict";
import type { Verdict } from "./wire";

const estimated = (first: number, draw = 0): Verdict => ({
  kind: "estimated",
  first,
  draw,
  second: 1 - first - draw,
  n: 4210,
  text: "",
});
const proved = (winner: "first" | "second" | null): Verdict => ({ kind: "proved", winner, plies: 9, text: "Black wins in 9" });
const unknown: Verdict = { kind: "uncalibrated", value: 12, text: "+12 points for Black on this evaluator's own scale" };

describe("chances", () => {
  test("of both players sum to one, and a draw counts half", () => {
    expect(chance(estimated(0.5, 0.2), "first")).toBeCloseTo(0.6);
    for (const verdict of [estimated(0.63), estimated(0.2, 0.5), proved("first"), proved(null)]) {
      expect((chance(verdict, "first") ?? 0) + (chance(verdict, "second") ?? 0)).toBeCloseTo(1);
    }
    expect(chance(unknown, "first")).toBeNull();
  });

  test("given away are those of the one who moved, never less than none", () => {
    expect(givenAway(estimated(0.63), estimated(0.45), "first")).toBeCloseTo(18);
    expect(givenAway(estimated(0.63), estimated(0.45), "second")).toBe(0);
    expect(givenAway(proved("second"), proved(null), "second")).toBe(50);
    expect(givenAway(unknown, estimated(0.4), "first")).toBeNull();
  });
});

describe("words", () => {
  test("have the agreed bounds", () => {
    expect([0.5, 0.55, 0.56, 0.7, 0.71, 0.9, 0.91].map(inWords)).toEqual([
      "even", "even", "better", "better", "much better", "much better", "winning",
    ]);
    expect(inWords(0.05)).toBe("winning");
  });

  test("say on what they rest, and no per cent where there is none", () => {
    expect(explain(estimated(0.63), ["black", "white"])).toContain("Black is better: agents of this strength won 63 %");
    expect(explain(estimated(0.2), ["black", "white"])).toContain("White is much better");
    expect(explain(estimated(0.2), ["black", "white"])).toContain("80 %");
    expect(explain(proved("first"), ["black", "white"])).not.toContain("%");
    expect(explain(unknown, ["black", "white"])).not.toContain("%");
  });

  test("are few where there is little room, and still name the side", () => {
    expect(inShort(unknown, ["black", "white"])).toBe("Black +12");
    expect(inShort({ ...unknown, value: -0.256 } as Verdict, ["black", "white"])).toBe("White +0.26");
    expect(inShort(proved("first"), ["black", "white"])).toBe("Black wins in 9");
  });

  test("count", () => {
    expect([count(1, "ply", "plies"), count(2000, "game")]).toEqual(["1 ply", "2,000 games"]);
  });
});
