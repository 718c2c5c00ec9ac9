// What is live stays live: in eight tabs of one browser, and when the server goes and comes again.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";

/** The generation that the newest point of the page's first chart is of. */
async function newest(page: Page): Promise<number> {
  const told = await page.locator(".legend .at").first().textContent();
  return Number(/generation ([\d,]+)/.exec(told ?? "")?.[1]?.replaceAll(",", "") ?? 0);
}

test("eight tabs of one browser on a live run all update", async ({ context, request }) => {
  const begun = await (await request.post("/api/runs", { data: { file: "steady.toml" } })).json();
  const address = `/runs/${begun.name}/curves`;
  const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  // A browser allows six connections to a server: all tabs share one stream, or the last of them would hear nothing.
  await Promise.all(tabs.map((tab) => tab.goto(address)));
  const seen = await Promise.all(
    tabs.map(async (tab) => {
      await expect.poll(() => newest(tab), { timeout: 30_000 }).toBeGreaterThan(0);
      return newest(tab);
    }),
  );
  for (const [at, tab] of tabs.entries()) {
    await expect.poll(() => newest(tab), { message: `tab ${at + 1}`, timeout: 30_000 }).toBeGreaterThan(Math.max(...seen));
  }
  await request.post(`/api/runs/${begun.name}/stop`, { data: {} });
  await Promise.all(tabs.map((tab) => tab.close()));
});

test("a server that is killed and started again misses no point and doubles none", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "zermelo-live-"));
  const store = join(folder, "store.db");
  const program = process.env.ZERMELO ?? join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "..", "..", "target"), "debug", "zermelo");
  const port = Number(process.env.ZERMELO_TEST_PORT ?? 8917) + 1;
  const base = `http://127.0.0.1:${port}`;
  const children: ChildProcess[] = [];
  const start = (...words: string[]) => {
    const child = spawn(program, words, { stdio: "ignore" });
    children.push(child);
    return child;
  };
  const serve = async () => {
    const server = start("serve", "--port", String(port), "--store", store, "--threads", "1");
    await expect.poll(() => fetch(`${base}/api/runs`).then((answer) => answer.ok).catch(() => false), { timeout: 30_000 }).toBe(true);
    return server;
  };
  try {
    // The run goes on in a process of its own, whatever becomes of the server.
    start("run", join(import.meta.dirname, "experiments", "paced.toml"), "--store", store, "--threads", "1");
    const server = await serve();
    await expect.poll(async () => (await (await fetch(`${base}/api/runs`)).json()).runs.length, { timeout: 30_000 }).toBe(1);
    await page.goto(`${base}/runs/paced-1/curves`);
    await expect.poll(() => newest(page), { timeout: 30_000 }).toBeGreaterThan(2);
    const before = await newest(page);
    server.kill("SIGKILL");
    await expect(page.getByText("No connection to the server", { exact: false })).toBeVisible();
    // What was known stays.
    expect(await newest(page)).toBeGreaterThanOrEqual(before);
    const lost = await newest(page);
    await serve();
    await expect.poll(() => newest(page), { timeout: 30_000 }).toBeGreaterThan(lost + 2);
    await expect(page.getByText("No connection to the server", { exact: false })).toHaveCount(0);
    await page.getByRole("button", { name: /Show as table/ }).first().click();
    const generations = await page.locator(".scroll tbody th").allTextContents();
    const numbers = generations.map((text) => Number(text.replaceAll(",", "")));
    expect(numbers.length).toBeGreaterThan(lost);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    expect(numbers[0]).toBe(1);
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
});

for (const [page_, heading] of [["Runs", "Runs"], ["Analyse", "Analyse"], ["Game lab", "Game lab"]] as const) {
  test(`${page_}, opened while the server is away, comes by itself when it is back`, async ({ page, context }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: /Connect Four/ }).first()).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: page_ }).click();
    await expect(page.getByRole("alert")).toContainText("retries automatically");
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("No connection to the server")).toHaveCount(0);
  });
}

test("a game whose server is away for a while goes on by itself", async ({ page, context }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /Connect Four/ }).first().click();
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("alert")).toContainText("retries automatically");
  await context.setOffline(false);
  await expect(page.locator("[data-board]")).toBeVisible({ timeout: 30_000 });
});
