// Addresses that are too long for some programs: the server keeps the game, and a short address stands for it.

import { api } from "./api";
import { longest, to, type Route } from "./router";

const known = new Map<string, Promise<string>>();

/** The address to pass on: itself if it is short, or else one under which its game is kept. */
export function shortened(address: string): Promise<string> {
  const url = new URL(address, window.location.href);
  const [, page, game] = url.pathname.split("/");
  const { searchParams: query } = url;
  if (url.href.length <= longest || !game || (page !== "play" && page !== "analyse")) return Promise.resolve(url.href);
  const line = { game: decodeURIComponent(game), p: query.get("p"), m: query.get("m") ?? "" };
  const key = JSON.stringify(line);
  const name = known.get(key) ?? api.keepLine(line).then((answer) => answer.id);
  known.set(key, name);
  name.catch(() => known.delete(key));
  return name.then((id) => {
    query.delete("p");
    query.delete("m");
    query.set("g", id);
    return url.href;
  });
}

/** What a short address stands for: the address with all its moves, and the one to be shown. `/game/ID` alone is studied. */
export async function unfolded(route: Route): Promise<{ full: string; shown: string }> {
  const id = route.shortLink ?? "";
  const line = await api.line(id);
  const rest = Object.fromEntries([...route.query].filter(([name]) => name !== "g"));
  const page = window.location.pathname.startsWith("/play/") ? to.play : to.analyse;
  return { full: page(line.game, { ...rest, p: line.p, m: line.m }), shown: page(line.game, { ...rest, g: id }) };
}
