// Where the reader is: the address as something that pages can react to.

import { read, type Route } from "./router";

let route = $state.raw<Route>(read(new URL(window.location.href)));

window.addEventListener("popstate", () => {
  route = read(new URL(window.location.href));
});

export const place = {
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
