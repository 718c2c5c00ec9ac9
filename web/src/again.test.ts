import { expect, test } from "vitest";
import { nextWait } from "./again";

test("a server that stays away is asked less and less often", () => {
  expect([0, 1000, 3000, 7000, 15_000, 30_000].map(nextWait)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect(nextWait(200_000)).toBe(1000);
});
