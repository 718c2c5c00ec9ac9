// What an update of a chart costs in Chromium: `node scripts/chart.mjs [series] [points] [updates]` lets curves grow by a point at a time,
// and tells the time from the news to the drawn canvas: of the drawing alone, and of the whole with the component around it.
import { createServer } from "vite";
import { chromium } from "playwright-core";

const [series, points, updates] = [process.argv[2] ?? 8, process.argv[3] ?? 2000, process.argv[4] ?? 200].map(Number);
const server = await createServer({ root: new URL("..", import.meta.url).pathname, logLevel: "error", server: { port: 0 } });
await server.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.resolvedUrls.local[0]}scripts/chart.mjs`);
  // Time of the page's own thread: what others do on this machine does not count.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.exposeFunction("spent", async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1000 * metrics.find((one) => one.name === "TaskDuration").value;
  });
  const { found, spent } = await page.evaluate(
    async ({ series, points, updates }) => {
      const { makePlot } = await import("/src/runs/plot.ts");
      const { charts } = await import("/src/runs/curves.ts");
      const { mergeCurves } = await import("/src/runs/merge.ts");
      const { default: CurveChart } = await import("/src/runs/CurveChart.svelte");
      const { flushSync, grow, mount } = await import("/scripts/chart.svelte.js");
      let seed = 1;
      const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      const levels = Array.from({ length: series }, () => 0);
      const point = (one, x) => {
        levels[one] += chance() - 0.48;
        return [x, levels[one], one % 2 ? levels[one] - 2 : null, one % 2 ? levels[one] + 2 : null];
      };
      const curve = (from, to) => ({
        name: "a", title: "Fitness", x: "generation", y: "Elo", spread: "band",
        series: levels.map((_, one) => ({ name: `series ${one}`, points: Array.from({ length: to - from }, (_, at) => point(one, from + at)) })),
      });
      // Frames are drawn when we say so, and read back, so that nothing is put off.
      let waiting = [];
      window.requestAnimationFrame = (draw) => waiting.push(draw);
      window.cancelAnimationFrame = () => {};
      const paint = (canvas) => {
        for (const draw of waiting.splice(0)) draw(0);
        canvas?.getContext("2d").getImageData(0, 0, 1, 1);
      };
      const place = document.createElement("div");
      place.style.width = "1000px";
      document.body.replaceChildren(place);
      const found = { drawing: [], whole: [] };

      let curves = [curve(1, points + 1)];
      const drawn = () => charts(curves)[0].traces.map((trace) => ({ ...trace, isFaint: false, isGrey: false }));
      const looks = { text: "#111", quiet: "#666", line: "#ddd", accent: "#05a", series: ["#111", "#222", "#333", "#444", "#555", "#666"] };
      const plot = makePlot(place, { width: 1000, height: 280 }, { x: "generation", y: "Elo", spread: "band" }, looks, drawn(), { hover() {}, zoomed() {} });
      const spent = { drawing: 0, whole: 0 };
      // Made before the clock runs; ten to warm up.
      const grown = Array.from({ length: updates }, (_, at) => {
        curves = mergeCurves(curves, [curve(points + 1 + at, points + 2 + at)]);
        return drawn();
      });
      const nextTask = () => new Promise((then) => setTimeout(then));
      for (const next of grown.slice(0, 10)) {
        plot.update(next, true);
        paint(place.querySelector("canvas"));
      }
      await nextTask();
      spent.drawing -= await window.spent();
      for (const next of grown) {
        const began = performance.now();
        plot.update(next, true);
        paint(place.querySelector("canvas"));
        found.drawing.push(performance.now() - began);
      }
      await nextTask();
      spent.drawing += await window.spent();
      plot.destroy();

      curves = [curve(1, points + 1)];
      const props = grow({ chart: charts(curves)[0] });
      mount(CurveChart, { target: place, props });
      flushSync();
      const manner = place.querySelector("select[aria-label^=How]");
      if (manner) {
        manner.value = "lines";
        manner.dispatchEvent(new Event("change", { bubbles: true }));
        flushSync();
      }
      spent.whole -= await window.spent();
      for (let at = 0; at < updates; at++) {
        const news = [curve(points + 1 + at, points + 2 + at)];
        const began = performance.now();
        curves = mergeCurves(curves, news);
        props.chart = charts(curves)[0];
        flushSync();
        paint(place.querySelector("canvas"));
        found.whole.push(performance.now() - began);
      }
      await nextTask();
      spent.whole += await window.spent();
      return { found, spent };
    },
    { series, points, updates },
  );
  for (const [what, list] of Object.entries(found)) {
    const sorted = list.sort((a, b) => a - b);
    const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
    console.log(`${what.padEnd(8)} ${series} series of ${points} points: ${(spent[what] / updates).toFixed(1)} ms of the processor an update; by the clock median ${at(0.5)} ms, best ${at(0)} ms`);
  }
} finally {
  await browser.close();
  await server.close();
}
