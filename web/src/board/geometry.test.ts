import { describe, expect, test } from "vitest";
import { cellAt, columnAt, contains, layOut, middle, star, UNIT } from "./geometry";
import { comb, grid } from "./samples";

describe("where cells are", () => {
  test("a square's middle and radius", () => {
    const corners: [number, number][] = [[0, 0], [100, 0], [100, 100], [0, 100]];
    expect(middle(corners)).toEqual({ x: 50, y: 50, radius: 50 });
  });

  test("a hexagon's radius is half its height", () => {
    const layout = layOut(comb(2));
    for (const cell of layout.cells) expect(cell.radius).toBeCloseTo((Math.sqrt(3) / 4) * UNIT, 1);
  });

  test("every cell's middle is in that cell and in no other", () => {
    for (const view of [grid(6, 7), comb(4)]) {
      for (const flip of [false, true]) {
        const layout = layOut(view, { flip });
        for (const placed of layout.cells) {
          expect(cellAt(layout, placed.x, placed.y)).toBe(placed.cell);
          expect(layout.cells.filter((other) => contains(other.corners, placed.x, placed.y))).toHaveLength(1);
        }
      }
    }
  });

  test("beside the board is no cell", () => {
    const layout = layOut(comb(3));
    expect(cellAt(layout, layout.board.left + 1, layout.board.top + 1)).toBeNull();
    expect(cellAt(layout, -1000, 0)).toBeNull();
  });

  test("the board turned has the same outline, and what was on top below", () => {
    const view = comb(4);
    const [up, down] = [layOut(view), layOut(view, { flip: true })];
    expect(down.box).toEqual(up.box);
    expect(down.cells[0]?.y).toBeLessThan(up.cells[0]?.y ?? 0);
    const twice = up.cells.map((cell) => [2 * 0 + cell.x + (down.cells[cell.cell]?.x ?? 0)]);
    for (const [sum] of twice) expect(sum).toBeCloseTo(up.board.left + up.board.right, 1);
  });

  test("rows are read from the top and from the left, also when turned", () => {
    for (const flip of [false, true]) {
      const layout = layOut(grid(3, 4), { flip });
      const order = layout.rows.flat().map((cell) => [cell.y, cell.x]);
      const sorted = [...order].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
      expect(order).toEqual(sorted);
    }
  });

  test("37 cells of a hexagon are in 13 half-rows", () => {
    const layout = layOut(comb(4));
    expect(layout.cells).toHaveLength(37);
    expect(layout.rows.map((row) => row.length)).toEqual([1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 2, 1]);
    expect(layout.isHex).toBe(true);
  });
});

describe("what stands around", () => {
  test("names of columns and rows take room, unless they are switched off", () => {
    const [named, bare] = [layOut(grid(3, 3)), layOut(grid(3, 3), { coordinates: false })];
    expect(named.labels).toHaveLength(6);
    expect(bare.labels).toHaveLength(0);
    expect(named.box[2]).toBeGreaterThan(bare.box[2]);
  });

  test("names turn with the board", () => {
    const left = (flip: boolean) => layOut(grid(3, 3), { flip }).labels.reduce((a, b) => (b.y > 300 && b.x < a.x ? b : a), { text: "", x: 1e9, y: 0 });
    expect(left(false).text).toBe("a");
    expect(left(true).text).toBe("c");
  });

  test("columns are found by x", () => {
    const layout = layOut(grid(6, 7), { head: 60 });
    expect(columnAt(layout, 350)).toBe(3);
    expect(columnAt(layout, -1)).toBeNull();
    expect(columnAt(layout, 700)).toBeNull();
    expect(layout.box[1]).toBeLessThan(-60);
  });

  test("a star has ten corners, the first straight above", () => {
    const points = star(0, 0, 10).split(" ");
    expect(points).toHaveLength(10);
    expect(points[0]?.split(",").map(Number).map(Math.abs)).toEqual([0, 10]);
  });
});
