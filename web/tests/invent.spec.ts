// A game is invented from nothing: written, mended, played to its end, studied, shared, and opened by its address. Then what goes wrong on
// the way: a server that forgot the game, an address that was cut, small screens.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { playOut } from "./player";

const lines = [
  "game Quick Race",
  "players white, black",
  "board 4x5 squares",
  "start runner on near row",
  "piece runner",
  "step forwards to empty",
  "step forward-left, forward-right to empty or enemy",
  "win reach far row",
];

const editor = (page: Page) => page.getByRole("textbox", { name: "Text of the game" });
const text = (page: Page) => page.evaluate(() => [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));

/** Empties the editor. */
async function clear(page: Page) {
  await editor(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
}
/** Types lines as a person would; the list of completions is closed before each new line. */
async function type(page: Page, what: string[]) {
  for (const [at, line] of what.entries()) {
    await page.keyboard.type(line);
    await page.keyboard.press("Escape");
    if (at < what.length - 1) await page.keyboard.press("Enter");
  }
}

test("a game is written, mended, played, studied, shared, and opened by its address", async ({ page, request, browser }) => {
  test.setTimeout(180_000);
  await page.goto("/invent");
  // The template is a game, and its board is there.
  await expect(page.getByText("This is a game.")).toBeVisible();
  await expect(page.locator("[data-cell]")).toHaveCount(36);
  await clear(page);
  await type(page, lines.slice(0, 6));
  await expect(page.getByText(/wrong:/)).toBeVisible();
  await expect(page.locator(".cm-lintRange-error").filter({ hasText: "forwards" })).toBeVisible();
  const found = page.getByRole("region", { name: "What was found" });
  await expect(found.getByText("Line 6, column 8: unknown direction `forwards`; did you mean `forward`?")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeDisabled();
  await found.getByRole("button", { name: "Use forward" }).click();
  await expect(found.getByText("forwards")).toHaveCount(0);
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await type(page, lines.slice(6, 7));
  await page.keyboard.press("Enter");
  // Below a piece lines are indented: a goal is not.
  await page.keyboard.press("Backspace");
  await type(page, lines.slice(7));
  await expect(page.getByText("This is a game.").or(found.getByRole("button").first())).toBeVisible();
  // What happens to a player who cannot move is missing: the compiler says so, and it is added.
  await page.keyboard.press("Enter");
  await type(page, ["win opponent cannot move"]);
  await expect(page.getByText("This is a game.")).toBeVisible();
  await expect(page.locator("[data-cell]")).toHaveCount(20);
  await expect(page.getByRole("heading", { name: "Quick Race in words" })).toBeVisible();
  const written = await text(page);

  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Check" })).toBeVisible();
  await expect(page.getByText("1,000 random games", { exact: true })).toBeVisible();

  // A reload loses nothing.
  await page.reload();
  await expect(page.getByText("This is a game.")).toBeVisible();
  expect(await text(page)).toBe(written);

  await page.getByRole("button", { name: "Share" }).click();
  const shared = page.getByRole("textbox", { name: /Everyone who opens this address/ });
  await expect(shared).toHaveValue(/#rules=/);
  const address = await shared.inputValue();
  expect(address.length).toBeLessThan(400);
  await page.getByRole("button", { name: "Close" }).click();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save quickrace.game" }).click();
  expect((await saved).suggestedFilename()).toBe("quickrace.game");

  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page).toHaveURL(/\/play\/quickrace~[0-9a-f]{8}$/);
  await expect(page.getByRole("heading", { name: "Quick Race" })).toBeVisible();
  const id = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
  await page.getByRole("button", { name: "Start" }).click();
  const end = await playOut(page, request, "first", "oak");
  expect(end.view.ending).not.toBe(null);
  await expect(page.getByText(end.view.ending!.sentence).first()).toBeVisible();
  // Analysis knows the game, too.
  await page.goto(`/analyse/${id}`);
  await expect(page.getByRole("grid")).toBeVisible();

  await page.goto("/invent");
  await expect(page.getByText("This is a game.")).toBeVisible();
  await page.getByRole("button", { name: "Study", exact: true }).click();
  await expect(page).toHaveURL(/\/lab\/quickrace~/);
  await expect(page.getByRole("heading", { name: "Quick Race" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "How this was measured" })).toBeVisible({ timeout: 90_000 });

  // Somebody else opens the address: the same text, and nothing of theirs is lost.
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await theirs.goto(address);
  await expect(theirs.getByText("This is a game.")).toBeVisible();
  expect(await text(theirs)).toBe(written);
  await other.close();
});

test("an address does not overwrite a text, and one that was cut says so", async ({ page }) => {
  await page.goto("/invent");
  await expect(page.getByText("This is a game.")).toBeVisible();
  await clear(page);
  await type(page, ["game Mine"]);
  await page.getByRole("combobox", { name: "Begin from" }).selectOption("hex");
  await expect(page.getByText("This is Hex.", { exact: true })).toBeVisible();
  await expect(page.getByText("This is a game.")).toBeVisible();
  await page.getByRole("button", { name: "Back to your text" }).click();
  expect(await text(page)).toBe("game Mine");
  await page.goto("/invent#rules=tZ2FtZSBIZXg");
  await page.reload();
  await expect(page.getByText("This text came with the address.")).toBeVisible();
  expect(await text(page)).toBe("game Hex");
  await page.getByRole("button", { name: "Back to your text" }).click();
  expect(await text(page)).toBe("game Mine");
  await page.goto("/invent#rules=zzzz");
  await page.reload();
  await expect(page.getByText(/holds no text that can be read/)).toBeVisible();
  expect(await text(page)).toBe("game Mine");
});

test("words of the language are offered where they may stand", async ({ page }) => {
  await page.goto("/invent");
  await expect(page.getByText("This is a game.")).toBeVisible();
  await clear(page);
  await type(page, ["game It", "board 3x3 squares", "piece stone"]);
  await page.keyboard.press("Enter");
  await page.keyboard.type("sl");
  const offered = page.getByRole("listbox", { name: "Completions" });
  await expect(offered.getByRole("option", { name: "slide" })).toBeVisible();
  // A list that has only just appeared is not meant by Enter.
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.keyboard.type(" forward-d");
  await expect(offered.getByRole("option", { name: "forward-diagonal" })).toBeVisible();
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  expect((await text(page)).split("\n").at(-1)).toBe("  slide forward-diagonal");
});

test("a server that forgot a game is told its rules again, also by an address", async ({ page, browser }) => {
  await page.goto("/invent");
  await page.getByRole("combobox", { name: "Begin from" }).selectOption("tictactoe");
  await expect(page.getByText("This is a game.")).toBeVisible();
  await page.keyboard.press("Control+End");
  // Another title is another game, which nobody else has opened.
  await clear(page);
  await type(page, ["game Lost Game", "board 3x3 squares", "piece stone", "place on empty"]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await type(page, ["win line 3", "draw board full"]);
  await expect(page.getByText("This is a game.")).toBeVisible();
  const id = await page.evaluate(async () => {
    const answer = await fetch("/api/invent/draft", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n") }),
    });
    return (await answer.json()).rules.id as string;
  });
  await page.getByRole("button", { name: "Share" }).click();
  const shared = page.getByRole("textbox", { name: /Everyone who opens this address/ });
  // Packing the text takes a moment.
  await expect(shared).toHaveValue(/#rules=/);
  const address = await shared.inputValue();
  // The game was never opened here: its address says what it is.
  const other = await (await browser.newContext()).newPage();
  const { origin, hash } = new URL(address);
  await other.goto(`${origin}/play/${id}?first=human&second=human${hash}`);
  await expect(other.locator("[data-cell]")).toHaveCount(9);
  await other.locator('[data-cell="4"]').click();
  await expect(other).toHaveURL(/m=/);
  // Whatever is shared of this game brings its rules along.
  await other.getByRole("button", { name: "Share" }).first().click();
  await expect.poll(() => other.getByRole("textbox", { name: "Address" }).inputValue()).toContain("#rules=");
  await other.context().close();
});

for (const scheme of ["light", "dark"] as const) {
  for (const width of [320, 390, 1280]) {
    test(`the page is fine in ${scheme} at ${width} pixels`, async ({ page }) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: width < 640 ? 844 : 800 });
      await page.goto("/invent");
      await expect(page.getByText("This is a game.")).toBeVisible();
      const states = {
        template: async () => undefined,
        wrong: async () => {
          await editor(page).click();
          await page.keyboard.press("Control+End");
          await page.keyboard.type("wun line 3\n");
          await page.keyboard.press("Escape");
          await expect(page.getByText(/wrong:/)).toBeVisible();
        },
        checked: async () => {
          await page.getByRole("combobox", { name: "Begin from" }).selectOption("roundandsquare");
          await expect(page.getByText("This is a game.")).toBeVisible();
          await page.getByRole("button", { name: "Check", exact: true }).click();
          await expect(page.getByRole("heading", { name: "Check" })).toBeVisible();
        },
      };
      for (const [name, reach] of Object.entries(states)) {
        await reach();
        await page.waitForTimeout(400);
        const found = await new AxeBuilder({ page }).analyze();
        const serious = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
        expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
        const { ZERMELO_SCREENSHOTS } = process.env;
        if (ZERMELO_SCREENSHOTS) await page.screenshot({ path: `${ZERMELO_SCREENSHOTS}/invent-${name}-${width}-${scheme}.png`, fullPage: true });
      }
      expect(problems).toEqual([]);
    });
  }
}
