// Made-up things for tests.

import type { RunRow, Worker } from "../wire";

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

export function worker(parts: Partial<Worker>): Worker {
  return {
    name: "lab-1-4RTX",
    id: "UAAAA4RTX",
    threads: 4,
    version: "1",
    standing: "proved",
    struck: null,
    refused: 0,
    refusal: null,
    work: { games: { done: 100, speed: 12.5 } },
    idle: 0.07,
    is_gone: false,
    last_seen: "2026-11-16T12:00:00Z",
    ...parts,
  };
}
