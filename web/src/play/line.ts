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

/** Whether one of two lists of moves is the beginning of the other. */
export function oneContinues(one: { text: string }[], other: { text: string }[]): boolean {
  return one.slice(0, other.length).every((move, at) => move.text === other[at]?.text);
}

/** A move by its number in the list of moves: `6. b2` of whoever moves first in the game, `6… b2` of the other. */
export function numbered(index: number, text: string, starts: Player): string {
  const at = index + (starts === "first" ? 0 : 1);
  return `${Math.floor(at / 2) + 1}${at % 2 === 0 ? "." : "…"} ${text}`;
}

/** The moves of an address or of a box that people type into. */
export function splitMoves(text: string | null | undefined): string[] {
  return (text ?? "").split(/[\s,]+/).filter((move) => move !== "");
}
