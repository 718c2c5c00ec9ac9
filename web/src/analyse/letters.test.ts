import { expect, test } from "vitest";
import type { Cell, View } from "../wire";
import { lettersOf } from "./letters";

test("pieces and holes have their letters", () => {
  const cell = (blocked: boolean): Cell => ({ name: "", polygon: [], row: 0, col: 0, blocked, home: null });
  const view = { cells: [cell(true), cell(false), cell(false)], pieces: [{ id: 0, cell: 2, kind: "token", letter: "1", owner: "first" }] } as unknown as View;
  const palette = [
    { letter: "1", kind: "token", owner: "first" as const, title: "" },
    { letter: "#", kind: "blocked", owner: null, title: "" },
  ];
  expect(lettersOf(view, palette)).toEqual(["#", "", "1"]);
});
