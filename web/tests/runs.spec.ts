import { expect, test } from "@playwright/test";

test("a tournament of twins calls nobody better", async ({ page, request }) => {
  const begun = await (await request.post("/api/runs", { data: { file: "twins.toml" } })).json();
  await expect
    .poll(async () => (await (await request.get(`/api/runs/${begun.name}`)).json()).state, { timeout: 30_000 })
    .toBe("finished");
  await page.goto(`/tournament/${begun.name}`);
  await expect(page.getByRole("table").first()).toBeVisible();
  await expect(page.getByText("1-2").first().or(page.getByText("1–2").first())).toBeVisible();
  await expect(page.getByText(/is stronger than/)).toHaveCount(0);
});

test("a live run updates, is stopped, and resumes", async ({ page, request }) => {
  await page.goto("/runs");
  const begun = await (await request.post("/api/runs", { data: { file: "steady.toml" } })).json();
  await expect(page.getByText("Steady").first()).toBeVisible();
  await page.goto(`/runs/${begun.name}`);
  const games = async () => (await (await request.get(`/api/runs/${begun.name}`)).json()).done as number;
  const before = await games();
  await expect.poll(games).toBeGreaterThan(before);
  await page.getByRole("button", { name: /Stop/ }).first().click();
  await expect.poll(async () => (await (await request.get(`/api/runs/${begun.name}`)).json()).state, { timeout: 30_000 }).toBe("stopped");
  await expect(page.getByRole("button", { name: /Resume/ }).first()).toBeVisible();
  await page.getByRole("button", { name: /Resume/ }).first().click();
  await expect.poll(async () => (await (await request.get(`/api/runs/${begun.name}`)).json()).state).toBe("running");
  await request.post(`/api/runs/${begun.name}/stop`, { data: {} });
});

test("an evolution tells its generations and the time left", async ({ page, request }) => {
  const begun = await (await request.post("/api/runs", { data: { file: "steady.toml" } })).json();
  await page.goto(`/runs/${begun.name}`);
  await expect(page.getByText(/generation \d+ of 100,000, .* left/).first()).toBeVisible();
  await page.goto("/runs");
  await expect(page.getByText(/gen\. [\d,]+\/100,000, .* left/).first()).toBeVisible();
  await request.post(`/api/runs/${begun.name}/stop`, { data: {} });
  await expect.poll(async () => (await (await request.get(`/api/runs/${begun.name}`)).json()).state, { timeout: 30_000 }).toBe("stopped");
});

/** An evolution of nineteen weights that takes a moment. */
const bred = (generations: number, sigma: number) => `kind = "evolution"
title = "Weights"
about = "Nineteen of them."
game = "milestone:side=3"
seed = 1
generations = ${generations}
agent = "alphabeta(depth=1, eval=weights({genes}))"
[[genes]]
low = -1.0
high = 1.0
[method]
kind = "genetic"
population = 4
[method.breeding]
selection = { kind = "truncation", best = 2 }
mutation = { kind = "gaussian", chance = 1.0, gene-chance = 0.5, mean = 0.0, sigma = ${sigma} }
elites = 1
[fitness]
kind = "league"
games = 2
rating = { kind = "points" }
[confirmation]
games = 20
`;

test("runs are compared with runs of their kind: settings, and one small chart a weight", async ({ page, request }) => {
  const names: string[] = [];
  for (const text of [bred(3, 0.1), bred(4, 0.1)]) {
    const begun = await (await request.post("/api/runs", { data: { text } })).json();
    await expect.poll(async () => (await (await request.get(`/api/runs/${begun.name}`)).json()).state, { timeout: 30_000 }).toBe("finished");
    names.push(begun.name);
  }
  const { runs } = await (await request.get("/api/runs")).json();
  const twins = runs.find((run: { title: string }) => run.title === "Twins").name;
  await page.goto("/runs");
  await page.getByRole("checkbox", { name: `Compare ${names[0]}` }).check();
  await expect(page.getByRole("checkbox", { name: `Compare ${twins}` })).toBeDisabled();
  await page.getByRole("checkbox", { name: `Compare ${names[1]}` }).check();
  await page.getByRole("link", { name: "Compare 2" }).click();
  const settings = page.getByRole("region", { name: "Settings that differ" });
  await expect(settings.getByRole("row")).toHaveCount(2);
  await expect(settings.getByRole("row").nth(1)).toHaveText(/generations\s*3\s*4/);
  await expect(page.locator(".multiples li")).toHaveCount(19);
  await expect(page.locator(".multiples li").first().locator("path")).toHaveCount(2);
  const cut = await page.locator(".multiples .label").evaluateAll((labels) => labels.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
  expect(cut).toBe(0);
  // An address that asks for what cannot be is told so.
  await page.goto(`/runs/${names[0]}/curves?with=${twins}`);
  await expect(page.getByRole("status").filter({ hasText: "another kind" })).toContainText(`${twins} is a run of another kind (tournament, not evolution)`);
});

test("the list of runs fits on a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/runs");
  await expect(page.getByRole("list", { name: "Runs" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test("the board fills a large screen", async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  for (const address of ["/play/tictactoe?first=human&second=human", "/analyse/tictactoe"]) {
    await page.goto(address);
    const box = await page.locator("[data-board] svg").first().boundingBox();
    expect(Math.min(box!.width, box!.height), address).toBeGreaterThan(1600);
  }
});

test("a list of games counts plies as the replay does", async ({ page, request }) => {
  const { runs } = await (await request.get("/api/runs")).json();
  const twins = runs.find((run: { title: string }) => run.title === "Twins").name;
  await page.goto(`/runs/${twins}/games`);
  const row = page.getByRole("row").nth(1);
  const plies = await row.getByRole("cell").nth(5).textContent();
  await row.getByRole("link").click();
  await expect(page.getByRole("group", { name: "Plies" })).toContainText(`/ ${plies?.trim()}`);
});

test("any game is one press from its replay", async ({ page, request }) => {
  const { runs } = await (await request.get("/api/runs")).json();
  const twins = runs.find((run: { title: string }) => run.title === "Twins");
  await page.goto(`/game/${twins.name}/0`);
  await expect(page.locator("[data-board]").or(page.getByRole("grid")).first()).toBeVisible();
});

test("a game is measured, section by section, and has games to look at", async ({ page }) => {
  await page.goto("/lab/hexapawn");
  await page.getByRole("button", { name: "Measure this game" }).click();
  // Every section has its place from the beginning, and says what it waits for.
  await expect(page.getByRole("heading", { name: "Is it fair?" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What are skill and knowledge worth?" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible({ timeout: 50_000 });
  await expect(page.getByText(/eing played/)).toHaveCount(0);
  // Weak play and best play differ here, and the page says why; templates and wrong plurals are nobody's business.
  await expect(page.getByText(/Solved: the second player \(black\) wins with perfect play\. The games do not contradict the solution/)).toBeVisible();
  await expect(page.getByText(/\{nodes\}|\b1 levels/)).toHaveCount(0);
  await page.getByRole("link", { name: /Median length/ }).click();
  await expect(page.getByRole("grid").first()).toBeVisible();
});
