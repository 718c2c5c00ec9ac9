// What an evaluation is made of, as rows to draw.

import { grouped } from "../number";
import type { Term } from "../wire";

export interface WhyRow {
  name: string;
  about: string;
  /** What the bar shows, from the first player's side. */
  size: number;
  words: string;
}

/** A number with a sign and no more digits than it needs. */
export function signed(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Math.abs(value) >= 1 ? Math.round(value * 10) / 10 : Math.round(value * 1000) / 1000;
  if (rounded === 0) return "0";
  return `${rounded > 0 ? "+" : "−"}${grouped(Math.abs(rounded))}`;
}

/** The rows of a position: contribution by name, largest first. */
export function rowsOf(terms: Term[]): WhyRow[] {
  const rows = terms.map((term) => {
    const size = term.contribution ?? term.value ?? 0;
    const words =
      term.contribution === null || term.weight === null || term.value === null
        ? signed(size)
        : `${signed(term.value)} × ${signed(term.weight)}`;
    return { name: term.name, about: term.about, size, words };
  });
  return rows.sort((a, b) => Math.abs(b.size) - Math.abs(a.size) || a.name.localeCompare(b.name));
}

/** The rows of a difference: what is more now than it was. */
export function differenceOf(now: Term[], then: Term[]): WhyRow[] {
  const rows = now.map((term) => {
    const old = then.find((other) => other.name === term.name);
    const [is, was] = [term.contribution ?? term.value ?? 0, old?.contribution ?? old?.value ?? 0];
    return { name: term.name, about: term.about, size: is - was, words: `${signed(was)} → ${signed(is)}` };
  });
  return rows.sort((a, b) => Math.abs(b.size) - Math.abs(a.size) || a.name.localeCompare(b.name));
}
