// How soon the pages are there: `node scripts/paint.mjs http://127.0.0.1:8000 [loads]` opens pages of a running `zermelo serve` in a
// browser that has never seen them, and tells when something is painted, when the board (or the list) can be used, how long the page
// itself worked until then, and how far anything moved. On a busy machine the best of many loads, and the work, say most.
import { chromium } from "playwright-core";

const [base, loads = "15"] = process.argv.slice(2);
if (!base) {
  console.error("usage: node scripts/paint.mjs http://127.0.0.1:8000 [loads]");
  process.exit(2);
}
/** Pages, and what has to be there for them to be of use. */
const pages = {
  "/": "main ul.cards li",
  "/play/milestone?first=human&second=fern": "main [role=gridcell]",
  "/analyse/milestone": "main [role=gridcell]",
  "/runs": "main table tbody tr, main .empty",
};
const limits = { paint: 300, usable: 500, moved: 0 };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
let missed = 0;
try {
  for (const [path, useful] of Object.entries(pages)) {
    const found = { paint: [], usable: [], work: [], moved: [] };
    for (let load = 0; load < Number(loads); load++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      // The page's own thread: what others do on this machine does not count.
      const devtools = await context.newCDPSession(page);
      await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
      await page.addInitScript((selector) => {
        window.seen = { usable: null, moved: 0 };
        const look = () => {
          if (window.seen.usable === null && document.querySelector(selector)) window.seen.usable = performance.now();
        };
        new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
        new PerformanceObserver((list) => {
          for (const one of list.getEntries()) if (!one.hadRecentInput) window.seen.moved += one.value;
        }).observe({ type: "layout-shift", buffered: true });
      }, useful);
      await page.goto(base + path, { waitUntil: "load" });
      await page.waitForFunction(() => window.seen.usable !== null && performance.getEntriesByName("first-contentful-paint").length > 0);
      const { metrics } = await devtools.send("Performance.getMetrics");
      const work = 1000 * metrics.find((one) => one.name === "TaskDuration").value;
      // Whatever comes late may still move something.
      await page.waitForTimeout(400);
      const seen = await page.evaluate(() => ({ ...window.seen, paint: performance.getEntriesByName("first-contentful-paint")[0].startTime }));
      seen.work = work;
      for (const what of Object.keys(found)) found[what].push(seen[what]);
      await context.close();
    }
    const told = Object.entries(found).map(([what, list]) => {
      const sorted = list.sort((a, b) => a - b);
      const at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
      if (what === "moved") {
        if (at(1) > limits.moved) missed++;
        return `layout shift at most ${at(1).toFixed(4)}`;
      }
      if (what === "work") return `${at(0.5).toFixed(0)} ms of the processor`;
      if (at(0.5) > limits[what]) missed++;
      return `${what} median ${at(0.5).toFixed(0)} ms, 95 % within ${at(0.95).toFixed(0)} ms, best ${at(0).toFixed(0)} ms`;
    });
    console.log(`${path.padEnd(42)} ${told.join("; ")}`);
  }
} finally {
  await browser.close();
}
console.log(missed === 0 ? "all within what was agreed" : `${missed} numbers beyond what was agreed: ${JSON.stringify(limits)}`);
