import { expect, test } from "vitest";
import { wordsOf } from "./thoughts.svelte";

test("how thinking again went is told in words", () => {
  expect(wordsOf({ thoughts: 30, differing: 0, whole: true })).toBe("Recomputed along these moves.");
  expect(wordsOf({ thoughts: 0, differing: 0, whole: true })).toContain("were not stored");
  expect(wordsOf({ thoughts: 30, differing: 1, whole: true })).toContain("another move once.");
  expect(wordsOf({ thoughts: 30, differing: 4, whole: false })).toMatch(/another move 4 times\. A minute was not enough/);
});
