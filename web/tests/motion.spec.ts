// Pieces are seen to move: stones fall, pawns glide, whoever moved them. Nothing moves for those who wish so.
import { expect, test, type Page } from "@playwright/test";

/** What moved on the board, as it ended: transitions of pieces, and animations of stones that arrive. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const seen = { glided: 0, cut: 0, fell: 0 };
    Object.assign(window, { seen });
    const isPiece = (event: Event) => (event.target as Element).classList?.contains("piece") && (event as TransitionEvent).propertyName === "transform";
    document.addEventListener("transitionend", (event) => (seen.glided += isPiece(event) ? 1 : 0), true);
    document.addEventListener("transitioncancel", (event) => (seen.cut += isPiece(event) ? 1 : 0), true);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const falls = JSON.stringify(frames).includes("translateY(");
      const animation = animate.call(this, frames, options);
      if (falls && this.closest(".piece")) void animation.finished.then(() => (seen.fell += 1));
      return animation;
    };
  });
}
const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: { glided: number; cut: number; fell: number } }).seen);

test("stones fall into their columns", async ({ page }) => {
  await watch(page);
  await page.goto("/play/connect4?first=human&second=human&m=4+4");
  for (const column of [3, 2, 5]) {
    await page.evaluate(() => ((window as unknown as { seen: { fell: number } }).seen.fell = 0));
    await page.locator(`[data-column="${column}"]`).click();
    await expect.poll(async () => (await seen(page)).fell).toBeGreaterThan(0);
    // A fall may be made of several animations: the next stone waits for all of them.
    await page.waitForTimeout(300);
  }
});

for (const [game, m, from, to] of [
  ["hexapawn", "", "a1", "a2"],
  ["breakthrough", "", "d2", "d3"],
  ["breakthrough", "d2-d3 d7-d6", "e2", "e3"],
] as const) {
  test(`a piece that is pressed glides: ${game} ${m}`, async ({ page }) => {
    await watch(page);
    await page.goto(`/play/${game}?first=human&second=human&m=${m.replace(" ", "+")}`);
    const cell = (name: string) => page.locator(`[data-cell][aria-label^="${name},"], [data-cell][aria-label^="${name} "], [data-cell][aria-label="${name}"]`).first();
    await expect(cell(from)).toBeVisible();
    await cell(from).click();
    await cell(to).click();
    await expect.poll(async () => (await seen(page)).glided).toBe(1);
    expect((await seen(page)).cut).toBe(0);
  });
}

test("an opponent's piece glides too", async ({ page }) => {
  await watch(page);
  await page.goto("/play/breakthrough?first=acorn&second=human");
  await expect.poll(async () => (await seen(page)).glided).toBe(1);
});

test("nothing moves under reduced motion", async ({ page }) => {
  await watch(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/play/connect4?first=human&second=human");
  await page.locator('[data-column="3"]').click();
  await expect(page.getByRole("region", { name: "Moves" })).toContainText("4");
  await page.waitForTimeout(400);
  expect((await seen(page)).fell).toBe(0);
});
