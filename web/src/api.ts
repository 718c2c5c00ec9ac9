// The one place that talks to the server.

import type {
  Arranged,
  Experiment,
  GameCard,
  GameRow,
  GameThought,
  KeptLine,
  Lab,
  ManualContents,
  ManualHits,
  ManualPage,
  Opponents,
  Player,
  PlyReview,
  Reliability,
  Rethought,
  RunPage,
  RunRow,
  Scene,
  Seat,
  StoredGame,
  Swatch,
  Thought,
  Update,
  WaitingRun,
  Why,
} from "./wire";

/** What went wrong between page and server: `kind` is for the program, `message` for the reader. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly kind: string,
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }

  /** Whether the server could not be reached at all, so that trying again may help. */
  get gone(): boolean {
    return this.kind === "gone";
  }
}

type Query = Record<string, string | number | boolean | null | undefined>;

/** A game as far as it goes: where it began, what was played, and how much of it is shown. */
export interface Line {
  game: string;
  p?: string | null;
  m?: string;
  ply?: number | null;
}

/** An address of the server with those parts of the query that are set. */
export function address(path: string, query: Query = {}): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") set.set(name, String(value));
  }
  const text = set.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Whether an error only says that somebody no longer wanted the answer. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Any error as one that can be shown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError("page", error instanceof Error ? error.message : String(error));
}

async function ask(url: string, init: RequestInit, isAgain = false): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError("gone", "The server does not answer. Is `zermelo serve` still running?");
  }
  if (answer.ok) return answer;
  const said: unknown = await answer.json().catch(() => null);
  const error = (said as { error?: { kind?: string; message?: string } } | null)?.error;
  // A server that was started again does not know an invented game any more: it is sent the text once more.
  if (error?.kind === "unknown-game" && !isAgain && url !== "/api/invent/open") {
    const { sendAgain } = await import("./invent/texts");
    if (await sendAgain(url, init.body)) return ask(url, init, true);
  }
  if (error?.message) throw new ApiError(error.kind ?? "refused", error.message, answer.status);
  const gateway = answer.status === 502 || answer.status === 503 || answer.status === 504;
  if (gateway) throw new ApiError("gone", "The server does not answer. Is `zermelo serve` still running?", answer.status);
  throw new ApiError("refused", `The server answered ${answer.status} to ${url}.`, answer.status);
}

/** Asks for something. */
export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const answer = await ask(address(path, query), { signal, headers: { accept: "application/json" } });
  return (await answer.json()) as T;
}

/** Sends something. */
export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await ask(path, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body ?? {}),
  });
  const text = await answer.text();
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** One server-sent event. */
export interface StreamEvent {
  event: string;
  data: string;
  id: string | null;
}

/** Cuts a stream of text into server-sent events; what is not yet complete is kept for the next piece. */
export class EventParser {
  private rest = "";
  private event = "";
  private data: string[] = [];
  private id: string | null = null;

  push(text: string): StreamEvent[] {
    const found: StreamEvent[] = [];
    // A carriage return at the very end may be half of a line's end: it waits for the next piece.
    const whole = this.rest + text;
    const lines = whole.split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (this.data.length > 0) {
          found.push({ event: this.event || "message", data: this.data.join("\n"), id: this.id });
        }
        this.event = "";
        this.data = [];
        continue;
      }
      const colon = line.indexOf(":");
      if (colon === 0) continue;
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") this.event = value;
      else if (field === "data") this.data.push(value);
      else if (field === "id") this.id = value;
    }
    return found;
  }
}

/** Reads server-sent events until the server ends them, or the signal does. */
export async function stream(
  path: string,
  query: Query,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
  lastId?: string | null,
): Promise<void> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (lastId) headers["last-event-id"] = lastId;
  const answer = await ask(address(path, query), { signal, headers, cache: "no-store" });
  if (!answer.body) throw new ApiError("page", "This browser cannot read a stream.");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  for (;;) {
    let piece: ReadableStreamReadResult<string>;
    try {
      piece = await reader.read();
    } catch (error) {
      if (isAbort(error) || signal.aborted) throw new DOMException("aborted", "AbortError");
      throw new ApiError("gone", "The connection to the server was lost.");
    }
    if (piece.done) return;
    for (const event of parser.push(piece.value)) onEvent(event);
  }
}

const named = (name: string) => encodeURIComponent(name);
const lineQuery = (line: Line): Query => ({ game: line.game, p: line.p, m: line.m, ply: line.ply });

export const api = {
  games: (signal?: AbortSignal) => get<{ games: GameCard[] }>("/api/games", {}, signal).then((a) => a.games),
  scene: (line: Line, signal?: AbortSignal) => get<Scene>("/api/scene", lineQuery(line), signal),
  opponents: (game: string, signal?: AbortSignal) => get<Opponents>("/api/opponents", { game }, signal),
  think: (
    ask: { game: string; p?: string | null; m: string; agent: string; seed?: number; ticket?: string; next?: boolean },
    signal?: AbortSignal,
  ) => post<Thought>("/api/think", ask, signal),
  /** Whether an agent can play this game; an error says why it cannot. */
  agent: (game: string, agent: string, signal?: AbortSignal) => get<{ agent: string }>("/api/agent", { game, agent }, signal),
  moveNow: (ticket: string) => post<unknown>("/api/move-now", { ticket }),
  keepGame: (played: {
    game: string;
    p?: string | null;
    m: string;
    first: Seat;
    second: Seat;
    resigned?: Player;
    taken_back?: number;
    hints?: number;
  }) => post<{ id: string }>("/api/people", played),
  experience: (signal?: AbortSignal) =>
    get<{ levels: { id: string; title: string }[] }>("/api/experience", {}, signal).then((a) => a.levels),
  picture: (line: Line, format: "svg" | "png", flip = false) =>
    address(`/api/board.${format}`, { ...lineQuery(line), flip: flip ? "true" : null }),

  analyse: (
    line: Line,
    how: { lines: number; nodes: number; only?: string; agent?: string | null },
    onUpdate: (update: Update) => void,
    signal: AbortSignal,
  ) =>
    stream(
      "/api/analyse",
      { ...lineQuery(line), ...how },
      (event) => {
        if (event.event === "update") onUpdate(JSON.parse(event.data) as Update);
        else if (event.event === "error") throw told(event.data);
      },
      signal,
    ),
  why: (line: Line, whose: { eval?: string | null; agent?: string | null }, signal?: AbortSignal) =>
    get<Why>("/api/why", { ...lineQuery(line), ...whose }, signal),
  review: (line: Line, nodes: number, onPly: (ply: PlyReview) => void, signal: AbortSignal) =>
    stream(
      "/api/review",
      { ...lineQuery(line), nodes },
      (event) => {
        if (event.event === "ply") onPly(JSON.parse(event.data) as PlyReview);
        else if (event.event === "error") throw told(event.data);
      },
      signal,
    ),
  /** The pieces that can be put on a board by hand. */
  palette: (game: string) => get<{ palette: Swatch[] }>("/api/setup", { game }).then((a) => a.palette),
  setUp: (wish: { game: string; letters: string[]; to_move: Player }) => post<Arranged>("/api/setup", wish),
  /** How percentages did on games that they were not fitted on. */
  reliability: (game: string, agent?: string | null) => get<Reliability>("/api/calibration", { game, agent }),
  /** A line that is too long for an address. */
  keepLine: (line: KeptLine) => post<{ id: string }>("/api/lines", line),
  line: (id: string) => get<KeptLine>(`/api/lines/${named(id)}`),
  /** Lets the players of a stored game think again, and tells how that went. */
  rethink: async (run: string, index: number, onThought: (thought: GameThought) => void, signal: AbortSignal): Promise<Rethought> => {
    let done: Rethought | null = null;
    await stream(
      `/api/game/${named(run)}/${index}/thoughts`,
      {},
      (event) => {
        if (event.event === "thought") onThought(JSON.parse(event.data) as GameThought);
        else if (event.event === "done") done = JSON.parse(event.data) as Rethought;
        else if (event.event === "error") throw told(event.data);
      },
      signal,
    );
    if (done === null) throw new ApiError("gone", "The connection to the server was lost.");
    return done;
  },
  storedGame: (run: string, index: number | string, signal?: AbortSignal) =>
    get<StoredGame>(`/api/game/${named(run)}/${index}`, {}, signal),

  runs: (signal?: AbortSignal) => get<{ runs: RunRow[] }>("/api/runs", {}, signal).then((a) => a.runs),
  runsAndWaiting: (signal?: AbortSignal) => get<{ runs: RunRow[]; waiting: WaitingRun[] }>("/api/runs", {}, signal),
  cancelWaiting: (id: number) => post<{ waiting: WaitingRun[] }>(`/api/runs/waiting/${id}/cancel`, {}),
  run: (name: string, signal?: AbortSignal) => get<RunPage>(`/api/runs/${named(name)}`, {}, signal),
  figure: (run: string, figure: string, format: "svg" | "png" = "svg", theme?: "dark" | "light") =>
    address(`/api/runs/${named(run)}/figures/${named(figure)}.${format}`, { theme }),
  gamesOf: (
    run: string,
    which: { first?: string; second?: string; after?: number; limit?: number },
    signal?: AbortSignal,
  ) => get<{ total: number; games: GameRow[] }>(`/api/runs/${named(run)}/games`, which, signal),
  experiments: (signal?: AbortSignal) =>
    get<{ experiments: Experiment[] }>("/api/experiments", {}, signal).then((a) => a.experiments),
  /** The name is null if it has to wait for others to end. */
  startRun: (start: { file?: string; text?: string; seed?: number }) => post<{ name: string | null; waiting: WaitingRun | null }>("/api/runs", start),
  stopRun: (name: string) => post<RunRow>(`/api/runs/${named(name)}/stop`, {}),
  resumeRun: (name: string) => post<unknown>(`/api/runs/${named(name)}/resume`, {}),

  lab: (game: string, signal?: AbortSignal, vs?: string | null) => get<Lab>("/api/lab", { game, vs }, signal),
  measure: (game: string, quick: boolean) => post<{ name: string | null }>("/api/lab", { game, quick }),

  /** The card of a game that may be in no menu. */
  card: (game: string, signal?: AbortSignal) => get<GameCard>("/api/card", { game }, signal),

  manual: (signal?: AbortSignal) => get<ManualContents>("/api/manual", {}, signal),
  manualPage: (topic: string, signal?: AbortSignal) => get<ManualPage>(`/api/manual/${encodeURIComponent(topic)}`, {}, signal),
  manualSearch: (q: string, signal?: AbortSignal) => get<ManualHits>("/api/manual/search", { q }, signal),
};

/** An error that was told in the middle of a stream. */
function told(data: string): ApiError {
  try {
    const error = (JSON.parse(data) as { error?: { kind?: string; message?: string } }).error;
    if (error?.message) return new ApiError(error.kind ?? "refused", error.message);
  } catch {
    // Not the form that was agreed on: shown as it came.
  }
  return new ApiError("refused", data);
}
