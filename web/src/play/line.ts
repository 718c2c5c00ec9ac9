// Whose turn it was at each ply, and how far back an undo goes.

import type { Player } from "../wire";

/** Who moved at a ply, if a player is to move after all of them: players move in turn. */
export function moverAt(toMove: Player, plies: number, ply: number): Player {
  const same = (plies - ply) % 2 === 0;
  return same ? toMove : toMove === "first" ? "second" : "first";
}

/** How many plies are left after an undo: back to the last turn of somebody at the screen, or null if there is none. */
export function undoTo(toMove: Player, plies: number, people: Player[]): number | null {
  for (let ply = plies - 1; ply >= 0; ply--) {
    if (people.includes(moverAt(toMove, plies, ply))) return ply;
  }
  return null;
}

/** The moves of an address or of a box that people type into. */
export function splitMoves(text: string | null | undefined): string[] {
  return (text ?? "").split(/[\s,]+/).filter((move) => move !== "");
}
