// Plays games on the page by pressing what a person would press. Which move to make is asked of the server, never worked out here.
import { type APIRequestContext, type Page, expect } from "@playwright/test";

export interface Move {
  text: string;
  from: number | null;
  to: number;
  column: number | null;
  kind: string | null;
}

export interface Scene {
  played: { text: string }[];
  moves: Move[];
  view: { to_move: "first" | "second"; ending: { winner: string | null; sentence: string } | null };
}

/** The game that the address of the page holds. */
export function placeOf(page: Page): { game: string; m: string } {
  const url = new URL(page.url());
  return { game: decodeURIComponent(url.pathname.split("/")[2] ?? ""), m: url.searchParams.get("m") ?? "" };
}

export async function sceneOf(page: Page, request: APIRequestContext): Promise<Scene> {
  const { game, m } = placeOf(page);
  const answer = await request.get("/api/scene", { params: { game, m } });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

/** The move of an agent, as the page's own moves have it. */
export async function choose(page: Page, request: APIRequestContext, agent: string): Promise<Move> {
  const { game, m } = placeOf(page);
  const answer = await request.post("/api/think", { data: { game, m, agent, seed: 1 } });
  const { move } = await answer.json();
  const scene = await sceneOf(page, request);
  const found = scene.moves.find((one) => one.text === move);
  expect(found, `${move} is legal`).toBeDefined();
  return found!;
}

/** Presses what makes a move. */
export async function press(page: Page, move: Move): Promise<void> {
  if (move.column !== null) {
    if (move.kind !== null) {
      const shape = page.getByRole("group", { name: "The piece to drop" }).getByRole("button", { name: new RegExp(move.kind, "i") });
      await shape.click();
    }
    await page.locator(`[data-column="${move.column}"]`).click();
    return;
  }
  // A token that is always selected needs no first press.
  if (move.from !== null && (await page.locator(`[data-cell="${move.from}"]`).getAttribute("aria-selected")) !== "true") {
    await page.locator(`[data-cell="${move.from}"]`).click();
  }
  await page.locator(`[data-cell="${move.to}"]`).click();
}

/** Plays until the game is over: the person as `agent` says, the other as the page does. */
export async function playOut(page: Page, request: APIRequestContext, person: "first" | "second", agent: string): Promise<Scene> {
  for (let turn = 0; turn < 200; turn++) {
    const scene = await sceneOf(page, request);
    if (scene.view.ending) return scene;
    const plies = scene.played.length;
    if (scene.view.to_move === person) await press(page, await choose(page, request, agent));
    // One ply, or two if the other has answered by now.
    await expect.poll(async () => (await sceneOf(page, request)).played.length, { timeout: 30_000 }).toBeGreaterThan(plies);
  }
  throw new Error("the game does not end");
}
