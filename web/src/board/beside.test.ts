import { describe, expect, it } from "vitest";
import { beside } from "./beside";

const size = { width: 240, height: 60 };

describe("a question about the board", () => {
  it("stands below the board on a phone", () => {
    expect(beside({ left: 8, top: 100, width: 374, height: 374 }, size, { width: 390, height: 844 })).toEqual({ left: 75, top: 482 });
  });
  it("stands on the right where the board fills the height", () => {
    expect(beside({ left: 24, top: 60, width: 640, height: 640 }, size, { width: 1280, height: 720 })).toEqual({ left: 672, top: 640 });
  });
  it("stands above or on the left if there is room nowhere else", () => {
    expect(beside({ left: 700, top: 60, width: 570, height: 640 }, size, { width: 1280, height: 720 })).toEqual({ left: 452, top: 640 });
    expect(beside({ left: 8, top: 100, width: 374, height: 374 }, size, { width: 390, height: 490 })).toEqual({ left: 75, top: 32 });
  });
  it("has no place of its own where the board fills the window", () => {
    expect(beside({ left: 0, top: 0, width: 390, height: 390 }, size, { width: 390, height: 400 })).toBeNull();
  });
});
