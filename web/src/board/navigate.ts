// The keyboard's cursor on a board: which cell lies in which direction, as seen on the screen.

import type { Layout, Placed } from "./geometry";

export type Direction = "up" | "down" | "left" | "right";
export type HexDirection = "q" | "w" | "e" | "a" | "s" | "d";

export interface Cursor {
  cell: number;
  /** The row that left and right try to keep, so that left and then right comes back (on hexagons). */
  height: number;
}

/** A cursor that was put on a cell. */
export function putCursor(layout: Layout, cell: number): Cursor {
  return { cell, height: layout.cells[cell]?.row ?? 0 };
}

function nearest(cells: Placed[], cost: (cell: Placed) => number): Placed | null {
  let best: Placed | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const c = cost(cell);
    if (c < least) {
      least = c;
      best = cell;
    }
  }
  return best;
}

/** The cursor one step further. At the edge it stays where it is. */
export function step(layout: Layout, cursor: Cursor, direction: Direction): Cursor {
  const here = layout.cells[cursor.cell];
  if (!here) return cursor;
  if (direction === "up" || direction === "down") {
    const sign = direction === "up" ? -1 : 1;
    const ahead = layout.cells.filter((cell) => cell.col === here.col && (cell.row - here.row) * sign > 0);
    const found = nearest(ahead, (cell) => (cell.row - here.row) * sign);
    return found ? { cell: found.cell, height: found.row } : cursor;
  }
  const sign = direction === "left" ? -1 : 1;
  if (!layout.isHex) {
    const ahead = layout.cells.filter((cell) => cell.row === here.row && (cell.col - here.col) * sign > 0);
    const found = nearest(ahead, (cell) => (cell.col - here.col) * sign);
    return found ? { cell: found.cell, height: found.row } : cursor;
  }
  const column = layout.cells.filter((cell) => cell.col === here.col + sign);
  // Of two cells equally high, the upper one: a height and half a row more decides it.
  const found = nearest(column, (cell) => Math.abs(cell.row - cursor.height) + (cell.row > cursor.height ? 0.5 : 0));
  return found ? { cell: found.cell, height: cursor.height } : cursor;
}

const hexSteps: Record<HexDirection, [number, number]> = {
  w: [0, -2],
  s: [0, 2],
  q: [-1, -1],
  e: [1, -1],
  a: [-1, 1],
  d: [1, 1],
};

/** Whether a key is one of the six directions of a hexagon. */
export function isHexDirection(key: string): key is HexDirection {
  return key in hexSteps;
}

/** The cursor one hexagon further in one of six directions. */
export function hexStep(layout: Layout, cursor: Cursor, direction: HexDirection): Cursor {
  const here = layout.cells[cursor.cell];
  if (!here) return cursor;
  const [cols, rows] = hexSteps[direction];
  const found = layout.cells.find((cell) => cell.col === here.col + cols && cell.row === here.row + rows);
  return found ? { cell: found.cell, height: found.row } : cursor;
}

/** The first or last cell of the row, or of the whole board. */
export function jump(layout: Layout, cursor: Cursor, key: "Home" | "End", whole: boolean): Cursor {
  const here = layout.cells[cursor.cell];
  if (!here) return cursor;
  const row = whole
    ? layout.rows[key === "Home" ? 0 : layout.rows.length - 1]
    : layout.rows.find((cells) => cells.includes(here));
  const found = row?.[key === "Home" ? 0 : row.length - 1];
  return found ? { cell: found.cell, height: found.row } : cursor;
}

/** The cells that touch a cell, clockwise from above. */
export function neighbours(layout: Layout, cell: number): number[] {
  const here = layout.cells[cell];
  if (!here) return [];
  const near = (a: [number, number], b: [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1;
  const angle = (other: Placed) => {
    const turn = Math.atan2(other.x - here.x, here.y - other.y);
    return turn < -1e-9 ? turn + 2 * Math.PI : turn;
  };
  return layout.cells
    .filter((other) => other !== here && other.corners.some((a) => here.corners.some((b) => near(a, b))))
    .sort((a, b) => angle(a) - angle(b))
    .map((other) => other.cell);
}
