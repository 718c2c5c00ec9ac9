import { afterEach, expect, test, vi } from "vitest";
import { asAddress, asMoves, readPaste } from "./paste";

afterEach(() => vi.unstubAllGlobals());

test("addresses of ours are known, whatever the host", () => {
  expect(asAddress("http://127.0.0.1:8000/analyse/isolation?m=d4+e6&ply=2")).toBe("/analyse/isolation?m=d4+e6&ply=2");
  expect(asAddress(" /game/people/3 ")).toBe("/game/people/3");
  expect(asAddress("https://elsewhere/nothing")).toBeNull();
  expect(asAddress("d4 e6")).toBeNull();
});

test("numbers of moves and results are no moves", () => {
  expect(asMoves("1. d4 e6 2. c2 f4 1-0")).toEqual(["d4", "e6", "c2", "f4"]);
  expect(asMoves("1.d4 e6")).toEqual(["d4", "e6"]);
  expect(asMoves("4 4 3")).toEqual(["4", "4", "3"]);
});

test("whichever reading is legal wins, and errors name the place", async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    const query = new URL(url, "http://here").searchParams;
    const [m, p] = [query.get("m"), query.get("p")];
    const good = m === "d4 e6" || p === "../.. 1";
    const played = m ? m.split(" ").slice(0, m === "d4 zz" ? 1 : good ? 2 : 0).map((text) => ({ text, speak: text })) : [];
    return new Response(JSON.stringify({ played, problem: good ? null : `bad ${m ?? p}` }));
  });
  expect(await readPaste("g", "d4, e6")).toEqual({ line: { game: "g", m: "d4 e6" } });
  expect(await readPaste("g", "../.. 1")).toEqual({ line: { game: "g", p: "../.. 1" } });
  expect(await readPaste("g", "d4 zz")).toEqual({ problem: "bad d4 zz" });
  expect(await readPaste("g", "x/y")).toEqual({ problem: "bad x/y" });
  expect(await readPaste("g", "  ")).toHaveProperty("problem");
});
