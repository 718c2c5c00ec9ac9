import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../api";
import { grid } from "../board/samples";
import type { Line } from "../api";
import type { Move, Scene, Thought, Verdict } from "../wire";

// A game on three columns that ends after five moves. The server is played by the functions below.
const columns = ["a", "b", "c"];
const longest = 5;
const asked = { scenes: [] as string[], thoughts: [] as { m: string; agent: string; signal: AbortSignal | undefined }[], hurried: [] as string[] };
const went: string[] = [];
const remembered: [string, string][] = [];
let sceneFails: ApiError | null = null;
let thinkFails: ApiError | null = null;
let missing: string | null = null;
let reply: (m: string, agent: string) => Partial<Thought> = () => ({});
let gate: Promise<void> | null = null;
/** After so many moves there is only a pass. */
let stuckAt: number | null = null;

const even: Verdict = { kind: "estimated", first: 0.5, draw: 0, second: 0.5, n: 100, text: "50 %" };
const lost: Verdict = { kind: "estimated", first: 0.1, draw: 0, second: 0.9, n: 100, text: "10 %" };

function move(text: string): Move {
  return { text, from: null, to: columns.indexOf(text), column: null, kind: null, path: [], captured: [], turned: [], holes: [], speak: `a stone on ${text}` };
}
const pass: Move = { ...move("pass"), to: null, speak: "white passes" };
function sceneAt({ game, p, m, ply }: Line): Scene {
  const texts = (m ?? "").split(" ").filter((text) => text !== "");
  const isMove = (text: string) => text === "pass" || columns.includes(text);
  const at = Math.min(ply ?? texts.length, texts.length);
  const bad = texts.findIndex((text) => !isMove(text));
  const legal = bad < 0 ? texts : texts.slice(0, bad);
  const shown = Math.min(at, legal.length);
  const view = grid(1, 3);
  return {
    game,
    title: "Columns",
    players: ["white", "black"],
    origin: p ?? null,
    position: legal.slice(0, shown).join("") || "-",
    played: legal.map((text) => ({ text, speak: text === "pass" ? pass.speak : `a stone on ${text}` })),
    ply: shown,
    view: {
      ...view,
      to_move: shown % 2 === 0 ? "first" : "second",
      ending: shown >= longest ? { winner: "first", sentence: "White wins: five stones", reason: "five" } : null,
    } as Scene["view"],
    input: "place",
    can_draw: false,
    moves: shown >= longest ? [] : shown === stuckAt ? [pass] : columns.map(move),
    speech: [],
    problem: bad < 0 ? null : `${texts[bad]} is no move`,
  };
}

vi.mock("../api", async (original) => ({
  ...(await original<typeof import("../api")>()),
  api: {
    opponents: () => Promise.resolve({ opponents: [{ id: "oak", name: "Oak", agent: "oak" }], champions: [], slider: [] }),
    agent: (_game: string, agent: string) => (agent === missing ? Promise.reject(new ApiError("unknown-agent", "nobody knows it", 400)) : Promise.resolve({ agent })),
    moveNow: (ticket: string) => Promise.resolve(asked.hurried.push(ticket)),
    think: async ({ m, agent, next }: { m: string; agent: string; next?: boolean }, signal?: AbortSignal) => {
      asked.thoughts.push({ m, agent, signal });
      if (gate) await gate;
      if (thinkFails) throw thinkFails;
      return { move: "b", speak: "", resigns: false, verdict: even, depth: 1, nodes: 1, seconds: 0, line: ["b"], next: next ? sceneAt({ game: "columns", p: null, m: `${m} b`.trim() }) : null, ...reply(m, agent) };
    },
  },
}));
vi.mock("../scenes", async () => ({
  lineOf: () => ({}),
  rememberScene: (line: Line, scene: Scene) => remembered.push([line.m ?? "", scene.position]),
  sceneKey: (line: Line) => JSON.stringify([line.p, line.m, line.ply]),
  sceneOf: (line: Line) => {
    asked.scenes.push(`${line.m}@${line.ply ?? "end"}`);
    return sceneFails ? Promise.reject(sceneFails) : Promise.resolve(sceneAt(line));
  },
}));
// The page: whatever address is gone to is followed, as the component does.
let live: InstanceType<typeof LiveGame>;
vi.mock("../location.svelte", () => ({
  go: (address: string) => {
    went.push(address);
    const query = new URL(address, "http://here").searchParams;
    const ply = query.get("ply");
    const follow = () =>
      live.follow({
        game: "columns",
        p: query.get("p"),
        m: query.get("m") ?? "",
        ply: ply === null ? null : Number(ply),
        first: query.get("first") ?? "human",
        second: query.get("second") ?? "human",
        resigned: query.get("resigned") as "first" | "second" | null,
        flip: query.get("flip"),
      });
    queueMicrotask(follow);
  },
}));
const { LiveGame } = await import("./liveGame.svelte");
const { settings } = await import("../settings.svelte");
const { voice } = await import("../speech.svelte");
const { unfinished } = await import("./choices");

const table = { game: "columns", p: null, m: "", ply: null, first: "human", second: "oak", resigned: null, flip: null };
const settled = () => vi.advanceTimersByTimeAsync(400);
async function open(change: Partial<Parameters<InstanceType<typeof LiveGame>["follow"]>[0]> = {}) {
  live = new LiveGame({ ...table, ...change });
  live.follow({ ...table, ...change });
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  Object.assign(asked, { scenes: [], thoughts: [], hurried: [] });
  went.splice(0);
  remembered.splice(0);
  sceneFails = thinkFails = missing = gate = stuckAt = null;
  reply = () => ({});
  settings.coach = false;
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

describe("turns", () => {
  test("a game loads, and it is the player's turn", async () => {
    live = new LiveGame(table);
    expect(live.phase.name).toBe("loading");
    expect([live.live, live.status]).toEqual([false, ""]);
    await open();
    expect(live.phase.name).toBe("yourTurn");
    expect([live.live, live.status, live.me]).toEqual([true, "Your turn", "first"]);
  });

  test("who can only pass is told so, and the pass is told too", async () => {
    stuckAt = 0;
    await open({ second: "human" });
    expect(voice.polite.trim()).toBe("Columns. White can only pass");
    await open();
    expect(live.status).toBe("White can only pass");
    gate = new Promise(() => undefined);
    live.play(pass);
    expect([live.view?.pieces.length, live.view?.to_move]).toEqual([0, "second"]);
    await vi.advanceTimersByTimeAsync(0);
    expect([live.texts, voice.polite.trim()]).toEqual([["pass"], "White passes. Black to move, 3 moves"]);
  });

  test("a move is shown at once, the opponent thinks, and it is the player's turn again", async () => {
    await open();
    live.play(move("a"));
    expect(live.phase).toMatchObject({ name: "moving", coach: null });
    expect([live.live, live.view?.pieces.length]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.phase).toMatchObject({ name: "thinking", player: "second" });
    expect(live.status).toBe("Oak is thinking");
    await settled();
    expect(live.phase.name).toBe("yourTurn");
    expect(live.texts).toEqual(["a", "b"]);
    expect(asked.thoughts.map(({ m, agent }) => [m, agent])).toEqual([["a", "oak"]]);
    expect(voice.polite).toContain("White to move, 3 moves");
    // It can be gone on with later.
    expect(unfinished()).toMatchObject([{ title: "Columns", against: "Oak", plies: 2 }]);
  });

  test("the scene after the opponent's move comes with the move", async () => {
    await open({ m: "a" });
    await settled();
    expect(remembered).toEqual([["a b", "ab"]]);
  });

  test("nothing can be played while it is nobody's turn here", async () => {
    await open({ m: "a" });
    expect(live.phase.name).toBe("thinking");
    live.play(move("c"));
    expect(went).toEqual([]);
  });

  test("an opponent can be hurried, and its seconds are counted", async () => {
    let letGo = () => {};
    gate = new Promise((resolve) => (letGo = resolve));
    await open({ m: "a" });
    await vi.advanceTimersByTimeAsync(2100);
    expect(live.seconds).toBe(2);
    live.moveNow();
    expect(asked.hurried).toEqual([live.phase.name === "thinking" ? live.phase.ticket : ""]);
    letGo();
    await settled();
    expect(live.phase.name).toBe("yourTurn");
  });

  test("two people take turns", async () => {
    await open({ second: "human" });
    expect(live.status).toBe("White to move");
    live.play(move("a"));
    await settled();
    expect([live.phase.name, live.status, live.me]).toEqual(["yourTurn", "Black to move", "second"]);
    expect(asked.thoughts).toEqual([]);
  });

  test("two opponents play to the end", async () => {
    await open({ first: "oak" });
    await vi.advanceTimersByTimeAsync(3000);
    expect(live.phase).toMatchObject({ name: "over", sentence: "White wins: five stones", winner: "first", justNow: true });
    expect(live.texts).toHaveLength(longest);
    expect(unfinished()).toEqual([]);
  });
});

describe("the end", () => {
  test("a game that was over when it was opened did not end just now", async () => {
    await open({ m: "a b a b a" });
    expect(live.phase).toMatchObject({ name: "over", winner: "first", justNow: false });
    expect([live.isOver, live.live, live.winner]).toEqual([true, false, "first"]);
  });

  test("to resign ends it, and the other has won", async () => {
    await open({ m: "a b" });
    live.resign();
    await settled();
    expect(live.phase).toEqual({ name: "over", sentence: "Black wins: white resigned", winner: "second", justNow: true });
    live.undo();
    await settled();
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", []]);
  });

  test("an opponent that resigns has lost", async () => {
    reply = () => ({ resigns: true });
    await open({ m: "a" });
    await settled();
    expect(live.phase).toMatchObject({ name: "over", winner: "first" });
    expect(live.texts).toEqual(["a"]);
  });

  test("a rematch changes sides", async () => {
    await open({ m: "a b a b a" });
    live.rematch();
    expect(live.phase.name).toBe("loading");
    await vi.advanceTimersByTimeAsync(0);
    expect([live.table.first, live.table.second, live.me]).toEqual(["oak", "human", "second"]);
    expect(live.phase).toMatchObject({ name: "thinking", player: "first" });
    await settled();
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", ["b"]]);
  });
});

describe("looking back", () => {
  test("it changes nothing of the game", async () => {
    await open({ m: "a b a" });
    const { phase } = live;
    expect(phase.name).toBe("thinking");
    live.showPly(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.phase).toBe(phase);
    expect([live.ply, live.atEnd, live.status]).toEqual([1, false, "Looking back: 1. a"]);
    // The reply leads back to the game.
    await settled();
    expect([live.phase.name, live.ply, live.atEnd]).toEqual(["yourTurn", 4, true]);
  });

  test("nothing is played there", async () => {
    await open({ m: "a b" });
    live.showPly(0);
    await settled();
    expect([live.phase.name, live.live]).toEqual(["yourTurn", false]);
    live.showPly(2);
    await settled();
    expect([live.live, live.table.ply]).toEqual([true, null]);
  });

  test("a game that is opened in the middle knows all its moves", async () => {
    await open({ m: "a b a b", ply: 1 });
    expect([live.ply, live.played.length, live.phase.name]).toEqual([1, 4, "yourTurn"]);
    live.showPly(4);
    await settled();
    expect(live.live).toBe(true);
  });

  test("a ply that cannot be had is asked for again; the game goes on", async () => {
    await open({ m: "a b" });
    sceneFails = new ApiError("gone", "The server does not answer.");
    live.showPly(1);
    await settled();
    expect([live.phase.name, live.problem?.message, live.live]).toEqual(["yourTurn", "The server does not answer.", false]);
    sceneFails = null;
    live.retry();
    await settled();
    expect([live.problem, live.ply]).toEqual([null, 1]);
  });
});

describe("taking back", () => {
  test("it goes to the player's last turn and ends the search", async () => {
    await open({ m: "a b a" });
    expect(live.phase.name).toBe("thinking");
    const search = asked.thoughts.at(-1)?.signal;
    live.undo();
    await settled();
    expect(search?.aborted).toBe(true);
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", ["a", "b"]]);
    expect(asked.thoughts).toHaveLength(1);
  });

  test("the browser's way back to another game stops the search, too", async () => {
    await open({ m: "a b a" });
    live.follow({ ...table, m: "c b" });
    await settled();
    expect(asked.thoughts.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", ["c", "b"]]);
  });
});

describe("the coach", () => {
  beforeEach(() => {
    settings.coach = true;
    reply = (m, agent) => ({ verdict: m === "a" && agent === "oak" ? lost : even });
  });

  test("it holds the reply, warns, and lets the move be taken back", async () => {
    await open();
    live.play(move("a"));
    expect([live.isHeld, live.status]).toEqual([true, "Oak is checking your move"]);
    await settled();
    expect(live.phase).toMatchObject({ name: "warned", loss: 40 });
    live.takeBack();
    await settled();
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", []]);
  });

  test("a move that is kept is answered", async () => {
    await open();
    live.play(move("a"));
    await settled();
    live.keepMove();
    expect(live.phase.name).toBe("thinking");
    await settled();
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", ["a", "b"]]);
  });

  test("a good move is answered without a word", async () => {
    await open();
    live.play(move("c"));
    await settled();
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", ["c", "b"]]);
  });

  test("a warning does not outlive its move", async () => {
    await open();
    live.play(move("a"));
    await settled();
    live.follow({ ...table });
    await settled();
    expect([live.phase.name, live.isHeld]).toEqual(["yourTurn", false]);
  });
});

describe("what goes wrong", () => {
  test("a game that cannot be opened can be tried again", async () => {
    sceneFails = new ApiError("gone", "The server does not answer.");
    await open();
    expect(live.phase).toMatchObject({ name: "offline" });
    expect([live.scene, live.problem?.gone]).toEqual([null, true]);
    sceneFails = null;
    live.retry();
    await settled();
    expect([live.phase.name, live.problem]).toEqual(["yourTurn", null]);
  });

  test("a move that is not confirmed is taken back", async () => {
    await open({ m: "a b" });
    sceneFails = new ApiError("gone", "The server does not answer.");
    live.play(move("c"));
    await vi.advanceTimersByTimeAsync(0);
    expect(live.message).toBe("Your move was taken back. The server does not answer.");
    expect(new URL(went.at(-1)!, "http://here").searchParams.get("m")).toBe("a b");
    sceneFails = null;
    live.retry();
    await settled();
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", ["a", "b"]]);
  });

  test("an opponent that cannot answer is asked again", async () => {
    thinkFails = new ApiError("busy", "Too many searches.", 503);
    await open({ m: "a" });
    await settled();
    expect(live.phase).toMatchObject({ name: "offline" });
    expect([live.problem?.message, voice.assertive]).toEqual(["Too many searches.", "Too many searches."]);
    thinkFails = null;
    live.retry();
    await settled();
    expect([live.phase.name, live.texts]).toEqual(["yourTurn", ["a", "b"]]);
  });

  test("an opponent that does not exist is told at once, and somebody else can sit down", async () => {
    missing = "oak";
    await open({ m: "a b" });
    expect(live.phase).toMatchObject({ name: "absent", player: "second" });
    expect([live.live, live.status]).toEqual([false, ""]);
    live.follow({ ...table, m: "a b", second: "elm" });
    await settled();
    expect(live.phase.name).toBe("yourTurn");
  });

  test("nobody answers a game that could only be read in part", async () => {
    await open({ m: "a x b" });
    expect([live.phase.name, live.message]).toEqual(["waiting", "x is no move"]);
    expect(asked.thoughts).toEqual([]);
  });
});

describe("hints", () => {
  test("each one says more, until a move is made", async () => {
    await open();
    await live.hint();
    expect(live.hintWords).toBe("Oak suggests the marked cells.");
    await live.hint();
    expect(live.hintWords).toBe("Oak plays b: a stone on b.");
    live.play(move("a"));
    expect(live.hints).toBeNull();
  });
});
