import { expect, test } from "@playwright/test";
import { choose, playOut, press, sceneOf } from "./player.ts";

// One of each family, the smallest that feels like it.
const families = ["milestone:side=3", "isolation:5x5", "simplexity:5x5", "tictactoe", "connect4", "breakthrough:5x5", "hexapawn"];

for (const game of families) {
  test(`${game} is played to its end by pressing`, async ({ page, request }) => {
    await page.goto(`/play/${game}?first=human&second=acorn`);
    await expect(page.locator("[data-board]")).toBeVisible();
    const end = await playOut(page, request, "first", "alphabeta(nodes=3000)");
    const sentence = end.view.ending!.sentence;
    const why = sentence.split(": ").at(-1)!;
    await expect(page.getByRole("region", { name: "The end" })).toContainText(new RegExp(why.slice(0, 12), "i"));
    await expect(page.getByRole("button", { name: "Rematch" }).first()).toBeVisible();
  });
}

test("a game is started from the front page in three presses", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /Simplexity/ }).first().click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("group", { name: "The piece to drop" })).toBeVisible();
  await page.locator("[data-column]").nth(2).click();
  await expect(page.getByRole("region", { name: "Moves" })).toContainText(/3/);
});

test("whoever plays badly loses, and is told so", async ({ page, request }) => {
  await page.goto("/play/connect4?first=human&second=oak");
  const end = await playOut(page, request, "first", "random");
  expect(end.view.ending!.winner).toBe("second");
  await expect(page.getByRole("region", { name: "The end" })).toBeVisible();
});

test("a move is taken back together with its answer", async ({ page, request }) => {
  await page.goto("/play/connect4?first=human&second=acorn");
  await press(page, await choose(page, request, "alphabeta(nodes=100)"));
  await expect.poll(async () => (await sceneOf(page, request)).played.length).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await sceneOf(page, request)).played.length).toBe(0);
});

test("a reload at any moment shows the same game", async ({ page, request }) => {
  await page.goto("/play/tictactoe?first=human&second=acorn");
  await press(page, await choose(page, request, "alphabeta(nodes=100)"));
  await expect.poll(async () => (await sceneOf(page, request)).played.length).toBe(2);
  const before = (await sceneOf(page, request)).played;
  await page.reload();
  await expect(page.locator("[data-board]")).toBeVisible();
  expect((await sceneOf(page, request)).played).toEqual(before);
});

test("a game is played by keys alone", async ({ page, request }, { project }) => {
  test.skip(project.name === "phone", "phones have no keys");
  await page.goto("/play/tictactoe?first=human&second=acorn");
  const grid = page.getByRole("grid");
  await expect(grid).toBeVisible();
  for (let turn = 0; turn < 9; turn++) {
    const scene = await sceneOf(page, request);
    if (scene.view.ending) break;
    const move = await choose(page, request, "alphabeta(depth=9)");
    const plies = scene.played.length;
    await page.locator('[role="gridcell"][tabindex="0"]').focus();
    await page.keyboard.press("Control+Home");
    const wanted = page.locator(`[data-cell="${move.to}"]`);
    // Along the row, then along the column.
    for (let step = 0; step < 9 && !(await wanted.evaluate((cell) => cell === document.activeElement)); step++) {
      const at = await page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.cell));
      const [here, there] = await Promise.all([at, move.to].map((cell) => page.locator(`[data-cell="${cell}"]`).boundingBox()));
      const isBelow = there!.y > here!.y + 4;
      await page.keyboard.press(isBelow ? "ArrowDown" : there!.x > here!.x + 4 ? "ArrowRight" : "ArrowLeft");
    }
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await sceneOf(page, request)).played.length).toBeGreaterThan(plies);
    await expect
      .poll(async () => {
        const now = await sceneOf(page, request);
        return now.view.ending !== null || now.view.to_move === "first";
      })
      .toBe(true);
  }
  expect((await sceneOf(page, request)).view.ending).not.toBeNull();
});

test("a finished game can be kept with a name", async ({ page, request }, { project }) => {
  test.skip(project.name === "phone", "once is enough");
  await page.goto("/play/tictactoe?first=human&second=acorn");
  await playOut(page, request, "first", "alphabeta(depth=9)");
  const end = page.getByRole("region", { name: "The end" });
  await end.getByRole("button", { name: /Keep it/ }).click();
  await page.getByLabel(/name/i).first().fill("Ada");
  await page.getByRole("button", { name: "Keep it", exact: true }).click();
  await expect
    .poll(async () => {
      const { runs } = await (await request.get("/api/runs")).json();
      return runs.some((run: { kind: string; done: number }) => run.kind === "people" && run.done > 0);
    })
    .toBe(true);
});
