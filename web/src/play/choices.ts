// What was chosen last, and the game that was left unfinished: kept in the browser.

import { recall, remember } from "../settings.svelte";

export interface Choice {
  size: string;
  opponent: string | null;
  side: "first" | "second" | "random";
  people: boolean;
}

const choicesKey = "zermelo-choices";
const unfinishedKey = "zermelo-unfinished";
const aidsKey = "zermelo-aids";
const savedKey = "zermelo-saved-games";

export function lastChoice(family: string): Choice | null {
  return recall<Record<string, Choice>>(choicesKey)?.[family] ?? null;
}

export function keepChoice(family: string, choice: Choice): void {
  remember(choicesKey, { ...(recall<Record<string, Choice>>(choicesKey) ?? {}), [family]: choice });
}

/** How often moves were taken back and suggested in the game at a table: kept with it when it is stored. */
export interface Aids {
  taken_back: number;
  hints: number;
}

export function aidsOf(table: string): Aids {
  const kept = recall<{ table: string } & Aids>(aidsKey);
  return kept?.table === table ? { taken_back: kept.taken_back, hints: kept.hints } : { taken_back: 0, hints: 0 };
}

/** Counts something, or begins anew. */
export function keepAids(table: string, more: Partial<Aids> | null): void {
  const before = more ? aidsOf(table) : { taken_back: 0, hints: 0 };
  const taken_back = before.taken_back + (more?.taken_back ?? 0);
  remember(aidsKey, { table, taken_back, hints: before.hints + (more?.hints ?? 0) });
}

export interface Unfinished {
  address: string;
  title: string;
  against: string;
  plies: number;
}

const mostUnfinished = 5;

/** The games that were left, the last one first. */
export function unfinished(): Unfinished[] {
  // Earlier versions kept one game only.
  const kept = recall<Unfinished[] | Unfinished>(unfinishedKey);
  return kept === null ? [] : Array.isArray(kept) ? kept : [kept];
}

/** Keeps a game as it is now in the place of what it was (`before`, an address), or forgets it. Other games stay. */
export function keepUnfinished(before: string | null, game: Unfinished | null): void {
  const others = unfinished().filter((one) => one.address !== before && one.address !== game?.address);
  remember(unfinishedKey, game ? [game, ...others].slice(0, mostUnfinished) : others);
}

/** Which finished games were sent to the store, so that a reload does not send them again. */
export function savedAs(address: string): string | null {
  return recall<[string, string][]>(savedKey)?.find(([kept]) => kept === address)?.[1] ?? null;
}

export function keepSaved(address: string, id: string): void {
  const before = recall<[string, string][]>(savedKey) ?? [];
  remember(savedKey, [[address, id], ...before.filter(([kept]) => kept !== address)].slice(0, 20));
}
