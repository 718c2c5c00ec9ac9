// What is said aloud to people who use a screen reader. One polite voice for moves and results, one that
// interrupts for refusals and a lost connection.

import { capital } from "./verdict";

let polite = $state("");
let assertive = $state("");

export const voice = {
  get polite() {
    return polite;
  },
  get assertive() {
    return assertive;
  },
};

// The same sentence twice is spoken again only if the string has changed.
const again = (before: string, text: string) => (before === text ? `${text}\u00a0` : text);

export function say(text: string): void {
  polite = again(polite, capital(text));
}

export function alarm(text: string): void {
  assertive = again(assertive, text);
}
