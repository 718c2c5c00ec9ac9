// The manual in the browser: contents, links, sections by address, and the search.
import { expect, test } from "@playwright/test";

test("pages are read, followed and found by address", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Manual" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Introduction" })).toBeVisible();
  const contents = page.getByRole("navigation", { name: "Manual" });
  await contents.getByRole("link", { name: /^The designer/ }).click();
  await expect(page).toHaveURL(/\/manual\/tutorials\/designer$/);
  await expect(page).toHaveTitle(/designer.*Manual · Zermelo/);
  await expect(contents.locator('[aria-current="page"]')).toHaveText(/^The designer/);
  // A link within the text leads to another page and to its section.
  await page.getByRole("article").getByRole("link", { name: "many tests" }).click();
  await expect(page).toHaveURL(/\/manual\/concepts#many-tests-holm$/);
  await expect(page.getByRole("heading", { name: /^Many tests: Holm/ })).toBeInViewport();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /^The designer/ })).toBeVisible();
});

test("an address with a section opens there, and a wrong one says what is near", async ({ page }) => {
  await page.goto("/manual/concepts#winners-curse");
  await expect(page.getByRole("heading", { name: /^Winner's curse/ })).toBeInViewport();
  await page.goto("/manual/desinger");
  await expect(page.getByRole("alert")).toContainText("/manual/tutorials/designer");
});

test("the search answers while one types, by keys alone", async ({ page }) => {
  await page.goto("/manual");
  await expect(page.getByRole("heading", { level: 1, name: "Introduction" })).toBeVisible();
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox", { name: "Search the manual" });
  await expect(box).toBeFocused();
  await page.keyboard.type("winner's curse");
  const first = page.locator(".hits a").first();
  await expect(first).toHaveText("Winner's curse");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/manual\/concepts#winners-curse$/);
  await expect(page.getByRole("heading", { name: /^Winner's curse/ })).toBeInViewport();
  await box.fill("xylophone");
  await expect(page.getByRole("status")).toHaveText("Nothing contains all of these words.");
  await box.press("Escape");
  await expect(page.getByRole("navigation", { name: "Manual" })).toBeVisible();
});
