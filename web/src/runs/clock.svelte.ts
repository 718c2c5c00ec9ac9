// The time, once a second, for as long as somebody looks at it; and how wide and how dark the page is.

import { createSubscriber, MediaQuery } from "svelte/reactivity";
import { settings } from "../settings.svelte";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

export const clock = {
  /** Milliseconds, new every second. */
  get now(): number {
    subscribe();
    return Date.now();
  },
};

const dark = new MediaQuery("(prefers-color-scheme: dark)");
const wide = new MediaQuery("(min-width: 1100px)");
const narrow = new MediaQuery("(max-width: 899px)");

export const look = {
  get isDark(): boolean {
    return settings.theme === "system" ? dark.current : settings.theme === "dark";
  },
  get theme(): "dark" | "light" {
    return this.isDark ? "dark" : "light";
  },
  /** There is room for two tables side by side. */
  get isWide(): boolean {
    return wide.current;
  },
  /** Tables become cards. */
  get isNarrow(): boolean {
    return narrow.current;
  },
};
