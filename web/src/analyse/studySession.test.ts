import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, type Line } from "../api";
import { grid, move } from "../board/samples";
import type { Scene, Verdict } from "../wire";
import type { Studied } from "./studySession.svelte";

// A game on three cells that ends after four moves.
const cells = ["a", "b", "c"];
const went: string[] = [];
let fails: ApiError | null = null;
let verdict: Verdict = { kind: "estimated", first: 0.5, draw: 0, second: 0.5, n: 100, text: "50 %" };

function sceneAt({ game, p, m, ply }: Line): Scene {
  const texts = (m ?? "").split(" ").filter((text) => text !== "");
  const at = Math.min(ply ?? texts.length, texts.length);
  return {
    game,
    title: "Cells",
    players: ["white", "black"],
    origin: p ?? null,
    position: texts.slice(0, at).join("") || "-",
    played: texts.map((text) => ({ text, speak: `a stone on ${text}` })),
    ply: at,
    view: { ...grid(1, 3), has_sides: true, to_move: at % 2 === 0 ? "first" : "second", ending: at >= 4 ? { winner: "second", sentence: "Black wins", reason: "four" } : null },
    input: "place",
    can_draw: false,
    moves: at >= 4 ? [] : cells.map((text, to) => move(text, { to })),
    speech: [],
    problem: null,
  };
}
vi.mock("../api", async (original) => ({ ...(await original<typeof import("../api")>()), api: { think: () => Promise.resolve({ verdict }) } }));
vi.mock("../scenes", () => ({
  lineOf: () => ({}),
  sceneKey: (line: Line) => JSON.stringify([line.p ?? null, line.m, line.ply ?? null]),
  sceneOf: (line: Line) => (fails ? Promise.reject(fails) : Promise.resolve(sceneAt(line))),
}));
let study: InstanceType<typeof StudySession>;
vi.mock("../location.svelte", () => ({
  go: (address: string) => {
    went.push(address);
    const query = new URL(address, "http://here").searchParams;
    const ply = query.get("ply");
    const at = { ...start, m: query.get("m") ?? "", ply: ply === null ? null : Number(ply), flip: query.get("flip") === "1", agent: query.get("agent") };
    queueMicrotask(() => study.follow(at));
  },
}));
const { StudySession } = await import("./studySession.svelte");

const start: Studied = { game: "cells", p: null, m: "", ply: null, tab: null, flip: false, agent: null };
const settled = () => new Promise((resolve) => setTimeout(resolve));
async function open(change: Partial<Studied> = {}) {
  study = new StudySession({ ...start, ...change });
  study.follow(study.at);
  await settled();
}
const play = (text: string) => study.play(move(text, { to: cells.indexOf(text) }));
beforeEach(() => {
  went.splice(0);
  fails = null;
});

test("a move is shown at once and then confirmed", async () => {
  await open({ m: "a" });
  expect([study.phase.name, study.live, study.ply]).toEqual(["ready", true, 1]);
  play("b");
  expect([study.phase.name, study.live, study.view?.pieces.length]).toEqual(["moving", false, 1]);
  await settled();
  expect([study.phase.name, study.current]).toEqual(["ready", ["a", "b"]]);
  expect(study.branches).toEqual([["a", "b"]]);
});

test("a move of the line steps along it; another one begins a branch", async () => {
  await open({ m: "a b c", ply: 1 });
  play("b");
  await settled();
  expect([study.ply, study.texts, study.branches]).toEqual([2, ["a", "b", "c"], []]);
  play("a");
  await settled();
  expect([study.ply, study.texts]).toEqual([3, ["a", "b", "a"]]);
  expect(study.branches).toEqual([["a", "b", "c"], ["a", "b", "a"]]);
  study.nextBranch(1);
  await settled();
  expect([study.ply, study.texts]).toEqual([3, ["a", "b", "c"]]);
});

test("a lost server keeps the board, and can be asked again", async () => {
  await open({ m: "a b" });
  fails = new ApiError("gone", "The server does not answer.");
  study.showPly(1);
  await settled();
  expect([study.phase.name, study.problem?.gone, study.scene?.ply, study.live]).toEqual(["offline", true, 2, false]);
  fails = null;
  study.retry();
  await settled();
  expect([study.phase.name, study.ply]).toEqual(["ready", 1]);
});

test("a game that is over is known without an engine", async () => {
  await open({ m: "a b c a" });
  expect(study.verdict).toEqual({ kind: "proved", winner: "second", plies: 0, text: "Black wins" });
});

test("a better move is tried on the board, and judged", async () => {
  await open({ m: "a b c", ply: 1 });
  const known: Verdict = { kind: "estimated", first: 0.5, draw: 0, second: 0.5, n: 100, text: "50 %" };
  study.review.plies = [undefined, { ply: 1, verdict: known, best: "c", loss: 30, mark: "??" } as never];
  study.beginTraining([1]);
  verdict = { ...known, first: 0.9, second: 0.1 };
  play("a");
  expect([study.phase.name, study.trainer.state]).toEqual(["trying", "eval"]);
  await settled();
  expect([study.phase.name, study.trainer.state]).toEqual(["ready", "fail"]);
  play("c");
  await settled();
  expect([study.phase.name, study.trainer.state, went]).toEqual(["trying", "win", []]);
});

test("the board is turned, and an evaluator is given back, in the address", async () => {
  await open({ m: "a b", agent: "oak" });
  expect(study.address({ agent: null })).toBe("/analyse/cells?m=a+b");
  study.turn();
  await settled();
  expect([study.flip, went]).toEqual([true, ["/analyse/cells?m=a+b&flip=1&agent=oak"]]);
});
