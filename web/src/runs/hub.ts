// One stream of events for everybody who listens. It runs in a worker that all tabs of a browser share, since a
// browser allows six connections to a server across all its tabs; without such a worker each page has its own.

import type { RunNews, RunRow, RunsNews, WaitingRun } from "../wire";

/** What somebody wants to hear of. `after` is the number of the last news of the run that is known. */
export interface Interest {
  runs: boolean;
  run: string | null;
  after: number;
}

export type LinkState = "connecting" | "live" | "reconnecting";

/** What a listener is told. */
export type Told =
  | { kind: "state"; state: LinkState }
  | { kind: "runs"; rows: RunRow[]; waiting: WaitingRun[] }
  | { kind: "run"; news: RunNews };

/** As much of an `EventSource` as is needed here. */
export interface Source {
  onopen: (() => void) | null;
  onerror: (() => void) | null;
  addEventListener(name: string, heard: (event: { data: string }) => void): void;
  close(): void;
}

export interface Surroundings {
  open: (url: string) => Source;
  /** Calls later; the answer takes it back. */
  later: (milliseconds: number, then: () => void) => () => void;
}

interface Listener extends Interest {
  tell: (told: Told) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** How long wishes are gathered before a stream is opened for them. */
const GATHER = 20;

/** Where the news of each run begin: whoever knows least decides, the others merge what they know already. */
function beginnings(interests: Iterable<Interest>): Map<string, number> {
  const after = new Map<string, number>();
  for (const one of interests) {
    if (one.run !== null) after.set(one.run, Math.min(after.get(one.run) ?? Infinity, one.after));
  }
  return after;
}

/** The address of a stream that serves all these wishes. */
export function addressFor(interests: Interest[]): string | null {
  const query = new URLSearchParams();
  if (interests.some((one) => one.runs)) query.set("runs", "1");
  const after = beginnings(interests);
  if (after.size > 0) {
    query.set("run", [...after.keys()].join(","));
    query.set("after", [...after.values()].join(","));
  }
  const text = query.toString();
  return text === "" ? null : `/api/live?${text}`;
}

export class Hub {
  private readonly listeners = new Map<unknown, Listener>();
  private source: Source | null = null;
  private state: LinkState = "connecting";
  private wait = FIRST_WAIT;
  private stopTimer: (() => void) | null = null;
  /** What the open stream serves, without where it began. */
  private serves = "";
  /** How far the open stream has told of each run, */
  private told = new Map<string, number>();
  /** and what it said last: somebody who comes later would hear it only when something changes again. */
  private lastNews = new Map<string, RunNews>();
  private lastRows = new Map<string, RunRow>();
  private lastWaiting: WaitingRun[] | null = null;

  constructor(private readonly around: Surroundings) {}

  /** Begins to listen, or changes what somebody listens to. */
  listen(who: unknown, interest: Interest, tell: (told: Told) => void): void {
    this.listeners.set(who, { ...interest, tell });
    tell({ kind: "state", state: this.state });
    if (!this.isServed(interest)) return this.reopenSoon();
    const news = interest.run === null ? undefined : this.lastNews.get(interest.run);
    if (news && news.seq >= interest.after) tell({ kind: "run", news });
    if (interest.runs && this.lastWaiting) tell({ kind: "runs", rows: [...this.lastRows.values()], waiting: this.lastWaiting });
  }

  leave(who: unknown): void {
    if (!this.listeners.delete(who)) return;
    if (this.listeners.size === 0) this.close();
    else if (this.topics() !== this.serves) this.reopenSoon();
  }

  get listening(): number {
    return this.listeners.size;
  }

  /** Whether the open stream will tell all that somebody does not know yet. */
  private isServed({ run, after }: Interest): boolean {
    if (this.source === null || this.topics() !== this.serves) return false;
    return run === null || after >= (this.told.get(run) ?? Infinity);
  }

  private topics(): string {
    const runs = [...this.listeners.values()].map((one) => one.run ?? "");
    return `${[...this.listeners.values()].some((one) => one.runs)} ${[...new Set(runs)].sort().join(",")}`;
  }

  private close(): void {
    this.stopTimer?.();
    this.stopTimer = null;
    this.source?.close();
    this.source = null;
    this.serves = "";
    this.state = "connecting";
    this.wait = FIRST_WAIT;
  }

  /** Several wishes that come at once, as when a browser opens its tabs again, make one new stream. */
  private reopenSoon(): void {
    if (this.state === "reconnecting") return;
    this.stopTimer?.();
    this.stopTimer = this.around.later(GATHER, () => this.open());
  }

  private open(): void {
    this.stopTimer = null;
    this.source?.close();
    this.source = null;
    const url = addressFor([...this.listeners.values()]);
    if (url === null) return;
    const source = this.around.open(url);
    this.source = source;
    this.serves = this.topics();
    this.told = beginnings(this.listeners.values());
    this.lastNews.clear();
    this.lastRows.clear();
    this.lastWaiting = null;
    const isCurrent = () => this.source === source;
    source.onopen = () => {
      if (!isCurrent()) return;
      this.wait = FIRST_WAIT;
      this.tellState("live");
    };
    source.onerror = () => {
      if (!isCurrent()) return;
      // Its own way to come back would ask for the news from where this stream began.
      source.close();
      this.source = null;
      this.tellState("reconnecting");
      this.stopTimer = this.around.later(this.wait, () => this.open());
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
    source.addEventListener("runs", (event) => {
      if (!isCurrent()) return;
      const { runs, waiting } = JSON.parse(event.data) as RunsNews;
      for (const row of runs) this.lastRows.set(row.name, row);
      this.lastWaiting = waiting;
      for (const listener of this.listeners.values()) if (listener.runs) listener.tell({ kind: "runs", rows: runs, waiting });
    });
    source.addEventListener("run", (event) => {
      if (!isCurrent()) return;
      const news = JSON.parse(event.data) as RunNews;
      this.told.set(news.row.name, news.seq);
      this.lastNews.set(news.row.name, news);
      for (const listener of this.listeners.values()) {
        if (listener.run !== news.row.name) continue;
        listener.tell({ kind: "run", news });
        listener.after = news.seq;
      }
    });
  }

  private tellState(state: LinkState): void {
    this.state = state;
    for (const listener of this.listeners.values()) listener.tell({ kind: "state", state });
  }
}

/** A hub in the real world. */
export function realHub(): Hub {
  return new Hub({
    open: (url) => new EventSource(url) as unknown as Source,
    later: (milliseconds, then) => {
      const timer = setTimeout(then, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}
