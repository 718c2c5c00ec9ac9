import { expect, test } from "vitest";
import type { Term } from "../wire";
import { differenceOf, rowsOf, signed } from "./why";

const term = (name: string, value: number, weight: number | null): Term => ({
  name,
  about: "",
  value,
  weight,
  contribution: weight === null ? null : value * weight,
});

test("the largest contribution comes first, whatever its sign", () => {
  const rows = rowsOf([term("a", 1, 2), term("b", -3, 5), term("c", 0, 9)]);
  expect(rows.map((row) => row.name)).toEqual(["b", "a", "c"]);
  expect(rows[0]).toMatchObject({ size: -15, words: "−3 × +5" });
});

test("an evaluator that is no sum shows what it sees", () => {
  expect(rowsOf([term("a", 4, null)])[0]).toMatchObject({ size: 4, words: "+4" });
});

test("a difference is what is more now", () => {
  const rows = differenceOf([term("a", 3, 2), term("b", 1, 1)], [term("a", 1, 2), term("b", 1, 1)]);
  expect(rows[0]).toMatchObject({ name: "a", size: 4, words: "+2 → +6" });
  expect(rows[1]?.size).toBe(0);
});

test("numbers have as many digits as they need", () => {
  expect([1234.5, 12.34, 0.12345, -0.5, 0].map(signed)).toEqual(["+1,235", "+12.3", "+0.123", "−0.5", "0"]);
});
