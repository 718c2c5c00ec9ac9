// The pages in a real browser, against the real server. The program is the one that `cargo` built for the tests.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";

const target = process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "..", "target");
const program = process.env.ZERMELO ?? join(target, "debug", "zermelo");
const port = Number(process.env.ZERMELO_TEST_PORT ?? 8917);
// Every run of the tests begins with an empty store.
process.env.ZERMELO_TEST_FOLDER ??= mkdtempSync(join(tmpdir(), "zermelo-browser-"));
const store = join(process.env.ZERMELO_TEST_FOLDER, "store.db");

const chromium = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

export default defineConfig({
  testDir: "tests",
  outputDir: join(process.env.ZERMELO_TEST_FOLDER, "results"),
  workers: 1,
  // Generous, because other tests keep the machine busy meanwhile: nothing here measures speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Where nobody watches, a test that fails is tried once more, and told as flaky if it passes then.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: { baseURL: `http://127.0.0.1:${port}`, launchOptions: chromium, trace: "off" },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"], channel: undefined, viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      testMatch: /(play|look|setup|shelf)\.spec\.ts/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: `${program} serve --port ${port} --store ${store} --experiments ${join(import.meta.dirname, "tests", "experiments")} --threads 1 ${join(import.meta.dirname, "tests", "games", "twowalkers.game")}`,
    url: `http://127.0.0.1:${port}/api/games`,
    reuseExistingServer: false,
    stdout: "ignore",
    gracefulShutdown: { signal: "SIGINT", timeout: 5_000 },
  },
});
