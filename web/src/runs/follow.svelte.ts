// A run that is looked at: asked for once, kept up with what is new of it.

import { untrack } from "svelte";
import { api } from "../api";
import { alarm } from "../speech.svelte";
import type { RunNews, RunPage } from "../wire";
import type { LinkState } from "./hub";
import { listen } from "./live";
import { Loaded } from "./load.svelte";
import { mergeRun } from "./merge";

export class Followed {
  private readonly loaded: Loaded<RunPage>;
  link = $state<LinkState>("connecting");
  /** When the last news came. */
  heard = $state(0);
  /** News that wait while the page is paused. */
  private waiting = $state.raw<RunNews[]>([]);
  private held = $state(false);

  /** Must be made while a component is being made. */
  constructor(private readonly name: () => string | null) {
    this.loaded = new Loaded((signal) => {
      const name = this.name();
      return name === null ? null : api.run(name, signal);
    });
    const isThere = $derived(this.run !== null);
    const isOver = $derived(this.run?.state === "finished");
    $effect(() => {
      const name = this.name();
      if (name === null || !isThere || isOver) return;
      return listen(
        // Not watched: otherwise every piece of news would make it begin anew.
        () => untrack(() => ({ runs: false, run: name, after: this.loaded.value?.seq ?? 0 })),
        (told) => {
          if (told.kind === "state") {
            if (told.state === "reconnecting" && this.link === "live") alarm("The connection to the server is lost. Trying again.");
            this.link = told.state;
          } else if (told.kind === "run") this.take(told.news);
        },
      );
    });
  }

  /** The run as it is known; null while it is asked for. */
  get run(): RunPage | null {
    const run = this.loaded.value;
    return run !== null && run.name === this.name() ? run : null;
  }

  get error(): unknown {
    return this.loaded.error;
  }

  get paused(): boolean {
    return this.held;
  }

  set paused(is: boolean) {
    this.held = is;
    if (is) return;
    const news = this.waiting;
    this.waiting = [];
    for (const one of news) this.take(one);
  }

  get waitingNews(): number {
    return this.waiting.length;
  }

  reload(): void {
    this.loaded.reload();
  }

  private take(news: RunNews): void {
    const run = this.run;
    if (run === null || news.row.name !== run.name) return;
    this.heard = Date.now();
    if (this.held) {
      this.waiting = [...this.waiting, news];
      return;
    }
    // Numbers that begin anew mean another beginning: nothing that is known can be trusted to fit.
    if (news.seq < run.seq) return this.reload();
    this.loaded.value = mergeRun(run, news);
    // What came of it is only told when it is over.
    if (news.row.state !== run.state) this.reload();
  }
}
