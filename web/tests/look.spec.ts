// Every page, light and dark, on desktop and phone: nothing serious for axe to find, no layout that jumps, no error on the console.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

const pages = ["/", "/play/milestone", "/play/milestone?first=human&second=acorn", "/analyse/connect4?m=4+4+3", "/runs", "/tournament", "/lab/hexapawn", "/invent", "/manual", "/manual/concepts", "/nowhere/at/all"];

for (const scheme of ["light", "dark"] as const) {
  for (const path of pages) {
    test(`${path} is fine in ${scheme}`, async ({ page }) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      // What is read from the server has come by then; streams never end.
      await page.waitForTimeout(700);
      const found = await new AxeBuilder({ page }).analyze();
      const serious = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
      // Nothing is wider than the screen.
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
    });
  }
}
