// What stands on a board, as letters of a palette.

import type { Swatch, View } from "../wire";

/** A letter for every cell: its piece's, or that of what blocks it; none where nothing is. */
export function lettersOf(view: View, palette: Swatch[]): string[] {
  const blocked = palette.find((one) => one.owner === null)?.letter ?? "";
  const letters = view.cells.map((cell) => (cell.blocked ? blocked : ""));
  for (const piece of view.pieces) letters[piece.cell] = piece.letter;
  return letters;
}
