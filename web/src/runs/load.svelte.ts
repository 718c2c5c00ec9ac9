// Asking the server for something that a page shows, again when what is asked for changes.

import { isAbort } from "../api";

export class Loaded<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);
  private readonly again: () => void;

  /** Must be made while a component is being made. `ask` answers null where there is nothing to ask for. */
  constructor(ask: (signal: AbortSignal) => Promise<T> | null) {
    let times = $state(0);
    this.again = () => (times += 1);
    $effect(() => {
      void times;
      const abort = new AbortController();
      ask(abort.signal)?.then(
        (value) => {
          if (abort.signal.aborted) return;
          this.value = value;
          this.error = null;
        },
        (error: unknown) => {
          if (!abort.signal.aborted && !isAbort(error)) this.error = error;
        },
      );
      return () => abort.abort();
    });
  }

  /** Asks once more; what is known stays until the answer is there. */
  reload(): void {
    this.again();
  }

  /** Forgets what is known, so that a page shows that it waits. */
  clear(): void {
    this.value = null;
    this.error = null;
  }
}
