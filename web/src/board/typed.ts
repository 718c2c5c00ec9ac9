// Moves as people type them: with other signs between the cells, or only as much as tells a move from others. The terminal reads
// them alike.

import type { Move } from "../wire";

const plain = (text: string) => text.replace(/\s+/g, "").toLowerCase();

/** The cells that a text names. An `x` is a sign only behind a number: columns have letters, too. */
function cellsOf(text: string): string[] {
  return text.toLowerCase().split(/(?<=\d)x|[-:/>,\s]+/).filter((cell) => cell !== "");
}

const sameList = (a: string[], b: string[]) => a.length === b.length && a.every((cell, index) => cell === b[index]);

function areAmong(cells: string[], others: string[]): boolean {
  let at = 0;
  for (const other of others) if (other === cells[at]) at++;
  return at === cells.length;
}

/** The moves that a text may mean: one if it is clear. Two cells or more are read as all that a move names, as how it begins, as its
 * first and last cell, or as some of its cells. */
export function typedMoves(text: string, moves: Move[]): Move[] {
  const exact = moves.find((move) => plain(move.text) === plain(text));
  if (exact) return [exact];
  const typed = cellsOf(text);
  if (typed.length < 2) return [];
  const from = moves.map((move) => ({ move, cells: cellsOf(move.text) })).filter(({ cells }) => cells[0] === typed[0]);
  const readings: ((cells: string[]) => boolean)[] = [
    (cells) => sameList(cells, typed),
    (cells) => sameList(cells.slice(0, typed.length), typed),
    (cells) => typed.length === 2 && cells.at(-1) === typed[1],
    (cells) => areAmong(typed, cells),
  ];
  for (const reads of readings) {
    const found = from.filter(({ cells }) => reads(cells)).map(({ move }) => move);
    if (found.length > 0) return found;
  }
  return [];
}

/** What is said of a text that may mean several moves, with some of them. */
export function severalWords(text: string, found: Move[]): string {
  const some = found.slice(0, 3).map((move) => move.text);
  const rest = found.length > some.length ? `, and ${found.length - some.length} more` : "";
  return `${text} can mean ${some.join(", ")}${rest}.`;
}
