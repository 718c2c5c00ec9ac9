// A whole game looked at, from its last ply back: a value for every ply and what every move gave away.

import { api, asApiError, isAbort, type ApiError } from "../api";
import type { Mark, PlyReview, Verdict } from "../wire";

/** The class of a mistake by what it gave away; a proved win thrown away stays what it is. */
export function classOf(mark: Mark | null, loss: number | null, thresholds: readonly number[]): Mark | null {
  if (mark === null || mark === "thrown") return mark;
  const [inexact = 5, mistake = 10, blunder = 20] = thresholds;
  if (loss === null) return mark;
  if (loss >= blunder) return "??";
  if (loss >= mistake) return "?";
  return loss >= inexact ? "?!" : null;
}

export class Review {
  /** By ply; only of the line that was looked at last. */
  plies = $state.raw<(PlyReview | undefined)[]>([]);
  running = $state(false);
  problem = $state.raw<ApiError | null>(null);
  #moves: string[] = [];
  #stop: AbortController | null = null;

  get done(): number {
    return this.plies.filter((ply) => ply !== undefined).length;
  }

  /** Forgets what belongs to moves that are no longer played. */
  follow(moves: string[]): void {
    const same = moves.findIndex((move, at) => this.#moves[at] !== move);
    const kept = same < 0 ? Math.min(moves.length, this.#moves.length) : same;
    if (kept === this.#moves.length && moves.length === this.#moves.length) return;
    this.stop();
    // The position after the moves that stayed is still known; what was played from it is another move now.
    this.plies = this.plies.slice(0, kept + 1).map((ply, at) => (ply && at === kept ? { ...ply, loss: null, mark: null } : ply));
    this.#moves = moves;
  }

  async start(game: string, p: string | null, moves: string[], nodes: number): Promise<void> {
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    this.#moves = moves;
    this.plies = [];
    this.running = true;
    this.problem = null;
    const found: (PlyReview | undefined)[] = [];
    try {
      await api.review({ game, p, m: moves.join(" ") }, nodes, (ply) => {
        found[ply.ply] = ply;
        this.plies = [...found];
      }, stop.signal);
    } catch (error) {
      if (!isAbort(error) && !stop.signal.aborted) this.problem = asApiError(error);
    } finally {
      if (this.#stop === stop) this.running = false;
    }
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.running = false;
  }

  verdict(ply: number): Verdict | null {
    return this.plies[ply]?.verdict ?? null;
  }

  /** The marks by ply, by the thresholds that are wished. */
  marks(thresholds: readonly number[]): Record<number, Mark | undefined> {
    const marks: Record<number, Mark | undefined> = {};
    this.plies.forEach((ply, at) => {
      const mark = ply ? classOf(ply.mark, ply.loss, thresholds) : null;
      if (mark) marks[at] = mark;
    });
    return marks;
  }
}
