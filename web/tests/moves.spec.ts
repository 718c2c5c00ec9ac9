// Moves that few games have: chains of captures, pieces turned over, holes shot elsewhere, a pass. The scenes are written here, because
// no game on the server has them yet.
import { expect, test, type Page } from "@playwright/test";
import type { LastMove, Move, Piece, Player, Scene, View } from "../src/wire";

const side = 4;
const nameOf = (cell: number) => `${"abcd"[cell % side]}${Math.floor(cell / side) + 1}`;
const none = { from: null, to: null, path: [], captured: [], turned: [], holes: [] };
const move = (text: string, parts: Partial<Move>): Move => ({ ...none, text, column: null, kind: null, speak: text, ...parts });
const piece = (cell: number, owner: Player, id = cell): Piece => ({ id, cell, kind: "stone", letter: owner === "first" ? "x" : "o", owner });

function view(first: Piece[], second: Piece[], to_move: Player, last: Partial<LastMove> | null, holes: number[] = []): View {
  const cells = Array.from({ length: side * side }, (_, cell) => {
    const [row, col] = [Math.floor(cell / side), cell % side];
    const polygon: [number, number][] = [[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]];
    return { name: nameOf(cell), polygon, row, col, blocked: holes.includes(cell), home: null };
  });
  const labels = { columns: [..."abcd"], rows: ["1", "2", "3", "4"] };
  return { ...labels, cells, pieces: [...first, ...second], trays: [], counts: null, last: last && { ...none, ...last }, line: null, has_sides: false, tints: ["black", "white"], to_move, ending: null };
}

const black = (...cells: number[]) => cells.map((cell) => piece(cell, "first"));
const white = (...cells: number[]) => cells.map((cell) => piece(cell, "second"));
const taken = white(1, 6);
/** For each game what is shown after its moves, and what can be played. */
const games: Record<string, Record<string, [View, Move[]]>> = {
  jumps: {
    "": [
      view(black(0), white(1, 6, 4, 9), "first", null),
      [
        move("a1-c3xb1xc2", { from: 0, to: 10, path: [2], captured: [1, 6] }),
        move("a1-c3xa2xb3", { from: 0, to: 10, path: [8], captured: [4, 9] }),
      ],
    ],
    "a1-c3xb1xc2": [view([piece(10, "first", 0)], white(4, 9), "second", { from: 0, to: 10, path: [2], captured: taken }), [move("a2-a1", { from: 4, to: 0 })]],
  },
  turns: {
    "": [view(black(3), white(1, 2), "first", null), [move("a1", { to: 0, turned: [1, 2] })]],
    a1: [view([...black(1, 2, 3), piece(0, "first", 4)], [], "second", { to: 0, turned: [1, 2] }), [move("pass", { speak: "white passes" })]],
    "a1 pass": [view([...black(1, 2, 3), piece(0, "first", 4)], [], "first", {}), [move("b2", { to: 5 })]],
  },
  arrows: {
    "": [view(black(5), white(12), "first", null), [5, 6, 7, 11, 14, 15, 9, 13].map((shot) => move(`b2-c3/${nameOf(shot)}`, { from: 5, to: 10, holes: [shot] }))],
    "b2-c3/d4": [view([piece(10, "first", 5)], white(12), "second", { from: 5, to: 10, holes: [15] }, [15]), [move("a4-a3/a4", { from: 12, to: 8, holes: [12] })]],
  },
};

async function open(page: Page, game: string) {
  await page.route("**/api/opponents?*", (route) => route.fulfill({ json: { opponents: [], champions: [], slider: [] } }));
  await page.route("**/api/scene?*", (route) => {
    const query = new URL(route.request().url()).searchParams;
    const texts = (query.get("m") ?? "").split(/[ ,]+/).filter((text) => text !== "");
    const [shown, moves] = games[game]?.[texts.join(" ")] ?? [view([], [], "first", null), []];
    const played = texts.map((text) => ({ text, speak: text === "pass" ? "white passes" : text }));
    const speech = shown.cells.map((cell) => cell.name);
    const scene: Scene = { game, title: game, players: ["black", "white"], origin: null, position: "", played, ply: texts.length, view: shown, input: game === "turns" ? "place" : "step", can_draw: true, moves, speech, problem: null };
    return route.fulfill({ json: scene });
  });
  await page.goto(`/play/${game}?first=human&second=human`);
}
const cell = (page: Page, name: string) => page.locator(`[data-name="${name}"]`);
const said = (page: Page) => page.locator('[aria-live="polite"]');
const pieces = (page: Page) => page.locator("[data-board] .piece");

test("of two chains with the same ends a third press chooses one, and all that it takes goes", async ({ page }) => {
  await open(page, "jumps");
  await cell(page, "a1").click();
  await cell(page, "c3").click();
  await expect(said(page)).toContainText("2 moves: press b1 or c2 or c1 or a2 or b3 or a3, or choose from the list.");
  await expect(cell(page, "c2")).toHaveAttribute("aria-label", /tells the moves apart/);
  await expect(page.getByRole("button", { name: "a1-c3xa2xb3" })).toBeVisible();
  await cell(page, "c2").click();
  await expect(page.getByRole("region", { name: "Moves" })).toContainText("a1-c3xb1xc2");
  await expect(pieces(page)).toHaveCount(3);
});

test("a chain is chosen from the list too, and put back", async ({ page }) => {
  await open(page, "jumps");
  await cell(page, "a1").click();
  await cell(page, "c3").click();
  await page.getByRole("button", { name: "Cancel this move" }).click();
  await expect(page.getByRole("button", { name: "a1-c3xb1xc2" })).toHaveCount(0);
  await cell(page, "a1").click();
  await cell(page, "c3").click();
  await page.getByRole("button", { name: "a1-c3xb1xc2" }).click();
  await expect(pieces(page)).toHaveCount(3);
});

test("pieces are turned over, and who can only pass does so", async ({ page }) => {
  await open(page, "turns");
  await cell(page, "a1").click();
  await expect(said(page)).toContainText("A1. White can only pass");
  await expect(pieces(page)).toHaveCount(4);
  // All four are black now, and nothing of the other side is left of them.
  await expect(page.locator("[data-board] .piece path")).toHaveCount(4);
  await expect(page.getByText("White can only pass", { exact: true }).last()).toBeVisible();
  await page.locator("[data-board]").getByRole("button", { name: "Pass" }).click();
  await expect(said(page)).toContainText("White passes. Black to move, 1 move");
  await expect(pieces(page)).toHaveCount(4);
});

test("an arrow is a third press, and leaves a hole", async ({ page }) => {
  await open(page, "arrows");
  await cell(page, "b2").click();
  await cell(page, "c3").click();
  await expect(said(page)).toContainText("8 moves: press one of 8 cells to block.");
  await expect(cell(page, "d4").locator(".hole")).toHaveCount(0);
  await cell(page, "d4").click();
  await expect(cell(page, "d4").locator(".hole")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Moves" })).toContainText("b2-c3/d4");
});
