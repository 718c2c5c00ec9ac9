import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../settings.svelte";
import { voice } from "../speech.svelte";
import type { Move } from "../wire";
import { BoardInput, type Shown } from "./boardInput.svelte";
import { layOut } from "./geometry";
import { KeyboardInput } from "./keyboardInput";
import { grid, move, piece } from "./samples";

const played: Move[] = [];
const focused: string[] = [];
const kinds: string[] = [];
const onkey = vi.fn((key: string) => key === "v");

// Pawns on a1 and c1 of a board of three by three: the first can go to a2 and b2, the second to c2.
const pawns = grid(3, 3, [piece(6, "first"), piece(8, "first"), piece(0, "second")]);
const steps = [move("a1-a2", { from: 6, to: 3 }), move("a1-b2", { from: 6, to: 4 }), move("c1-c2", { from: 8, to: 5 })];
// Four in a row: three columns, the last of them full.
const rack = grid(2, 3, [], { columns: ["1", "2", "3"], trays: [{ owner: "first", kind: "round", count: 2 }, { owner: "first", kind: "square", count: 0 }] });
const drops = [move("1", { to: 3, column: 0 }), move("2", { to: 4, column: 1 })];

function begin(change: Partial<Shown> = {}) {
  const view = change.view ?? pawns;
  const shown: Shown = {
    view,
    layout: layOut(view, { head: 0 }),
    usable: steps,
    input: "step",
    live: true,
    kind: null,
    isSmall: false,
    asks: true,
    onplay: (one) => played.push(one),
    ...change,
  };
  const input = new BoardInput(() => shown);
  const keys = new KeyboardInput(input, () => ({
    speech: view.cells.map((cell) => `cell ${cell.name}`),
    moves: shown.usable,
    players: ["black", "white"],
    lastSpoken: null,
    focus: (selector) => focused.push(selector),
    choose: (kind) => kinds.push(kind),
    onkey,
  }));
  return { input, keys, texts: () => played.map((one) => one.text) };
}
beforeEach(() => {
  for (const list of [played, focused, kinds]) list.splice(0);
  settings.confirm = "never";
  settings.singleKeys = true;
});

test("a piece is picked up, put back, and played", () => {
  const { input, texts } = begin();
  input.act(6, "pointer");
  expect([input.hand.selected, input.targets]).toEqual([6, [3, 4]]);
  expect([input.cancel(), input.picked, input.cancel()]).toEqual([true, null, false]);
  input.act(6, "pointer");
  input.act(4, "pointer");
  expect([texts(), input.picked]).toEqual([["a1-b2"], null]);
});

test("where a move is confirmed, it waits for a second press on its cell", () => {
  settings.confirm = "always";
  const { input, texts } = begin();
  input.act(8, "pointer");
  input.act(5, "pointer");
  expect([input.pending?.text, texts()]).toEqual(["c1-c2", []]);
  input.act(null, "pointer");
  expect(input.pending).toBeNull();
  input.act(8, "pointer");
  input.act(5, "pointer");
  input.act(5, "pointer");
  expect([input.pending, texts()]).toEqual([null, ["c1-c2"]]);
});

test("where a press leaves several moves, the next one chooses", () => {
  const shots = [1, 2].map((cell) => move(`a1-b2/${cell}`, { from: 6, to: 4, holes: [cell] }));
  const { input, keys, texts } = begin({ usable: [...shots, steps[2]!] });
  input.act(6, "pointer");
  expect(input.targets).toEqual([4]);
  input.act(4, "pointer");
  expect([input.choices.map((one) => one.text), input.targets, texts()]).toEqual([["a1-b2/1", "a1-b2/2"], [1, 2], []]);
  expect(voice.polite.trim()).toBe(`2 moves: press ${pawns.cells[1]?.name} or ${pawns.cells[2]?.name}, or choose from the list.`);
  input.cursor = { cell: 2, height: 0 };
  keys.press("Enter");
  expect([texts(), input.choices, input.picked]).toEqual([["a1-b2/2"], [], null]);
  // Carried there it asks as well; Escape puts it back.
  input.carry(6, 4, "pointer");
  expect([input.choices.length, input.wasDragged, keys.press("Escape"), input.choices.length]).toEqual([2, false, true, 0]);
});

test("a chosen move is confirmed by another press on the cell that chose it", () => {
  settings.confirm = "always";
  const shots = [1, 2].map((cell) => move(`a1-b2/${cell}`, { from: 6, to: 4, holes: [cell] }));
  const { input, texts } = begin({ usable: shots });
  for (const cell of [6, 4, 1]) input.act(cell, "pointer");
  expect([input.pending?.text, texts()]).toEqual(["a1-b2/1", []]);
  input.act(1, "pointer");
  expect(texts()).toEqual(["a1-b2/1"]);
});

test("a pass waits to be confirmed like any move, and no press on a cell makes it", () => {
  settings.confirm = "always";
  const pass = move("pass", { speak: "black passes" });
  const { input, keys, texts } = begin({ usable: [pass] });
  keys.press("Enter");
  expect([voice.assertive.trim(), texts()]).toEqual(["You can only pass.", []]);
  input.play(pass, "pointer");
  expect([voice.polite.trim(), input.ghost, texts()]).toEqual(["Black passes? Press again to play it.", null, []]);
  input.play(pass, "pointer");
  expect(texts()).toEqual(["pass"]);
});

test("small cells ask fingers only, and an editor nobody", () => {
  settings.confirm = "small";
  for (const [how, asks, waits] of [["touch", true, true], ["pointer", true, false], ["touch", false, false]] as const) {
    const { input } = begin({ isSmall: true, asks });
    input.play(steps[0]!, how);
    expect(input.pending !== null, `${how} ${asks}`).toBe(waits);
  }
});

test("a piece in the air is shown where it would land", () => {
  const { input } = begin({ view: rack, usable: drops, input: "drop", kind: "round" });
  input.hover = 0;
  expect(input.ghost).toEqual({ cell: 3, kind: "stone" });
  expect([input.landing?.text, input.here]).toEqual(["1", 3]);
  input.column = 2;
  expect([input.landing, input.here]).toEqual([null, 2]);
});

test("keys steer and play", () => {
  const { input, keys, texts } = begin();
  input.cursor = { cell: 6, height: 0 };
  keys.press("Enter");
  expect(voice.polite.trim()).toBe(`Picked up ${pawns.cells[6]?.name}, 2 moves`);
  keys.press("ArrowUp");
  expect([input.cursor.cell, input.focused, focused]).toEqual([3, true, ['[data-cell="3"]']]);
  keys.press("Enter");
  expect(texts()).toEqual(["a1-a2"]);
  keys.press("End", true);
  keys.press("ArrowLeft");
  keys.press(" ");
  expect(voice.assertive.trim()).toBe(`There is no move on ${pawns.cells[7]?.name}.`);
});

test("keys choose a column and a kind", () => {
  const { input, keys, texts } = begin({ view: rack, usable: drops, input: "drop", kind: null });
  keys.press("2");
  expect([input.column, focused]).toEqual([1, ['[data-column="1"]']]);
  keys.press("r");
  keys.press("s");
  expect([kinds, voice.assertive.trim()]).toEqual([["round"], "No square pieces left."]);
  keys.press("Enter");
  keys.press("ArrowRight");
  keys.press("Enter");
  expect([texts(), voice.assertive.trim()]).toEqual([["2"], "This column is full."]);
});

test("keys tell what is where, and leave the rest to the page", () => {
  const { input, keys } = begin();
  input.cursor = { cell: 6, height: 0 };
  const said = (key: string) => (keys.press(key), voice.polite.trim());
  expect(said("o")).toBe(`Cell ${pawns.cells[6]?.name}`);
  expect(said("l")).toBe("No move yet");
  expect(said("m")).toBe(`${pawns.cells[3]?.name}; ${pawns.cells[4]?.name}`.replace(/^./, (first) => first.toUpperCase()));
  expect(said("M")).toBe("A1-a2; a1-b2; c1-c2");
  expect(said("P")).toBe(`White: ${pawns.cells[0]?.name}`);
  expect([keys.press("v"), keys.press("z"), keys.press("v", true)]).toEqual([true, false, false]);
  settings.singleKeys = false;
  expect(keys.press("o")).toBe(false);
});
