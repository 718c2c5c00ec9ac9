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
  await expect(page.getByText("What the evaluation sees now", { exact: false })).toBeVisible();
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
