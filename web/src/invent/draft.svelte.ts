// The text that is being written, and what the server says of it.

import { isAbort } from "../api";
import { recall, remember } from "../settings.svelte";
import type { TextCheck, TextDraft } from "../wire";
import { inventApi } from "./inventApi";

const key = "zermelo-invent";

/** So long nobody types before the text is read. */
const pause = 250;

/** The text that was written last in this browser. */
export function keptText(): string | null {
  return recall<string>(key);
}

export class Draft {
  text = $state("");
  /** What the server said last, and of which text. */
  answer = $state.raw<TextDraft | null>(null);
  answerTo = $state("");
  /** The last answer that has a board. */
  lastGood = $state.raw<TextDraft | null>(null);
  /** Why the text could not be read at all. */
  error = $state.raw<unknown>(null);
  checked = $state.raw<TextCheck | null>(null);
  checkedText = $state("");
  /** What is being done with the game. */
  busy = $state<"" | "play" | "check" | "study">("");
  /** Why that failed. */
  failure = $state.raw<unknown>(null);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();
  private readonly onanswer: (answer: TextDraft) => void;

  constructor(onanswer: (answer: TextDraft) => void) {
    this.onanswer = onanswer;
  }

  /** Whether what is shown belongs to the text as it is now. */
  get isFresh(): boolean {
    return this.answer !== null && this.answerTo === this.text;
  }

  /** Whether the text describes a game. */
  get isGame(): boolean {
    return this.isFresh && this.answer?.rules != null;
  }

  /** The text was changed. `keeps` says whether it becomes the text of this browser. */
  write(text: string, { keeps = true, at = pause } = {}): void {
    this.text = text;
    if (keeps) remember(key, text);
    clearTimeout(this.timer);
    this.stop.abort();
    this.timer = setTimeout(() => void this.read(), at);
  }

  /** Asks the server what the text describes. */
  async read(): Promise<void> {
    this.stop = new AbortController();
    const { signal } = this.stop;
    const { text } = this;
    try {
      const answer = await inventApi.draft(text, signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.answerTo = text;
      this.error = null;
      if (answer.view) this.lastGood = answer;
      this.onanswer(answer);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = error;
    }
  }

  /** Does something with the game as it is now, one thing at a time. */
  async act(what: "play" | "check" | "study", work: (text: string) => Promise<void>): Promise<void> {
    if (this.busy !== "") return;
    this.busy = what;
    this.failure = null;
    try {
      await work(this.text);
    } catch (error) {
      this.failure = error;
    } finally {
      this.busy = "";
    }
  }

  /** Counts what `zermelo check` counts. */
  check(): Promise<void> {
    return this.act("check", async (text) => {
      this.checked = await inventApi.check(text);
      this.checkedText = text;
    });
  }

  /** Nobody waits any more. */
  end(): void {
    clearTimeout(this.timer);
    this.stop.abort();
  }
}
