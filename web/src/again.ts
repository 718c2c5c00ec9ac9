// How long to wait before a server that is gone is asked again: less and less often, and soon again after a time of quiet.

const first = 1000;
const longest = 15_000;
const quiet = 60_000;

let wait = first;
let last = -Infinity;

/** The wait before the next try, in ms; `now` is the present time. */
export function nextWait(now: number): number {
  wait = now - last > quiet ? first : Math.min(wait * 2, longest);
  last = now;
  return wait;
}
