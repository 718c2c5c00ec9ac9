import { afterEach, expect, test, vi } from "vitest";
import { read } from "./router";

vi.stubGlobal("window", { location: new URL("http://here/analyse/connect4") });
const { shortened, unfolded } = await import("./shortLinks");

const asked: { url: string; body: unknown }[] = [];
vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
  asked.push({ url, body: init.body ? JSON.parse(init.body as string) : null });
  const answer = url === "/api/lines" ? { id: "abc" } : { game: "connect4", p: null, m: "4 4" };
  return Promise.resolve(new Response(JSON.stringify(answer)));
});
afterEach(() => asked.splice(0));

test("what is short stays as it is", async () => {
  expect(await shortened("/analyse/connect4?m=4+4")).toBe("http://here/analyse/connect4?m=4+4");
  const run = `http://here/runs/x?with=${"a".repeat(3000)}`;
  expect(await shortened(run)).toBe(run);
  expect(asked).toEqual([]);
});

test("a long game is kept once, and everything else of its address stays", async () => {
  const moves = Array(1200).fill("4").join("+");
  const short = await shortened(`/play/connect4?first=human&m=${moves}&ply=7`);
  expect(short).toBe("http://here/play/connect4?first=human&ply=7&g=abc");
  expect(await shortened(`/analyse/connect4?tab=why&m=${moves}`)).toBe("http://here/analyse/connect4?tab=why&g=abc");
  expect(asked).toEqual([{ url: "/api/lines", body: { game: "connect4", p: null, m: moves.replaceAll("+", " ") } }]);
});

test("a short address stands for the whole one", async () => {
  const route = read(new URL("http://here/analyse/connect4?g=abc&ply=1"));
  expect(await unfolded(route)).toEqual({ full: "/analyse/connect4?ply=1&m=4+4", shown: "/analyse/connect4?ply=1&g=abc" });
  expect(asked.map((one) => one.url)).toEqual(["/api/lines/abc"]);
});
