// Where the reader is: the address as something that pages can react to.

import { longest, read, type Route } from "./router";

let route = $state.raw<Route>(read(new URL(window.location.href)));

window.addEventListener("popstate", () => {
  route = read(new URL(window.location.href));
});

export const location = {
  get route(): Route {
    return route;
  },
};

/** Goes to an address of ours. Stepping within a page replaces the address, opening a page adds to the history. */
export function go(address: string, how: { replace?: boolean } = {}): void {
  const url = new URL(address, window.location.href);
  if (how.replace) window.history.replaceState(null, "", url);
  else if (url.href !== window.location.href) window.history.pushState(null, "", url);
  route = read(url);
  void shorten(url.href);
}

/** The page stays as it is; only what stands in the address bar is exchanged, if the reader is still there. */
async function shorten(long: string): Promise<void> {
  if (long.length <= longest) return;
  try {
    const { shortened } = await import("./shortLinks");
    const short = await shortened(long);
    if (window.location.href === long) window.history.replaceState(null, "", short);
  } catch {
    // A server that cannot keep it leaves the long address, which is as good here.
  }
}

void shorten(window.location.href);

/** Shows what a short address stands for. */
export async function unfold(): Promise<void> {
  const asked = window.location.href;
  const { unfolded } = await import("./shortLinks");
  const { full, shown } = await unfolded(route);
  if (window.location.href !== asked) return;
  window.history.replaceState(null, "", shown);
  route = read(new URL(full, asked));
}

/** Follows links of ours without loading the page anew; everything else is left to the browser. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, window.location.href);
  if (url.origin !== window.location.origin || url.pathname.startsWith("/api/")) return;
  if (url.hash !== "" && url.pathname === window.location.pathname) return;
  event.preventDefault();
  go(url.href);
  window.scrollTo(0, 0);
}
