// The list of runs: which are shown, in which order, and which belong to which.

import type { RunRow, RunState } from "../wire";

export type SortKey = "state" | "name" | "kind" | "game" | "progress" | "started" | "duration";

/** The columns by which runs are sorted. */
export const sortNames: Record<SortKey, string> = {
  started: "Started",
  state: "State",
  name: "Run",
  kind: "Kind",
  game: "Game",
  progress: "Progress",
  duration: "Duration",
};

export interface Wish {
  /** Words that all have to be found. */
  search: string;
  /** A state, or all. */
  state: RunState | "";
  kind: string;
  sort: SortKey;
  descending: boolean;
}

export interface ListedRun {
  row: RunRow;
  /** Runs that are part of this one. */
  stages: RunRow[];
  /** Shown below the run it is part of. */
  isStage: boolean;
}

const states: RunState[] = ["running", "stopping", "stalled", "failed", "stopped", "open", "finished"];

function keyOf(row: RunRow, sort: SortKey): number | string {
  switch (sort) {
    case "state":
      return states.indexOf(row.state);
    case "name":
      return row.name;
    case "kind":
      return row.kind;
    case "game":
      return row.game ?? "";
    case "progress":
      return row.total ? row.done / row.total : row.state === "finished" ? 1 : 0;
    case "started":
      return Date.parse(row.started) || 0;
    case "duration":
      return row.seconds ?? 0;
  }
}

let collator: Intl.Collator | undefined;

/** Which name comes first. What compares them is made when that is first asked: it takes a while, and most lists are by time. */
function inOrder(one: string, two: string): number {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(one, two);
}

/** Whether everything that is looked for is in the row. */
export function matches(row: RunRow, wish: Pick<Wish, "search" | "state" | "kind">): boolean {
  if (wish.state !== "" && row.state !== wish.state) return false;
  if (wish.kind !== "" && row.kind !== wish.kind) return false;
  const text = `${row.name} ${row.title} ${row.kind} ${row.game ?? ""} ${row.sentence ?? ""}`.toLowerCase();
  return wish.search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** Rows in the order that is wished for; equal ones as they came, that is newest first. */
export function sorted(rows: RunRow[], sort: SortKey, descending: boolean): RunRow[] {
  const turn = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, two] = [keyOf(a, sort), keyOf(b, sort)];
    const order = typeof one === "string" ? inOrder(one, String(two)) : one - Number(two);
    return order * turn;
  });
}

/**
 * What is shown. Stages stand below the run they are part of while it is opened; a search finds them wherever
 * they are.
 */
export function listed(rows: RunRow[], wish: Wish, opened: ReadonlySet<string>): ListedRun[] {
  const known = new Set(rows.map((row) => row.name));
  const stagesOf = new Map<string, RunRow[]>();
  for (const row of rows) {
    if (row.parent === null || !known.has(row.parent)) continue;
    stagesOf.set(row.parent, [...(stagesOf.get(row.parent) ?? []), row]);
  }
  const isFiltered = wish.search.trim() !== "" || wish.state !== "" || wish.kind !== "";
  const list: ListedRun[] = [];
  for (const row of sorted(rows, wish.sort, wish.descending)) {
    const isStage = row.parent !== null && known.has(row.parent);
    // Stages in the order in which they were begun.
    const stages = [...(stagesOf.get(row.name) ?? [])].reverse();
    if (isFiltered) {
      if (matches(row, wish)) list.push({ row, stages, isStage: false });
    } else if (!isStage) {
      list.push({ row, stages, isStage: false });
      if (opened.has(row.name)) list.push(...stages.map((stage) => ({ row: stage, stages: [], isStage: true })));
    }
  }
  return list;
}

/** How long a run of the same file took last time, in seconds, if there was one. */
export function lastTime(rows: RunRow[], file: string): number | null {
  const stem = file.replace(/^.*\//, "").replace(/\.toml$/, "");
  const before = rows.find((row) => row.state === "finished" && row.seconds !== null && row.name.replace(/-\d+$/, "") === stem);
  return before?.seconds ?? null;
}
