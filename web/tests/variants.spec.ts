// Which rules are best? From the lab of a game to the table of its variants.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

const quick = `
[study]
games = { nodes = [20, 100], games = 20, random = 20 }
solve = { start = 1000, first-moves = 0 }
clarity = { positions = 0 }
ladder = { nodes = 10, doublings = 1, games = 20 }
first-moves = { nodes = 50, games = 4 }
copying = { nodes = 50, games = 0 }
heuristics = { games = 0 }
`;

test("variants of a game are compared from its lab", async ({ page }) => {
  await page.goto("/lab/hexapawn");
  await page.getByRole("button", { name: "Compare variants" }).first().click();
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(/kind = "variants"/);
  await expect(text).toHaveValue(/"hexapawn"/);
  await text.fill(`kind = "variants"\ntitle = "Two small games"\nvariants = ["hexapawn", "tictactoe"]\n${quick}`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Two small games" })).toBeVisible();
  await expect(page.getByText("Fairest as measured:").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("cell", { name: "Tic-tac-toe" }).first()).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
