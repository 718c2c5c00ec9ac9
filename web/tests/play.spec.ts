import { expect, test } from "@playwright/test";
import { choose, playOut, press, sceneOf } from "./player.ts";

// One of each family, the smallest that feels like it.
const families = ["milestone:side=3", "isolation:5x5", "simplexity:5x5", "tictactoe", "connect4", "breakthrough:5x5", "hexapawn"];
// Games written as text: of the shelf, and of a file that the server was started with.
const described = ["hex:size=4", "foxandhounds", "fourstones", "twowalkers"];

for (const game of [...families, ...described]) {
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

test("a game from a file is on the front page, and can be studied", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /Two Walkers/ }).first().click();
  await expect(page.getByRole("heading", { name: "Two Walkers" })).toBeVisible();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.locator("[data-board]")).toBeVisible();
  await page.goto("/analyse/twowalkers");
  await expect(page.locator("[data-board]")).toBeVisible();
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

test("a finished game can be saved with a name", async ({ page, request }, { project }) => {
  test.skip(project.name === "phone", "once is enough");
  await page.goto("/play/tictactoe?first=human&second=acorn");
  await playOut(page, request, "first", "alphabeta(depth=9)");
  const end = page.getByRole("region", { name: "The end" });
  await end.getByRole("button", { name: /Save …/ }).click();
  await page.getByLabel(/name/i).first().fill("Ada");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => {
      const { runs } = await (await request.get("/api/runs")).json();
      return runs.some((run: { kind: string; done: number }) => run.kind === "people" && run.done > 0);
    })
    .toBe(true);
});

// The draw that a1 throws away decides it; beside it stands the whole end of a game.
const thrown = "/play/tictactoe?first=human&second=human&m=b2+c1+b1+b3+a2+a1+c2";

test("what decided a game is told by its number in the list", async ({ page }) => {
  await page.goto(thrown);
  await expect(page.getByRole("region", { name: "The end" })).toContainText("Turning point: 3… a1 threw the draw away.");
});

for (const [width, height] of [[1280, 800], [640, 400], [390, 844], [360, 640], [844, 390], [3840, 2160]] as const) {
  test(`the end of a game fits on ${width} by ${height}`, async ({ page }, { project }) => {
    test.skip(project.name === "phone", "sizes are set here");
    await page.setViewportSize({ width, height });
    await page.goto("/play/connect4?first=human&second=human&m=7+4+6+3+3+6+6+3+7+4+7+3+5+7+4+1+6+6+4+5+7+7+3+6+3+2");
    const end = page.getByRole("region", { name: "The end" });
    await expect(end).toBeVisible();
    await expect(end.getByText(/point|decided|certain|scale/)).toBeVisible();
    const found = await page.evaluate(() => {
      const box = (name: string) => document.querySelector(name)?.getBoundingClientRect() ?? null;
      const inside = [...document.querySelectorAll(".banner, .banner h2, .banner a, .banner button")].map((one) => one.getBoundingClientRect());
      const [banner, talk, board] = [box(".banner"), box(".talk"), box(".stage")];
      return {
        sideways: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
        // Parts that stick out of the banner, or out of its place.
        out: inside.filter((one) => banner && (one.right > banner.right + 1 || one.left < banner.left - 1 || one.bottom > banner.bottom + 1)).length,
        over: talk && banner ? Math.round(banner.bottom - talk.bottom) : 99,
        onBoard: banner && board ? banner.left < board.right - 1 && banner.right > board.left + 1 && banner.top < board.bottom - 1 && banner.bottom > board.top + 1 : true,
      };
    });
    expect(found).toEqual({ sideways: 0, out: 0, over: expect.any(Number), onBoard: false });
    expect(found.over).toBeLessThanOrEqual(0);
    // The last move is there to be seen.
    const last = page.locator('[data-ply="26"]').first();
    await expect(last).toBeInViewport();
    expect(await last.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })).toBe(true);
  });
}

test("a link that is opened costs nobody the game in progress", async ({ page, request }) => {
  await page.goto("/play/connect4?first=human&second=acorn");
  await press(page, await choose(page, request, "alphabeta(nodes=100)"));
  await expect.poll(async () => (await sceneOf(page, request)).played.length).toBe(2);
  // Somebody else's game, only looked at.
  await page.goto("/play/hexapawn?first=human&second=human&m=a1-a2");
  await expect(page.locator("[data-board]")).toBeVisible();
  await page.goto("/play");
  await expect(page.getByRole("link", { name: /Resume/ })).toHaveCount(1);
  await expect(page.getByRole("link", { name: /Resume.*Connect Four/ })).toBeVisible();
  // A move in it makes it ours; the other stays.
  await page.goto("/play/tictactoe?first=human&second=human&m=b2");
  await page.locator('[data-cell="0"]').click();
  await expect.poll(async () => (await sceneOf(page, request)).played.length).toBe(2);
  await page.goto("/play");
  await expect(page.getByRole("link", { name: /Resume/ })).toHaveCount(2);
  await page.getByRole("link", { name: /Resume.*Connect Four/ }).click();
  await expect(page.locator("[data-board]")).toBeVisible();
});

test("an opponent that does not exist is told at once, with those that do", async ({ page, request }) => {
  await page.goto("/play/tictactoe?first=human&second=nosuch");
  const told = page.getByRole("alert");
  await expect(told).toContainText("nosuch");
  await told.getByRole("link", { name: "Acorn" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await press(page, await choose(page, request, "alphabeta(nodes=100)"));
  await expect.poll(async () => (await sceneOf(page, request)).played.length).toBe(2);
});

test("a reply needs no second request", async ({ page, request }, { project }) => {
  test.skip(project.name === "phone", "once is enough");
  const asked: string[] = [];
  page.on("request", (one) => {
    const url = new URL(one.url());
    if (url.pathname === "/api/scene") asked.push(url.searchParams.get("m") ?? "");
  });
  await page.goto("/play/connect4?first=human&second=acorn");
  await press(page, await choose(page, request, "alphabeta(nodes=100)"));
  await expect(page.getByRole("region", { name: "Moves" }).locator("[data-ply]")).toHaveCount(2);
  await expect(page.getByText("Your turn")).toBeVisible();
  // The start and the player's own move; what the opponent made of it came with its move.
  expect(asked.map((moves) => moves.split(" ").filter((text) => text !== "").length)).toEqual([0, 1]);
});
