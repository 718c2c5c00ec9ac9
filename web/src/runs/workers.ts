// Workers of a run in words.

import type { Worker } from "../wire";

/** What is thought of a worker, and whether it is there: `proved`, `other version, left`. */
export function stateOf(worker: Worker): string {
  return worker.standing.replace("-", " ") + (worker.is_gone ? ", left" : "");
}
