// Which pieces a player has taken: those that were there at the start and are there no longer.
import type { Player, View } from "../wire";

/** So many pieces of a kind. */
export interface Taken {
  kind: string;
  letter: string;
  count: number;
}

/** The pieces that a player has taken, by kind. A piece that has become another still is one piece of its player. */
export function takenBy(player: Player, start: View, now: View): Taken[] {
  const gone = start.pieces.filter((piece) => piece.owner !== player);
  let changed = 0;
  for (const { owner, kind } of now.pieces) {
    if (owner === player) continue;
    const at = gone.findIndex((piece) => piece.kind === kind);
    // Where there are more of a kind than at the start, pieces of others have become so.
    if (at < 0) changed++;
    else gone.splice(at, 1);
  }
  gone.splice(0, changed);
  const kinds = new Map(gone.map((piece) => [piece.kind, piece]));
  return [...kinds.values()].map(({ kind, letter }) => ({ kind, letter, count: gone.filter((piece) => piece.kind === kind).length }));
}
