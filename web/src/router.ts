// The addresses of the pages: read and written here, and nowhere else.

export type PageName = "play" | "analyse" | "game" | "runs" | "run" | "tournament" | "lab" | "invent" | "manual" | "short-link" | "unknown";

/** An address taken apart. `path` holds what follows the page's name: a game, a run and its tab. */
export interface Route {
  page: PageName;
  /** The game's id, on the pages that have one. */
  game: string | null;
  /** The run's name (for a stored game, the run it is in). */
  run: string | null;
  /** The tab of a run. */
  tab: string | null;
  /** The number of a stored game in its run. */
  index: string | null;
  /** The name under which the server keeps the moves, on the page `short-link`: they are too long for the address. */
  shortLink: string | null;
  /** The page of the manual, such as `tutorials/designer`. */
  topic: string | null;
  query: URLSearchParams;
}

/** Longer than this an address is not safe: programs cut it. */
export const longest = 2000;

/** Percent-encoded as a part of a path, leaving the signs of game ids readable. */
export function part(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|3D|2C|40|24)/g, (code) => decodeURIComponent(code));
}

function decoded(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads an address. An address nobody knows is the page `unknown`. */
export function read(url: URL): Route {
  const [page, one, two, three] = url.pathname.replace(/^\/+|\/+$/g, "").split("/");
  const route: Route = { page: "unknown", game: null, run: null, tab: null, index: null, shortLink: null, topic: null, query: url.searchParams };
  const first = decoded(one);
  const second = decoded(two);
  if (three !== undefined) return route;
  const shortLink = url.searchParams.get("g");
  if (shortLink && two === undefined && first !== null && (page === "play" || page === "analyse")) return { ...route, page: "short-link", shortLink };
  switch (page) {
    case "":
    case "play":
      return two === undefined ? { ...route, page: "play", game: first } : route;
    case "analyse":
      return two === undefined ? { ...route, page: "analyse", game: first } : route;
    case "game":
      if (first === null) return route;
      return second === null ? { ...route, page: "short-link", shortLink: first } : { ...route, page: "game", run: first, index: second };
    case "runs":
      return first === null ? { ...route, page: "runs" } : { ...route, page: "run", run: first, tab: second };
    case "tournament":
      return two === undefined ? { ...route, page: "tournament", run: first } : route;
    case "lab":
      return two === undefined ? { ...route, page: "lab", game: first } : route;
    case "invent":
      return one === undefined ? { ...route, page: "invent" } : route;
    case "manual":
      return { ...route, page: "manual", topic: second === null ? first : `${first}/${second}` };
    default:
      return route;
  }
}

/** Whether an address of Play is a game: one without seats and moves is still being chosen. */
export function isGame({ game, query }: Route): boolean {
  return game !== null && ["first", "second", "m"].some((name) => query.has(name));
}

type Query = Record<string, string | number | null | undefined>;

function withQuery(path: string, query: Query): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") set.set(name, String(value));
  }
  // Signs that need no escape in a query stay readable: `second=alphabeta(nodes=4000)`.
  const text = set.toString().replace(/%(3A|3D|2C|28|29|7E|2F)/gi, (code) => decodeURIComponent(code));
  return text === "" ? path : `${path}?${text}`;
}

export const to = {
  play: (game?: string | null, query: Query = {}) => withQuery(game ? `/play/${part(game)}` : "/play", query),
  analyse: (game?: string | null, query: Query = {}) => withQuery(game ? `/analyse/${part(game)}` : "/analyse", query),
  game: (run: string, index: number | string, query: Query = {}) => withQuery(`/game/${part(run)}/${index}`, query),
  runs: () => "/runs",
  run: (name: string, tab?: string | null, query: Query = {}) =>
    withQuery(tab ? `/runs/${part(name)}/${part(tab)}` : `/runs/${part(name)}`, query),
  tournament: (run?: string | null, query: Query = {}) => withQuery(run ? `/tournament/${part(run)}` : "/tournament", query),
  lab: (game?: string | null, query: Query = {}) => withQuery(game ? `/lab/${part(game)}` : "/lab", query),
  invent: () => "/invent",
  manual: (topic?: string | null, anchor = "") => `/manual${topic ? `/${topic.split("/").map(part).join("/")}` : ""}${anchor ? `#${part(anchor)}` : ""}`,
};
