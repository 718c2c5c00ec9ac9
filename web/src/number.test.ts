import { describe, expect, it } from "vitest";
import { grouped } from "./number";

describe("grouped", () => {
  it.each([
    [0, "0"],
    [7, "7"],
    [999, "999"],
    [1000, "1,000"],
    [79_200, "79,200"],
    [1_234_567, "1,234,567"],
    [-1234, "-1,234"],
    [-123, "-123"],
    [1234.5678, "1,234.5678"],
    [0.1234, "0.1234"],
  ])("%d is %s", (n, text) => expect(grouped(n)).toBe(text));

  it("agrees with the browser's own", () => {
    for (let n = 1; n < 1e12; n = n * 3 + 1) expect(grouped(n)).toBe(n.toLocaleString("en"));
  });
});
