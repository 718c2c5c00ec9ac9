// How a move is seen to happen: which way a piece takes, and when those it takes are gone.

import type { Piece, View } from "../wire";

/** How long a piece glides from one cell to the next, in ms. */
export const glideTime = 180;

/** The cells that the piece that moved last went along, first and last included; none if it went straight. */
export function wayOf({ last }: View): number[] {
  if (!last || last.from === null || last.to === null || last.path.length === 0) return [];
  return [last.from, ...last.path, last.to];
}

/** The pieces that were taken, and how many ms later each is seen to go: along a way, one after another. */
export function goneIn(view: View): { piece: Piece; after: number }[] {
  const legs = Math.max(wayOf(view).length - 1, 1);
  return (view.last?.captured ?? []).map((piece, index) => ({ piece, after: legs === 1 ? 0 : (Math.min(index, legs - 1) + 0.5) * glideTime }));
}

/** Whether two views have the same pieces on the same cells. */
export function sameBoard(a: View, b: View): boolean {
  if (a.pieces.length !== b.pieces.length) return false;
  return a.pieces.every((one) => b.pieces.some((two) => two.id === one.id && two.cell === one.cell && two.owner === one.owner));
}
