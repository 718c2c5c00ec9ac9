import { expect, test } from "vitest";
import { along, sparkPath, ticks } from "./spark";

test("a sparkline goes from edge to edge and leaves gaps where nothing is known", () => {
  expect(sparkPath([0, 1, 0.5], 102, 22)).toBe("M1.0 21.0L51.0 1.0L101.0 11.0");
  expect(sparkPath([0, NaN, 1, 2], 32, 22)).toBe("M1.0 21.0M21.0 11.0L31.0 1.0");
  expect(sparkPath([3], 40, 20)).toBe("M1.0 19.0h10.0");
  expect(sparkPath([], 40, 20)).toBe("");
});

test("ticks are round and inside", () => {
  expect(ticks(0, 10)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks(-1402, 668, 5)).toEqual([-1000, -500, 0, 500]);
  expect(ticks(0.1, 0.3, 4)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3]);
  expect(ticks(6.7, 8.2, 5, 1)).toEqual([7, 8]);
  expect(ticks(5, 5)).toEqual([5]);
  expect(ticks(NaN, 1)).toEqual([]);
  for (const [low, high] of [[0, 1e-7], [-3e9, 4e9], [0.3, 7.7]] as const) {
    const found = ticks(low, high);
    expect(found.length).toBeGreaterThanOrEqual(3);
    expect(found.length).toBeLessThanOrEqual(7);
    expect(found.every((one) => one >= low && one <= high)).toBe(true);
  }
});

test("what lies beyond the scale is told", () => {
  expect(along(5, 0, 10)).toEqual({ at: 0.5, beyond: 0 });
  expect(along(-5, 0, 10)).toEqual({ at: 0, beyond: -1 });
  expect(along(Infinity, 0, 10)).toEqual({ at: 1, beyond: 1 });
  expect(along(-Infinity, 0, 10)).toEqual({ at: 0, beyond: -1 });
});
