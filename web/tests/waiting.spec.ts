// Experiments that wait are listed, and taken back by mouse and by keys. Other sites get nothing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";

test("what waits is listed, and is cancelled by mouse and by key", async ({ page, request }) => {
  const start = async (seed: number) => (await request.post("/api/runs", { data: { file: "steady.toml", seed } })).json();
  const running = await start(11);
  expect(running.waiting).toBeNull();
  await page.goto("/runs");
  await expect(page.getByRole("heading", { name: /Waiting/ })).toHaveCount(0);
  for (const seed of [12, 13, 14]) expect((await start(seed)).waiting.place).toBe(seed - 11);
  // The list comes by itself.
  await expect(page.getByRole("heading", { name: "Waiting 3 experiments" })).toBeVisible();
  const buttons = page.getByRole("button", { name: "Cancel Steady" });
  await expect(buttons).toHaveCount(3);
  await buttons.nth(1).click();
  await expect(buttons).toHaveCount(2);
  await buttons.nth(0).focus();
  await page.keyboard.press("Enter");
  await expect(buttons).toHaveCount(1);
  // Whoever works by keys is led to the next one.
  await expect(buttons.first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(buttons).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /Waiting/ })).toHaveCount(0);
  expect((await (await request.get("/api/runs")).json()).waiting).toEqual([]);
  await request.post(`/api/runs/${running.name}/stop`, { data: {} });
});

test("reports and figures look as they should, and nothing in them runs", async ({ page, request }) => {
  const text = `
kind = "tournament"
title = "<script>window.broken = true</script><b>bold</b>"
about = "Nobody is better."
game = "tictactoe"
seed = 1
schedule = { kind = "round-robin", games = 40 }
agents = [{ name = "one", agent = "random" }, { name = "two", agent = "random" }]
`;
  const begun = await (await request.post("/api/runs", { data: { text } })).json();
  const ask = async () => (await request.get(`/api/runs/${begun.name}`)).json();
  await expect.poll(async () => (await ask()).state, { timeout: 30_000 }).toBe("finished");
  const problems: string[] = [];
  page.on("console", (line) => /Content.Security.Policy/.test(line.text()) && problems.push(line.text()));
  await page.goto(`/api/runs/${begun.name}/report.html`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>");
  // Its styles are at work: without them the page would be as wide as the window.
  const family = await page.locator("body").evaluate((body) => getComputedStyle(body).fontFamily);
  expect(family).not.toMatch(/^"?Times/);
  await expect(page.locator("svg").first()).toBeVisible();
  const figure = (await ask()).figures[0].name as string;
  await page.goto(`/api/runs/${begun.name}/figures/${figure}.svg`);
  await expect(page.locator("text").first()).toBeVisible();
  await page.goto(`/runs/${begun.name}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>");
  await page.goto("/api/board.svg?game=milestone");
  await expect(page.locator("svg").first()).toBeVisible();
  expect(await page.evaluate(() => "broken" in window)).toBe(false);
  expect(problems).toEqual([]);
});

test("a page of another site starts no search and reads nothing", async ({ page, request, baseURL }) => {
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<title>other</title>"));
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  try {
    // Another port of this machine is the same site to a browser, and another name of it is not: neither is let in.
    for (const host of ["127.0.0.1", "localhost"]) {
      await page.goto(`http://${host}:${(other.address() as AddressInfo).port}/`);
      // Browsers keep the answer from the page, and from this test as well: the protocol below them still tells it.
      const wire = await page.context().newCDPSession(page);
      const asked = new Map<string, string>();
      const statuses: number[] = [];
      wire.on("Network.requestWillBeSent", (told) => asked.set(told.requestId, told.request.url));
      wire.on("Network.responseReceivedExtraInfo", (told) => {
        if (asked.get(told.requestId)?.includes("/api/analyse")) statuses.push(told.statusCode);
      });
      await wire.send("Network.enable");
      const seen = await page.evaluate(async (base) => {
        const image = new Image();
        const failed = new Promise((done) => (image.onerror = () => done("failed")));
        image.src = `${base}/api/analyse?game=simplexity&nodes=200000000`;
        const read = fetch(`${base}/api/runs`).then(() => "read", () => "refused");
        const post = fetch(`${base}/api/move-now`, { method: "POST", mode: "no-cors", body: "{}" }).then(() => "sent", () => "refused");
        return [await failed, await read, await post.then(() => "done")];
      }, baseURL);
      expect(seen.slice(0, 2)).toEqual(["failed", "refused"]);
      await expect.poll(() => statuses).toEqual([403]);
      await wire.detach();
    }
    // A link leads to the pages, and to what is only read.
    const page2 = await page.context().newPage();
    await page2.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
    await Promise.all([page2.waitForURL(`${baseURL}/runs`), page2.evaluate((base) => void (location.href = `${base}/runs`), baseURL)]);
    await expect(page2.getByRole("heading", { name: "Runs" })).toBeVisible();
  } finally {
    other.close();
  }
  expect((await request.get("/api/runs")).ok()).toBe(true);
});
