import { describe, expect, test } from "vitest";
import type { Opponents } from "../wire";
import { nameOf, nextRung, rankOf, ratingOf, rungAt, stepOf, textOf, ticksOf, timeOf } from "./rungs";

const step = (agent: string, rung: string | null) => ({ agent, nodes: 1, rung, label: agent });
const slider = [step("random", "acorn"), step("a1", null), step("a2", "fern"), step("a3", null)];
const rating = { value: 1240.2, low: 1205, high: 1275, level: 0.95, n: 2000, method: "" };
const known: Opponents = {
  slider,
  opponents: [
    { id: "acorn", name: "Acorn", agent: "random", style: "", rating: null, nodes: 1, seconds: 0 },
    { id: "fern", name: "Fern", agent: "a2", style: "", rating, nodes: 1, seconds: 0.4 },
  ],
  champions: [{ run: "x", agent: "bred(x/champion)", title: "Champion of run x" }],
};

describe("the ladder", () => {
  test("goes from name to name", () => {
    expect(nextRung(slider, 0, 1)).toBe(2);
    expect(nextRung(slider, 2, 1)).toBe(3);
    expect(nextRung(slider, 3, -1)).toBe(2);
    expect(nextRung(slider, 0, -1)).toBe(0);
    expect(rungAt(slider, 3)).toEqual({ step: 2, rung: "fern" });
  });

  test("is found again by what stands in the address", () => {
    slider.forEach((entry, at) => expect(stepOf(slider, textOf(entry))).toBe(at));
    expect(stepOf(slider, "nobody")).toBe(-1);
  });

  test("no name stands over another, and the present one is always there", () => {
    const crowded = ["acorn", "fern", "willow", "juniper", null, null, null, "oak", null, null, null, "sequoia"].map((rung) => step(rung ?? "x", rung));
    for (const now of ["acorn", "fern", "willow", "juniper", "oak", "sequoia"]) {
      const ticks = ticksOf(crowded, now);
      expect(ticks.map((tick) => tick.rung)).toEqual(["acorn", "fern", "willow", "juniper", "oak", "sequoia"]);
      expect(ticks.find((tick) => tick.rung === now)?.row).not.toBeNull();
      for (const one of ticks) {
        for (const two of ticks) {
          if (one !== two && one.row !== null && one.row === two.row) expect(Math.abs(one.at - two.at)).toBeGreaterThanOrEqual(0.19);
        }
      }
    }
  });

  test("names everybody", () => {
    expect(["acorn", "a1", "a3", "bred(x/champion)", "minimax(depth=2)"].map((text) => nameOf(text, known))).toEqual([
      "Acorn", "Acorn +1", "Fern +1", "Champion of run x", "minimax(depth=2)",
    ]);
    expect([rankOf("a3", known), rankOf("minimax(depth=2)", known)]).toEqual([1, -1]);
  });

  test("says what is known of strength and time, and no more", () => {
    expect(known.opponents.map(ratingOf)).toEqual(["strength not measured", "about 1240 ± 35 (2,000 games)"]);
    expect([0.01, 0.4, 2.2, null].map(timeOf)).toEqual(["answers at once", "about 0.4 s a move", "about 2 s a move", ""]);
  });
});
