// Where everything of a board is drawn. One cell is 100 units wide; y goes down.

import type { Cell, View } from "../wire";

export const UNIT = 100;

export interface Placed {
  /** The cell's number in the view. */
  cell: number;
  /** Its corners, as `points` of a polygon. */
  points: string;
  corners: [number, number][];
  x: number;
  y: number;
  /** How far the nearest edge is from the middle. */
  radius: number;
  /** Row and column as seen on the screen: they change when the board is turned. */
  row: number;
  col: number;
}

export interface Layout {
  cells: Placed[];
  /** The rows from the top, each with its cells from the left. */
  rows: Placed[][];
  /** Left, top, width and height of the picture, labels included. */
  box: [number, number, number, number];
  /** The board without what stands around it. */
  board: { left: number; top: number; right: number; bottom: number };
  /** Names of columns and rows around the board. */
  labels: { text: string; x: number; y: number }[];
  labelSize: number;
  /** Columns from the left, for games in which pieces are dropped. */
  columns: { index: number; name: string; left: number; right: number }[];
  isHex: boolean;
  flipped: boolean;
}

export interface LayoutOptions {
  flip?: boolean;
  coordinates?: boolean;
  /** Room above the board for the buttons of columns. */
  head?: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The distance of a point from the line through two others. */
function distance([px, py]: [number, number], [ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(px - ax, py - ay);
  return Math.abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length;
}

/** The middle of a polygon (of its corners) and the distance from there to its nearest edge. */
export function middle(corners: [number, number][]): { x: number; y: number; radius: number } {
  const count = Math.max(corners.length, 1);
  const x = corners.reduce((sum, corner) => sum + corner[0], 0) / count;
  const y = corners.reduce((sum, corner) => sum + corner[1], 0) / count;
  let radius = Infinity;
  corners.forEach((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner;
    radius = Math.min(radius, distance([x, y], corner, next));
  });
  return { x, y, radius: Number.isFinite(radius) ? radius : 0 };
}

/** Whether a board is of hexagons. */
export function isHexagonal(cells: Cell[]): boolean {
  return cells.length > 0 && cells.every((cell) => cell.polygon.length === 6);
}

/** Lays a view out; `flip` turns it by half a turn. */
export function layOut(view: View, options: LayoutOptions = {}): Layout {
  const { flip = false, coordinates = true, head = 0 } = options;
  const all = view.cells.flatMap((cell) => cell.polygon);
  const xs = all.map((corner) => corner[0] * UNIT);
  const ys = all.map((corner) => corner[1] * UNIT);
  const board = {
    left: xs.length ? xs.reduce((a, b) => Math.min(a, b)) : 0,
    right: xs.length ? xs.reduce((a, b) => Math.max(a, b)) : UNIT,
    top: ys.length ? ys.reduce((a, b) => Math.min(a, b)) : 0,
    bottom: ys.length ? ys.reduce((a, b) => Math.max(a, b)) : UNIT,
  };
  const lastRow = view.cells.reduce((most, cell) => Math.max(most, cell.row), 0);
  const lastCol = view.cells.reduce((most, cell) => Math.max(most, cell.col), 0);
  const cells = view.cells.map((cell, index): Placed => {
    const corners = cell.polygon.map(([x, y]): [number, number] => {
      const [ux, uy] = [x * UNIT, y * UNIT];
      return flip ? [board.left + board.right - ux, board.top + board.bottom - uy] : [ux, uy];
    });
    const { x, y, radius } = middle(corners);
    return {
      cell: index,
      corners,
      points: corners.map(([cx, cy]) => `${round(cx)},${round(cy)}`).join(" "),
      x: round(x),
      y: round(y),
      radius: round(radius),
      row: flip ? lastRow - cell.row : cell.row,
      col: flip ? lastCol - cell.col : cell.col,
    };
  });
  const rows: Placed[][] = [];
  for (const placed of cells) (rows[placed.row] ??= []).push(placed);
  for (const row of rows) row?.sort((a, b) => a.col - b.col);

  const edge = 6;
  // Names stand around the board where columns and rows have one; above drops they are on the buttons.
  const around = coordinates && view.rows.length > 0 && view.columns.length > 0;
  // They are as large on a small board as on a large one.
  const scale = Math.min(1.8, Math.max(0.4, (board.right - board.left) / (8 * UNIT)));
  const named = { left: around ? 34 * scale : 0, bottom: around ? 34 * scale : 0 };
  const labels: Layout["labels"] = [];
  const columns: Layout["columns"] = [];
  const width = view.columns.length > 0 ? (board.right - board.left) / view.columns.length : UNIT;
  view.columns.forEach((name, index) => {
    const at = flip ? view.columns.length - 1 - index : index;
    const left = board.left + at * width;
    columns.push({ index, name, left, right: left + width });
    if (around) labels.push({ text: name, x: left + width / 2, y: board.bottom + 20 * scale + 2 });
  });
  columns.sort((a, b) => a.left - b.left);
  if (around) {
    const height = (board.bottom - board.top) / view.rows.length;
    view.rows.forEach((name, index) => {
      const at = flip ? view.rows.length - 1 - index : index;
      labels.push({ text: name, x: board.left - 18 * scale - 2, y: board.top + (at + 0.5) * height });
    });
  }
  const box: Layout["box"] = [
    board.left - edge - named.left,
    board.top - edge - head,
    board.right - board.left + 2 * edge + named.left,
    board.bottom - board.top + 2 * edge + head + named.bottom,
  ];
  return {
    cells,
    rows: rows.filter((row) => row !== undefined),
    box: box.map(round) as Layout["box"],
    board,
    labels,
    labelSize: round(24 * scale),
    columns,
    isHex: isHexagonal(view.cells),
    flipped: flip,
  };
}

/** Whether a point lies inside a polygon. */
export function contains(corners: [number, number][], x: number, y: number): boolean {
  let inside = false;
  corners.forEach(([ax, ay], at) => {
    const [bx, by] = corners[(at + corners.length - 1) % corners.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** The cell at a point of the board, or null beside it. */
export function cellAt(layout: Layout, x: number, y: number): number | null {
  return layout.cells.find((placed) => contains(placed.corners, x, y))?.cell ?? null;
}

/** The column at a point, or null left and right of the board. */
export function columnAt(layout: Layout, x: number): number | null {
  return layout.columns.find((column) => x >= column.left && x < column.right)?.index ?? null;
}

/** A star with five points. */
export function star(x: number, y: number, size: number): string {
  const points: string[] = [];
  for (let at = 0; at < 10; at++) {
    const angle = -Math.PI / 2 + (at * Math.PI) / 5;
    const length = at % 2 === 0 ? size : size * 0.45;
    points.push(`${round(x + length * Math.cos(angle))},${round(y + length * Math.sin(angle))}`);
  }
  return points.join(" ");
}

/** The outline of a cell drawn a little smaller, for frames that stay inside of it. */
export function inset(placed: Placed | undefined, by: number): string {
  if (!placed) return "";
  return placed.corners
    .map(([x, y]) => {
      const length = Math.hypot(x - placed.x, y - placed.y);
      const factor = length === 0 ? 1 : (length - by) / length;
      return `${(placed.x + (x - placed.x) * factor).toFixed(1)},${(placed.y + (y - placed.y) * factor).toFixed(1)}`;
    })
    .join(" ");
}
