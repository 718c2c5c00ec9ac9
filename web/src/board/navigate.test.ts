import { describe, expect, test } from "vitest";
import { layOut, type Layout } from "./geometry";
import { hexStep, jump, neighbours, putCursor, step, type Direction } from "./navigate";
import { comb, grid } from "./samples";

const name = (layout: Layout, view: ReturnType<typeof grid>, cell: number) => view.cells[cell]?.name ?? String(layout.cells.length);

describe("squares", () => {
  const view = grid(3, 3);
  const layout = layOut(view);
  const from = (cell: string) => putCursor(layout, view.cells.findIndex((c) => c.name === cell));

  test("arrows go where they point, and stay at the edge", () => {
    const go = (cell: string, direction: Direction) => name(layout, view, step(layout, from(cell), direction).cell);
    expect(go("b2", "up")).toBe("b1");
    expect(go("b2", "down")).toBe("b3");
    expect(go("b2", "left")).toBe("a2");
    expect(go("b2", "right")).toBe("c2");
    expect(go("a1", "up")).toBe("a1");
    expect(go("a1", "left")).toBe("a1");
  });

  test("on the board turned, up is still up on the screen", () => {
    const turned = layOut(view, { flip: true });
    const cursor = putCursor(turned, view.cells.findIndex((c) => c.name === "b2"));
    expect(view.cells[step(turned, cursor, "up").cell]?.name).toBe("b3");
    expect(view.cells[step(turned, cursor, "left").cell]?.name).toBe("c2");
  });

  test("ends of the row and corners", () => {
    expect(view.cells[jump(layout, from("b2"), "Home", false).cell]?.name).toBe("a2");
    expect(view.cells[jump(layout, from("b2"), "End", false).cell]?.name).toBe("c2");
    expect(view.cells[jump(layout, from("b2"), "Home", true).cell]?.name).toBe("a1");
    expect(view.cells[jump(layout, from("b2"), "End", true).cell]?.name).toBe("c3");
  });

  test("a middle cell touches eight, a corner three, clockwise from above", () => {
    const names = neighbours(layout, from("b2").cell).map((cell) => view.cells[cell]?.name);
    expect(names).toEqual(["b1", "c1", "c2", "c3", "b3", "a3", "a2", "a1"]);
    expect(neighbours(layout, from("a1").cell)).toHaveLength(3);
  });
});

describe("hexagons", () => {
  const view = comb(4);
  const layout = layOut(view);
  const middle = layout.cells.find((cell) => cell.col === 3 && cell.row === 6)?.cell ?? -1;

  test("up and down go straight along the column", () => {
    const up = step(layout, putCursor(layout, middle), "up");
    expect(layout.cells[up.cell]).toMatchObject({ col: 3, row: 4 });
    expect(step(layout, up, "down").cell).toBe(middle);
  });

  test("left and then right comes back, from everywhere", () => {
    for (const cell of layout.cells) {
      for (const [there, back] of [["left", "right"], ["right", "left"]] as const) {
        const cursor = putCursor(layout, cell.cell);
        const away = step(layout, cursor, there);
        if (away.cell === cell.cell) continue;
        expect(step(layout, away, back).cell).toBe(cell.cell);
      }
    }
  });

  test("all the way to the edge and back comes back too: the cursor does not drift", () => {
    let cursor = putCursor(layout, middle);
    for (let i = 0; i < 3; i++) cursor = step(layout, cursor, "left");
    expect(layout.cells[cursor.cell]?.col).toBe(0);
    for (let i = 0; i < 3; i++) cursor = step(layout, cursor, "right");
    expect(cursor.cell).toBe(middle);
  });

  test("six keys are six directions, each with its way back", () => {
    const start = putCursor(layout, middle);
    for (const [there, back] of [["q", "d"], ["w", "s"], ["e", "a"]] as const) {
      const away = hexStep(layout, start, there);
      expect(away.cell).not.toBe(middle);
      expect(hexStep(layout, away, back).cell).toBe(middle);
    }
    expect(neighbours(layout, middle)).toHaveLength(6);
    expect(neighbours(layout, middle)[0]).toBe(hexStep(layout, start, "w").cell);
  });

  test("every cell can be reached by arrows", () => {
    const seen = new Set([middle]);
    const todo = [middle];
    for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
      for (const direction of ["up", "down", "left", "right"] as const) {
        const next = step(layout, putCursor(layout, cell), direction).cell;
        if (!seen.has(next)) todo.push(next);
        seen.add(next);
      }
    }
    expect(seen.size).toBe(37);
  });
});
