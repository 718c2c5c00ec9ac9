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
  await page.getByRole("link", { name: /Median length/ }).click();
  await expect(page.getByRole("grid").first()).toBeVisible();
});
