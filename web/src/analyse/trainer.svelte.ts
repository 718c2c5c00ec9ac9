// Learning from one's mistakes: the position before each of them, and a better move to be found.

export type TrainerState = "find" | "eval" | "win" | "fail" | "view" | "offTrack" | "end";

/** Another move counts as found if it gives away no more than this. */
export const tolerance = 4;

/** Whether a move that was tried is good enough: the best one, or nearly as good. */
export function isGood(tried: string, best: string | null, loss: number | null): boolean {
  return tried === best || (loss !== null && loss <= tolerance);
}

export class Trainer {
  state = $state<TrainerState>("end");
  active = $state(false);
  /** The plies before the mistakes, in order. */
  queue = $state.raw<number[]>([]);
  at = $state(0);
  solved = $state(0);
  #before: TrainerState = "find";

  get ply(): number | null {
    return this.active ? (this.queue[this.at] ?? null) : null;
  }

  begin(queue: number[]): void {
    this.queue = queue;
    this.at = 0;
    this.solved = 0;
    this.active = true;
    this.state = queue.length > 0 ? "find" : "end";
  }

  leave(): void {
    this.active = false;
    this.state = "end";
  }

  /** A move is being looked at. */
  check(): void {
    this.state = "eval";
  }

  judge(good: boolean): void {
    if (this.state !== "eval") return;
    this.state = good ? "win" : "fail";
    if (good) this.solved += 1;
  }

  show(): void {
    if (this.state !== "end") this.state = "view";
  }

  next(): void {
    this.at += 1;
    this.state = this.at < this.queue.length ? "find" : "end";
  }

  /** Whether the best move of a ply must not be shown yet: it is still to be found. */
  hides(ply: number): boolean {
    if (!this.active || this.state === "end") return false;
    const place = this.queue.indexOf(ply);
    const isFound = place === this.at && (this.state === "win" || this.state === "view");
    return place >= this.at && !isFound;
  }

  /** The reader looks at another ply: the task waits until they are back. */
  moved(ply: number): void {
    if (!this.active || this.state === "end") return;
    const here = ply === this.ply;
    if (!here && (this.state === "find" || this.state === "fail")) {
      this.#before = this.state;
      this.state = "offTrack";
    } else if (here && this.state === "offTrack") this.state = this.#before;
  }
}
