// How a server bears many at once: `node scripts/load.mjs http://127.0.0.1:8000 RUN` lets 200 clients watch a run while 50 games
// are played by others, for half a minute, and tells errors and waiting times.
import http from "node:http";

const [base, run, watchers = "200", players = "50", seconds = "30"] = process.argv.slice(2);
if (!base || !run) {
  console.error("usage: node scripts/load.mjs http://127.0.0.1:8000 RUN [watchers] [players] [seconds]");
  process.exit(2);
}
const end = Date.now() + 1000 * Number(seconds);
const errors = [];
const events = new Array(Number(watchers)).fill(0);
const waits = { scene: [], think: [] };
let games = 0;

function watch(index) {
  // Every client has a connection of its own, as separate browsers have.
  const request = http.get(`${base}/api/live?runs=1&run=${run}`, { agent: false }, (response) => {
    if (response.statusCode !== 200) errors.push(`live: ${response.statusCode}`);
    response.on("data", (chunk) => (events[index] += chunk.toString().split("event:").length - 1));
    response.on("error", () => {});
  });
  request.on("error", (error) => Date.now() < end && errors.push(`live: ${error.message}`));
  setTimeout(() => request.destroy(), end - Date.now());
}

function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {};
    const request = http.request(`${base}${path}`, { method, agent: false, headers }, (response) => {
      let data = "";
      response.on("data", (chunk) => (data += chunk));
      response.on("end", () => (response.statusCode === 200 ? resolve(JSON.parse(data)) : reject(new Error(`${path}: ${response.statusCode} ${data}`))));
    });
    request.on("error", reject);
    request.end(text);
  });
}

async function timed(kind, work) {
  const started = performance.now();
  const answer = await work;
  waits[kind].push(performance.now() - started);
  return answer;
}

async function play(seed) {
  const game = ["milestone", "connect4", "isolation", "simplexity", "breakthrough"][seed % 5];
  while (Date.now() < end) {
    let m = "";
    for (let ply = 0; Date.now() < end; ply++) {
      const scene = await timed("scene", ask("GET", `/api/scene?game=${game}&m=${encodeURIComponent(m)}`));
      if (scene.view.ending) {
        games++;
        break;
      }
      const agent = ply % 2 === 0 ? "random" : "alphabeta(nodes=3000)";
      const reply = await timed("think", ask("POST", "/api/think", { game, m, agent, seed: seed + ply }));
      m = `${m} ${reply.move}`.trim();
      // People think, too.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

for (let index = 0; index < Number(watchers); index++) watch(index);
const playing = Array.from({ length: Number(players) }, (_, seed) => play(seed).catch((error) => errors.push(error.message)));
await Promise.all(playing);
await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - Date.now()) + 200));
const told = (list) => {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(0);
  return `${list.length} answers, median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, longest ${at(1)} ms`;
};
console.log(`${watchers} watchers: fewest events ${Math.min(...events)}, most ${Math.max(...events)}`);
console.log(`${players} players: ${games} games ended; boards: ${told(waits.scene)}; moves: ${told(waits.think)}`);
console.log(`${errors.length} errors${errors.length ? `: ${[...new Set(errors)].slice(0, 5).join("; ")}` : ""}`);
process.exitCode = errors.length > 0 ? 1 : 0;
