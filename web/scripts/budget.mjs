// Fails if the built pages are larger than was agreed: script of the first page, of all pages but one, of that one (Invent: its
// editor is loaded nowhere else), and styles, all as sent (gzip). Run after `npm run build`.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const limits = { first: 60_500, all: 137_300, invent: 116_500, css: 15_000 };
const size = (name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length;

const names = readdirSync(new URL("assets/", dist)).map((name) => `assets/${name}`);
const scripts = names.filter((name) => name.endsWith(".js"));
const styles = names.filter((name) => name.endsWith(".css"));

// What the first page loads: the entry, in which Play is, and whatever it imports at once.
const entry = /src="\/(assets\/[^"]+\.js)"/.exec(readFileSync(new URL("index.html", dist), "utf8"))?.[1];
if (!entry) throw new Error("dist has no entry: run `npm run build` first");
const first = new Set();
const visit = (name) => {
  if (first.has(name)) return;
  first.add(name);
  const text = readFileSync(new URL(name, dist), "utf8");
  for (const found of text.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) visit(`assets/${found[1]}`);
};
visit(entry);

const sum = (list) => [...list].reduce((total, name) => total + size(name), 0);
const isOfInvent = (name) => /assets\/(editor|texts)-/.test(name);
const early = [...first].filter(isOfInvent);
if (early.length > 0) throw new Error(`the first page loads ${early.join(", ")}`);
const others = scripts.filter((name) => !isOfInvent(name));
const sizes = { first: sum(first), all: sum(others), invent: sum(scripts.filter(isOfInvent)), css: sum(styles) };
let failed = false;
for (const [what, limit] of Object.entries(limits)) {
  const over = sizes[what] > limit;
  failed ||= over;
  console.log(`${what.padEnd(6)} ${(sizes[what] / 1000).toFixed(1).padStart(6)} kB of ${limit / 1000} kB${over ? "  TOO LARGE" : ""}`);
}
process.exit(failed ? 1 : 0);
