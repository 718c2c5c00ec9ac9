// Games of the shelf whose moves are more than a step: chains, flips, arrows, passes. Played by mouse, on a phone by touch.
import { expect, test, type Page } from "@playwright/test";

const cell = (page: Page, name: string) => page.locator(`[data-name="${name}"]`);
const said = (page: Page) => page.locator('[aria-live="polite"]');
const pieces = (page: Page) => page.locator("[data-board] .piece");
const moves = (page: Page) => page.getByRole("region", { name: "Moves" });

async function open(page: Page, game: string, position = "", line = "") {
  const query = new URLSearchParams({ first: "human", second: "human", ...(position && { p: position }), ...(line && { m: line }) });
  await page.goto(`/play/${game}?${query}`);
  await expect(page.locator("[data-board]")).toBeVisible();
}
async function press(page: Page, ...names: string[]) {
  const isPhone = (page.viewportSize()?.width ?? 0) < 500;
  for (const name of names) await (isPhone ? cell(page, name).tap({ force: true }) : cell(page, name).click({ force: true }));
}

test("a chain is made by pressing where it ends, or a station", async ({ page }) => {
  const position = "...m/..../..m./..../.m../.M../..../.... b 0";
  for (const where of ["g7", "e5"]) {
    await open(page, "englishdraughts", position);
    await press(page, "c3", where);
    await expect(said(page)).toContainText("Black c3 to g7, takes 2 on d4, f6.");
    await expect(pieces(page)).toHaveCount(2);
    await expect(moves(page)).toContainText("c3xe5xg7");
  }
});

test("a man becomes a king with a crown", async ({ page }) => {
  await open(page, "englishdraughts", "..../..M./..../..../..../..../..../m... b 0");
  await expect(page.locator("[data-board] .piece path")).toHaveCount(0);
  await press(page, "e7", "f8");
  await expect(page.locator("[data-board] .piece path")).not.toHaveCount(0);
  await expect(cell(page, "f8")).toHaveAttribute("aria-label", "f8, black king");
});

test("discs are turned over, and where one can be placed is marked", async ({ page }) => {
  await open(page, "reversi", "", "e3 d3");
  await expect(page.locator("[data-board] .dot")).toHaveCount(5);
  await expect(page.locator(".player-bar").last()).toContainText("3");
  await press(page, "c3");
  await expect(said(page)).toContainText("Black on c3, turns 2 over. White to move, 3 moves");
  await expect(page.locator(".player-bar").last()).toContainText("6");
  await expect(page.locator("[data-board] .dot")).toHaveCount(3);
});

test("who cannot move passes, and the end tells the count", async ({ page }) => {
  await open(page, "reversi4", "bw../bw../bbw./bbb. b");
  await press(page, "c4");
  await expect(said(page)).toContainText("can only pass");
  await page.locator("[data-board]").getByRole("button", { name: "Pass" }).click();
  await expect(said(page)).toContainText("White passes.");
  await open(page, "reversi4", "bbbb/bbbb/bbw./wwww b");
  await press(page, "d2");
  await expect(page.getByText("neither player can move, 12 discs to 4").first()).toBeVisible();
});

test("a queen shoots an arrow: the third press", async ({ page }) => {
  await open(page, "amazons");
  await press(page, "d1", "d7");
  await expect(said(page)).toContainText("28 moves: press one of 28 cells to block.");
  await expect(page.locator("[data-board] .ghost")).toHaveCount(1);
  await expect(page.getByText("Press the cell to block")).toBeVisible();
  await press(page, "g7");
  await expect(said(page)).toContainText("White d1 to d7, blocks g7. Black to move, 1,214 moves");
  await expect(cell(page, "g7").locator(".hole")).toHaveCount(1);
});

test("a move may be typed as it comes", async ({ page }) => {
  await open(page, "amazons");
  const box = page.getByRole("textbox", { name: "Type a move" });
  await box.fill("d1 d7");
  await box.press("Enter");
  await expect(page.getByText(/d1 d7 can mean .*, and 25 more\./).first()).toBeVisible();
  await box.fill("d1 d7 g7");
  await box.press("Enter");
  await expect(moves(page)).toContainText("d1-d7/g7");
});

test("a chain is entered with keys", async ({ page }) => {
  await open(page, "englishdraughts", "...m/..../..m./..../.m../.M../..../.... b 0");
  await cell(page, "c3").focus();
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("Picked up c3, 1 move");
  await cell(page, "g7").focus();
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("takes 2 on d4, f6");
});
