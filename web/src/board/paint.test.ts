import { expect, test } from "vitest";
import { engraving } from "./paint";

test("kinds are told apart by what is drawn on them", () => {
  expect(engraving("man", "m", "first")).toBe("none");
  expect(engraving("disc", "w", "second")).toBe("none");
  expect(engraving("king", "k", "first")).toBe("crown");
  expect(engraving("queen", "w", "first")).toBe("coronet");
  expect(engraving("wolf", "w", "first")).toBe("letter");
  expect([engraving("stone", "x", "first"), engraving("stone", "b", "first")]).toEqual(["cross", "none"]);
});
