// The pages, each loaded when it is asked for, and what they ask the server for first.

import type { Component } from "svelte";
import Play from "./pages/Play.svelte";
import { isGame, type PageName, type Route } from "./router";
import { gameCards, lineOf, sceneOf } from "./scenes";

export type Page = Component<{ route: Route }>;

/** Play comes with the frame: it is the front door, and its board and moves are parts of other pages too. */
export const loaders: Record<Exclude<PageName, "unknown" | "short-link">, () => Promise<{ default: Page }>> = {
  play: () => Promise.resolve({ default: Play }),
  analyse: () => import("./pages/Analyse.svelte"),
  game: () => import("./pages/Game.svelte"),
  runs: () => import("./pages/Runs.svelte"),
  run: () => import("./pages/Run.svelte"),
  tournament: () => import("./pages/Tournament.svelte"),
  lab: () => import("./pages/Lab.svelte"),
  invent: () => import("./pages/Invent.svelte"),
  manual: () => import("./pages/Manual.svelte"),
};

/** Sets out to fetch what will be shown at an address: it comes while the frame is drawn. Whoever needs it asks again, and is told if
 * it did not come. */
export function fetchEarly(route: Route): void {
  const { page, game } = route;
  if (page === "unknown" || page === "short-link") return;
  const wanted: Promise<unknown>[] = [loaders[page]()];
  if (page === "play" && !isGame(route)) wanted.push(gameCards());
  else if ((page === "play" || page === "analyse") && game !== null) wanted.push(sceneOf(lineOf(route)));
  for (const one of wanted) one.catch(() => undefined);
}
