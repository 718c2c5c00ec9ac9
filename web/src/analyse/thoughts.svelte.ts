// What the players of a stored game thought: kept with it, or thought again along its moves.

import { api, asApiError, isAbort, type ApiError } from "../api";
import { count } from "../verdict";
import type { GameThought, Rethought, StoredGame } from "../wire";

export class Thoughts {
  all = $state.raw<GameThought[]>([]);
  #isAgain = $state(false);
  #done = $state.raw<Rethought | null>(null);
  #problem = $state.raw<ApiError | null>(null);

  /** Where the thoughts are from, and what is to be known of them; nothing if they were kept. */
  get words(): string {
    if (!this.#isAgain) return "";
    if (this.#problem) return `The players' evaluations were not stored with this game and cannot be recomputed: ${this.#problem.message}`;
    if (!this.#done) return "Recomputing the players' evaluations along these moves.";
    return wordsOf(this.#done);
  }

  /** Takes the thoughts of a game, or lets its players think until the signal says otherwise. */
  async of(game: StoredGame, signal: AbortSignal): Promise<void> {
    this.all = game.thoughts;
    this.#isAgain = game.thoughts.length === 0;
    this.#done = null;
    this.#problem = null;
    if (!this.#isAgain) return;
    try {
      this.#done = await api.rethink(game.run, game.index, (thought) => (this.all = [...this.all, thought]), signal);
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.#problem = asApiError(error);
    }
  }
}

/** How thinking again went. */
export function wordsOf(done: Rethought): string {
  if (done.thoughts === 0) return "The players' evaluations were not stored with this game. Analyse all plies to see ours.";
  const otherwise =
    done.differing > 0 ? ` Because of chance or the clock, they would have chosen another move ${done.differing === 1 ? "once" : count(done.differing, "time")}.` : "";
  const rest = done.whole ? "" : " A minute was not enough for all of them.";
  return `Recomputed along these moves.${otherwise}${rest}`;
}
