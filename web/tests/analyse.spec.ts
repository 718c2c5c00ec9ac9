import { expect, test } from "@playwright/test";

test("lines appear while it thinks, and stop at the budget", async ({ page }) => {
  await page.goto("/analyse/connect4?m=4+4+3");
  await expect(page.getByRole("button", { name: /Engine/ })).toBeVisible();
  if ((await page.getByRole("button", { name: /Engine off/ }).count()) > 0) await page.getByRole("button", { name: /Engine/ }).click();
  await expect(page.getByText(/depth \d+/i).first()).toBeVisible();
});

test("a solved position shows no percentage", async ({ page }) => {
  await page.goto("/analyse/tictactoe?m=a1+a2+b1+b2");
  if ((await page.getByRole("button", { name: /Engine off/ }).count()) > 0) await page.getByRole("button", { name: /Engine/ }).click();
  await expect(page.getByText(/wins in 1/).first()).toBeVisible();
});

test("the evaluation is taken apart", async ({ page }) => {
  await page.goto("/analyse/milestone?m=7-11");
  await page.getByRole("tab", { name: "Why" }).click();
  await expect(page.getByText("Evaluation of this position", { exact: false })).toBeVisible();
  await expect(page.getByText("piece-diff", { exact: false }).first()).toBeVisible();
});

test("mistakes are found and marked", async ({ page }) => {
  // The first player could have won with c1.
  await page.goto("/analyse/tictactoe?m=a1+a3+b1+b3+c2+c3");
  await page.getByRole("tab", { name: "Mistakes" }).click();
  await page.getByRole("button", { name: /Look for mistakes|Analyse/ }).first().click();
  await expect(page.getByText(/threw away a proved win/i).first()).toBeVisible();
});

test("what cannot be read is told, and the rest is shown", async ({ page }) => {
  await page.goto("/analyse/tictactoe?m=b2+b2");
  await expect(page.getByText(/b2/).first()).toBeVisible();
  await expect(page.getByRole("alert").first()).toContainText(/b2/);
});

test("a draw is proved when the whole tree was seen, and the engine says why it rests", async ({ page }) => {
  await page.goto("/analyse/tictactoe");
  await expect(page.locator(".value")).toContainText("Drawn with best play");
  await expect(page.locator(".value")).toContainText("proved");
  await expect(page.getByText(/nodes.*, solved/)).toBeVisible();
  await expect(page.getByText(/not calibrated/)).toHaveCount(0);
});

test("an engine whose budget is spent says so, and goes on if it is asked to", async ({ page }) => {
  await page.goto("/analyse/connect4");
  await page.getByLabel("Budget").selectOption("200000");
  await expect(page.getByText(/budget spent/)).toBeVisible();
  await expect(page.getByText(/200 k nodes/)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Budget")).toHaveValue("2000000");
  await expect(page.getByText(/2,000 k nodes.*budget spent/)).toBeVisible();
});

test("after the end there is nothing to explain, and no error", async ({ page }) => {
  await page.goto("/analyse/tictactoe?m=b2+c1+b1+b3+a2+a1+c2&tab=why");
  await expect(page.getByText(/An evaluation estimates how a game will end/)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: /before the last move/ }).click();
  await expect(page.getByText(/in total by/)).toBeVisible();
});

test("the trainer does not show what is to be found", async ({ page }) => {
  await page.goto("/analyse/tictactoe?m=b2+c1+b1+b3+a2+a1+c2&tab=mistakes");
  const list = page.getByRole("tabpanel");
  await expect(list).toContainText("3… a1");
  await expect(list).toContainText("Better: c2");
  await page.getByRole("button", { name: "Learn from them" }).click();
  await expect(list).toContainText("Find a better move");
  await expect(list).not.toContainText("Better:");
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect(page.locator(".graph td").filter({ hasText: /^c2$/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(list).toContainText("c2 was better");
});
