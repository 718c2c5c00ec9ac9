// The search that looks along while a position is studied: one at a time, stopped when nobody looks.

import { api, asApiError, isAbort, type ApiError, type Line } from "../api";
import { sceneKey } from "../scenes";
import { recall, remember } from "../settings.svelte";
import type { Update, Verdict } from "../wire";

/** How often the lines may be drawn anew, in ms. */
const pace = 250;

export class Engine {
  on = $state(recall<boolean>("zermelo-engine") ?? true);
  budget = $state(2_000_000);
  only = $state("");
  /** Whose evaluator judges; the server's own choice if nobody's. */
  agent = $state<string | null>(null);
  update = $state.raw<Update | null>(null);
  /** The position that `update` is about. */
  lookedAt = $state("");
  running = $state(false);
  problem = $state.raw<ApiError | null>(null);
  /** What is known of positions that were looked at, the best move included. */
  #known = new Map<string, { verdict: Verdict; best: string }>();

  /** Values of another judge are nothing to compare with. */
  judgeBy(agent: string | null): void {
    if (agent === this.agent) return;
    this.agent = agent;
    this.update = null;
    this.lookedAt = "";
    this.#known.clear();
  }

  toggle(): void {
    this.on = !this.on;
    remember("zermelo-engine", this.on);
  }

  known(line: Line): { verdict: Verdict; best: string } | null {
    return this.#known.get(sceneKey({ ...line, ply: null })) ?? null;
  }

  /** How far the search of this very position has come. */
  of(line: Line): Update | null {
    return this.on && this.lookedAt === sceneKey({ ...line, ply: null }) ? this.update : null;
  }

  /** Looks at a line's end until the budget is spent or the answer is called. */
  look(line: Line, lines: number): () => void {
    const stop = new AbortController();
    let shown = 0;
    let waiting: ReturnType<typeof setTimeout> | null = null;
    let latest: Update | null = null;
    const show = () => {
      waiting = null;
      shown = performance.now();
      this.update = latest;
    };
    const take = (update: Update) => {
      latest = update;
      const best = update.lines[0];
      if (best) this.#known.set(sceneKey({ ...line, ply: null }), { verdict: best.verdict, best: best.move });
      const due = shown + pace - performance.now();
      if (update.done || due <= 0) {
        if (waiting) clearTimeout(waiting);
        show();
      } else waiting ??= setTimeout(show, due);
    };
    this.problem = null;
    // Stepping quickly through a game starts no searches.
    const begin = setTimeout(() => {
      this.update = null;
      this.lookedAt = sceneKey({ ...line, ply: null });
      this.running = true;
      const only = this.only.trim();
      api
        .analyse(line, { lines, nodes: this.budget, agent: this.agent, ...(only === "" ? {} : { only }) }, take, stop.signal)
        .catch((error: unknown) => {
          if (!isAbort(error) && !stop.signal.aborted) this.problem = asApiError(error);
        })
        .finally(() => {
          if (!stop.signal.aborted) this.running = false;
        });
    }, 150);
    return () => {
      clearTimeout(begin);
      if (waiting) clearTimeout(waiting);
      stop.abort();
      this.running = false;
    };
  }
}
