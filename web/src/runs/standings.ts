// Standings and cross tables made ready to be drawn.

import type { CrossCell, Entrant, Standings } from "../wire";

/** The scale on which all ratings are drawn. An interval without end must not make the others invisible. */
export function ratingScale(entrants: Entrant[]): [number, number] {
  const ratings = entrants.flatMap((one) => (one.rating ? [one.rating] : []));
  if (ratings.length === 0) return [-1, 1];
  const values = ratings.map((one) => one.value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const reach = Math.max(highest - lowest, 50) / 2;
  const low = Math.max(Math.min(...ratings.map((one) => one.low)), lowest - reach);
  const high = Math.min(Math.max(...ratings.map((one) => one.high)), highest + reach);
  const room = (high - low || 1) * 0.03;
  return [low - room, high + room];
}

/** Whether nobody can say yet that somebody else is better. */
export function mayLead(entrant: Entrant): boolean {
  return entrant.rank[0] === 1;
}

/** Where a score lies between 0 (blue, -1) and 1 (orange, 1). */
export function tintOf(share: number): number {
  return Math.max(-1, Math.min(1, (share - 0.5) * 2));
}

/** What a cell of the cross table shows. */
export type Shows = "score" | "chance";

export function shareOf(cell: CrossCell, shows: Shows): number | null {
  if (shows === "chance") return cell.chance ?? null;
  return cell.score.n === 0 ? null : cell.score.value;
}

/** A chance in per cent that never claims to be sure. */
export function chanceText(chance: number): string {
  if (chance > 0.999) return "> 99.9";
  if (chance < 0.001) return "< 0.1";
  return (chance * 100).toFixed(chance > 0.99 || chance < 0.01 ? 1 : 0);
}

/** Rows of a cross table by their result against one opponent; who did not meet it comes last. */
export function orderAgainst(standings: Standings, opponent: string | null, shows: Shows): number[] {
  const order = standings.entrants.map((_, at) => at);
  const column = standings.entrants.findIndex((one) => one.name === opponent);
  if (column < 0) return order;
  const key = (row: number) => {
    const cell = standings.cells[row]?.[column];
    return (cell && shareOf(cell, shows)) ?? -1;
  };
  return order.sort((a, b) => key(b) - key(a));
}

/** How many pairings have begun, of how many. */
export function pairings(standings: Standings): { begun: number; all: number } {
  const n = standings.entrants.length;
  let begun = 0;
  for (let row = 0; row < n; row++) {
    for (let column = row + 1; column < n; column++) if ((standings.cells[row]?.[column]?.score.n ?? 0) > 0) begun += 1;
  }
  return { begun, all: (n * (n - 1)) / 2 };
}

/** A pairing in an address, and back. */
export const pairText = (a: string, b: string) => `${a}~${b}`;
export function pairOf(text: string | null): [string, string] | null {
  const [a, b, more] = text?.split("~") ?? [];
  return a && b && more === undefined ? [a, b] : null;
}
