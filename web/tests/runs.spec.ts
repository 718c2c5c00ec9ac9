import { AxeBuilder } from "@axe-core/playwright";
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

/** What the server tells of the workers of a run with a fleet. */
const workers = {
  sentences: ["2 workers did 91 % of the games; their threads were idle 7 % of the time."],
  remarks: ["attic-9QZC was struck: its answer breaks the rules.", "lab-2-7KLM refused 2 jobs, the last because: <b>this worker may not start programs</b>"],
  units: ["games"],
  idle: 0.07,
  n_more: 0,
  workers: [
    { name: "attic-9QZC", threads: 2, standing: "struck", struck: "its answer breaks the rules", work: { games: { done: 0, speed: 3.1 } }, idle: 0.4, is_gone: true },
    { name: "lab-1-4RTX", threads: 32, standing: "proved", struck: null, work: { games: { done: 12_480, speed: 212.4 } }, idle: 0.05, is_gone: false },
    { name: "lab-2-7KLM", threads: 8, standing: "proved", struck: null, refused: 2, refusal: "no", work: { games: { done: 3_020, speed: 51.7 } }, idle: 0.12, is_gone: false },
    { name: "old-laptop-77AB", threads: 4, standing: "other-version", struck: null, work: {}, idle: null, is_gone: false },
  ].map((one) => ({ id: `U${one.name}`, version: "0.1.0+abc", refused: 0, refusal: null, last_seen: "2026-11-16T12:00:00Z", ...one })),
};

test("a run with a fleet shows its workers, at any width, and one without shows none", async ({ page, request }) => {
  const { runs } = await (await request.get("/api/runs")).json();
  const twins = runs.find((run: { title: string }) => run.title === "Twins").name;
  await page.goto(`/runs/${twins}`);
  await expect(page.getByRole("heading", { name: "About" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Standings" }), "the standings stand once").toHaveCount(1);
  await expect(page.getByRole("region", { name: "Workers" })).toHaveCount(0);
  // Fleets need a broker: what it would tell is put into the server's answer.
  await page.route(`**/api/runs/${twins}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), workers } });
  });
  const panel = page.getByRole("region", { name: "Workers" });
  for (const [width, colorScheme] of [[1280, "light"], [1280, "dark"], [390, "light"], [390, "dark"]] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/runs/${twins}`);
    await expect(panel).toContainText("their threads were idle 7 % of the time");
    await expect(panel).toContainText("<b>this worker may not start programs</b>");
    const cells = (name: string) => panel.getByRole("row", { name: new RegExp(name) }).getByRole("cell");
    await expect(cells("lab-1-4RTX")).toHaveText(["32", "12,480", "212.4", "5 %", "proved"]);
    await expect(cells("attic").last()).toHaveText("struck, left");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    if (process.env.ZERMELO_SCREENSHOTS) await panel.screenshot({ path: `${process.env.ZERMELO_SCREENSHOTS}/workers-${width}-${colorScheme}.png` });
    const found = await new AxeBuilder({ page }).include('[aria-labelledby="workers"]').analyze();
    expect(found.violations.map((one) => one.id)).toEqual([]);
  }
});
