// Stored games: what the players thought while they played, kept by the run or thought again.
import { expect, test, type APIRequestContext } from "@playwright/test";

async function finished(request: APIRequestContext, text: string): Promise<string> {
  const { name } = await (await request.post("/api/runs", { data: { text } })).json();
  await expect.poll(async () => (await (await request.get(`/api/runs/${name}`)).json()).state, { timeout: 50_000 }).toBe("finished");
  return name;
}

test("a replay shows both players' curves, as a picture and as a table", async ({ page, request }) => {
  const run = await finished(
    request,
    `kind = "portrait"
title = "Curves"
game = "connect4"
games = { nodes = [60], games = 2, random = 0 }
solve = { start = 0, first-moves = 0 }
clarity = { positions = 0 }
ladder = { doublings = 0 }
first-moves = { nodes = 1, games = 0 }
copying = { nodes = 1, games = 0 }
heuristics = { games = 0 }
`,
  );
  await page.goto(`/game/${run}/0?ply=6`);
  const graph = page.getByRole("region", { name: "Graph of the game" });
  await expect(graph.locator("polyline.mind")).toHaveCount(2);
  await expect(graph).toContainText("players of 60 nodes a move (X)");
  await expect(graph.getByRole("slider")).toHaveAttribute("aria-valuetext", /ply 6 of \d+, (X|O) /);
  await graph.getByRole("button", { name: "Show as table" }).click();
  await expect(graph.getByRole("columnheader", { name: "Player's evaluation" })).toBeVisible();
  await expect(graph.getByRole("row").nth(7)).toContainText(/(X|O) (\d+ %|wins)/);
});

test("players of a tournament think again along the moves of a game", async ({ page, request }) => {
  const run = await finished(
    request,
    `kind = "tournament"
title = "Thinkers"
game = "milestone"
schedule = { kind = "round-robin", games = 2 }
openings = { plies = 4 }
agents = [{ name = "shallow", agent = "alphabeta(nodes=50)" }, { name = "deeper", agent = "alphabeta(nodes=300)" }]
`,
  );
  await page.goto(`/game/${run}/0?ply=6`);
  const graph = page.getByRole("region", { name: "Graph of the game" });
  await expect(page.getByText("Recomputed along these moves.", { exact: true })).toBeVisible();
  await expect(graph.locator("polyline.mind")).toHaveCount(2);
  await expect(graph.getByRole("slider")).toHaveAttribute("aria-valuetext", /ply 6 of \d+, (Black|White) /);
});

test("where nothing was kept and nobody thinks, that is said", async ({ page, request }) => {
  const kept = await request.post("/api/people", {
    data: { game: "tictactoe", m: "a1 a2 b1 b2 c1", first: { person: { name: "Ada", experience: null } }, second: { agent: "random" } },
  });
  const { id } = await kept.json();
  await page.goto(`/game/${id}`);
  await expect(page.getByText("The players' evaluations were not stored", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Analyse all plies" })).toBeEnabled();
});
