// Positions put together by hand, and games that are too long for an address.
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";

async function openEditor(page: Page, game: string) {
  await page.goto(`/analyse/${game}`);
  await page.getByRole("button", { name: "Set up" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("group", { name: "Pieces" })).toBeVisible();
  return sheet;
}

test("a position is set up by pressing pieces and cells, and analysed", async ({ page }) => {
  const sheet = await openEditor(page, "tictactoe");
  await sheet.getByRole("button", { name: "X stone" }).click();
  await sheet.locator('[data-name="a1"]').click();
  await sheet.locator('[data-name="b1"]').click();
  await sheet.getByRole("button", { name: "O stone" }).click();
  await sheet.locator('[data-name="a2"]').click();
  // What is wrong is told at once, and why.
  await expect(sheet.getByRole("status")).toContainText("X has 2 stones and o has 1");
  await sheet.locator('[data-name="b2"]').click();
  await expect(sheet.getByRole("status")).toHaveText("xx./oo./... x");
  await sheet.getByRole("button", { name: "Analyse this position" }).click();
  await expect(sheet).toBeHidden();
  expect(new URL(page.url()).searchParams.get("p")).toBe("xx./oo./... x");
  await expect(page.getByText(/wins in 1/).first()).toBeVisible();
  // The address is all there is.
  await page.reload();
  await expect(page.getByRole("gridcell", { name: /^b1, X stone/ })).toBeVisible();
});

test("an impossible position is explained, its cell marked, and nothing is lost", async ({ page }) => {
  const sheet = await openEditor(page, "connect4");
  await sheet.getByRole("button", { name: "X stone" }).click();
  await sheet.locator('[data-name="d3"]').click();
  await expect(sheet.getByRole("status")).toContainText("D3: this stone floats");
  await expect(sheet.locator(".look")).toHaveCount(1);
  await sheet.getByRole("button", { name: "Analyse this position" }).press("Enter");
  await expect(sheet).toBeVisible();
  // Pressed again, the cell is emptied.
  await sheet.locator('[data-name="d3"]').click();
  await sheet.locator('[data-name="d1"]').click();
  await sheet.getByLabel("Side to move").selectOption("second");
  await expect(sheet.getByRole("status")).toContainText("...x... o");
});

test("cells can be blocked, and tokens put, where a game has them", async ({ page }) => {
  const sheet = await openEditor(page, "isolation:3x4");
  await sheet.getByRole("button", { name: "Blocked cell" }).click();
  await sheet.locator('[data-name="b2"]').click();
  await sheet.getByRole("button", { name: "player 1 token", exact: false }).click();
  await sheet.locator('[data-name="a1"]').click();
  await expect(sheet.getByRole("status")).toContainText("Player 2 has no token yet, so player 2 is to move");
  await sheet.getByLabel("Side to move").selectOption("second");
  await expect(sheet.getByRole("status")).toHaveText("1.../.#../.... 2");
});

test("the editor is used by keys alone, and has no barrier that a program finds", async ({ page }) => {
  const sheet = await openEditor(page, "milestone:side=2");
  await sheet.getByRole("button", { name: "Clear the board" }).press("Enter");
  await expect(sheet.getByRole("status")).toContainText("There are no pawns on the board");
  await sheet.locator('[data-cursor="true"]').focus();
  await page.keyboard.press("1");
  await expect(sheet.getByRole("button", { name: "Black pawn" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("2");
  await page.keyboard.press("Space");
  await expect(sheet.getByRole("gridcell", { name: /white pawn/ })).toHaveCount(1);
  await expect(sheet.getByRole("gridcell", { name: /black pawn/ })).toHaveCount(1);
  const found = await new AxeBuilder({ page }).include("dialog[open]").analyze();
  expect(found.violations.filter((one) => one.impact === "serious" || one.impact === "critical")).toEqual([]);
  await sheet.getByRole("button", { name: "Analyse this position" }).press("Enter");
  await expect(page).toHaveURL(/[?&]p=b(:|%3A)/);
});

test("a long address becomes a short one that works here, after a reload and elsewhere", async ({ page, browser, request }) => {
  await page.goto(`/analyse/connect4?m=4${"+".repeat(2100)}4+3&ply=2`);
  await expect(page).toHaveURL(/\/analyse\/connect4\?ply=2&g=[0-9a-z]{13}$/);
  await expect(page.getByText("2 / 3").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: /Connect Four/ })).toBeAttached();
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.getByText("2 / 3").first()).toBeVisible();
  await other.keyboard.press("End");
  await expect.poll(() => new URL(other.url()).searchParams.get("m")).toBe("4 4 3");
  await other.context().close();
  // The name alone is enough.
  const { id } = await (await request.post("/api/lines", { data: { game: "tictactoe", m: "b2 a1" } })).json();
  await page.goto(`/game/${id}`);
  await expect(page).toHaveURL(new RegExp(`/analyse/tictactoe\\?g=${id}$`));
  await expect(page.getByRole("gridcell", { name: /^b2, X stone/ })).toBeVisible();
  await page.goto("/game/0000000000000");
  await expect(page.getByRole("alert")).toContainText("there is no saved game");
});

test("a percentage comes with how reliable it is", async ({ page }) => {
  await page.goto("/analyse/connect4?m=4");
  if ((await page.getByRole("button", { name: /Engine off/ }).count()) > 0) await page.getByRole("button", { name: /Engine/ }).click();
  await page.getByRole("button", { name: "How reliable is this?" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("img")).toBeVisible();
  await expect(sheet.getByRole("row")).not.toHaveCount(1);
  await expect(page.locator(".bar .part")).toHaveCount(3);
});

test("a champion's evaluator is used and named", async ({ page }) => {
  await page.goto("/analyse/milestone?agent=alphabeta(depth=1,eval=best-a)");
  await expect(page.getByText("Evaluation by")).toContainText("eval=best-a");
  if ((await page.getByRole("button", { name: /Engine off/ }).count()) > 0) await page.getByRole("button", { name: /Engine/ }).click();
  await expect(page.getByText("own scale", { exact: false }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Why" }).click();
  await expect(page.getByLabel("Evaluator", { exact: true })).toHaveValue("best-a");
  await page.getByRole("link", { name: "Use the default one" }).click();
  await expect(page.getByText("Evaluation by")).toBeHidden();
  expect(page.url()).not.toContain("agent=");
});
