// Made-up things for tests.

import type { RunRow } from "../wire";

export function row(parts: Partial<RunRow> & { name: string }): RunRow {
  return {
    kind: "tournament",
    title: parts.name,
    game: "milestone",
    state: "finished",
    started: "2026-11-16T12:00:00Z",
    seconds: 60,
    last: null,
    done: 0,
    total: null,
    unit: "games",
    generations: null,
    rate: null,
    eta: null,
    sentence: null,
    parent: null,
    here: false,
    problem: null,
    spark: [],
    ...parts,
  };
}
