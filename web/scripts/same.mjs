// Builds the pages anew and compares them with what is committed in dist: the program embeds dist, so it must be what the sources
// say. Then looks at the sizes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const fresh = mkdtempSync(join(tmpdir(), "zermelo-web-"));

function digests(folder) {
  const found = new Map();
  const walk = (at) => {
    for (const name of readdirSync(at)) {
      const path = join(at, name);
      if (statSync(path).isDirectory()) walk(path);
      else found.set(relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex"));
    }
  };
  walk(folder);
  return found;
}

try {
  const build = ["node_modules/vite/bin/vite.js", "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
  execFileSync(process.execPath, build, { cwd: root, stdio: "inherit" });
  const [built, committed] = [digests(fresh), digests(join(root, "dist"))];
  const differing = [...new Set([...built.keys(), ...committed.keys()])].filter((name) => built.get(name) !== committed.get(name));
  if (differing.length > 0) {
    console.error(`web/dist is not what the sources make: ${differing.join(", ")}\nRun \`npm run build\` in web/ and commit dist.`);
    process.exitCode = 1;
  } else {
    console.log(`${built.size} files, as committed`);
    execFileSync(process.execPath, ["scripts/budget.mjs"], { cwd: root, stdio: "inherit" });
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
