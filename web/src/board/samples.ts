// Boards for tests.

import type { Cell, Move, Piece, Player, View } from "../wire";

export function square(name: string, row: number, col: number): Cell {
  const polygon: [number, number][] = [
    [col, row],
    [col + 1, row],
    [col + 1, row + 1],
    [col, row + 1],
  ];
  return { name, polygon, row, col, blocked: false, home: null };
}

export function hexagon(name: string, halfRow: number, col: number): Cell {
  const half = Math.sqrt(3) / 4;
  const [x, y] = [0.75 * col, half * halfRow];
  const polygon: [number, number][] = [
    [x, y + half],
    [x + 0.25, y],
    [x + 0.75, y],
    [x + 1, y + half],
    [x + 0.75, y + 2 * half],
    [x + 0.25, y + 2 * half],
  ];
  return { name, polygon, row: halfRow, col, blocked: false, home: null };
}

function view(cells: Cell[], pieces: Piece[], more: Partial<View> = {}): View {
  return {
    cells,
    pieces,
    columns: [],
    rows: [],
    trays: [],
    counts: null,
    last: null,
    line: null,
    has_sides: false,
    tints: ["black", "white"],
    to_move: "first",
    ending: null,
    ...more,
  };
}

export function piece(cell: number, owner: Player, kind = "pawn", letter = owner === "first" ? "b" : "w"): Piece {
  return { id: cell, cell, kind, letter, owner };
}

/** Rows by columns of squares, named a1 from the top left. */
export function grid(rows: number, cols: number, pieces: Piece[] = [], more: Partial<View> = {}): View {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) cells.push(square(`${"abcdefghijklmno"[col]}${row + 1}`, row, col));
  }
  const columns = Array.from({ length: cols }, (_, col) => "abcdefghijklmno"[col] ?? "");
  const names = Array.from({ length: rows }, (_, row) => String(row + 1));
  return view(cells, pieces, { columns, rows: names, ...more });
}

/** A hexagon with so many hexagons along its side, numbered from below. */
export function comb(side: number, pieces: Piece[] = []): View {
  const cells: Cell[] = [];
  const half = 4 * side - 3;
  const mid = side - 1;
  for (let row = half - 1; row >= 0; row--) {
    for (let col = 0; col < 2 * side - 1; col++) {
      const off = Math.abs(col - mid);
      const inside = row >= off && row <= half - 1 - off && (row - off) % 2 === 0;
      if (inside) cells.push(hexagon(String(cells.length), row, col));
    }
  }
  return view(cells, pieces, { has_sides: true });
}

export function move(text: string, parts: Partial<Move>): Move {
  return { text, from: null, to: null, column: null, kind: null, path: [], captured: [], turned: [], holes: [], speak: text, ...parts };
}
