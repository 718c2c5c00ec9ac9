import { expect, test } from "vitest";
import { wordsOf } from "./thoughts.svelte";

test("how thinking again went is told in words", () => {
  expect(wordsOf({ thoughts: 30, differing: 0, whole: true })).toBe("Thought again along these moves.");
  expect(wordsOf({ thoughts: 0, differing: 0, whole: true })).toContain("was not kept");
  expect(wordsOf({ thoughts: 30, differing: 1, whole: true })).toContain("otherwise once.");
  expect(wordsOf({ thoughts: 30, differing: 4, whole: false })).toMatch(/otherwise 4 times\. They had a minute/);
});
