import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const id = "lastnight~3f9c2a1e";
let answers: { status: number; body: unknown }[];
let asked: { url: string; body: unknown }[];

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage;
}

beforeEach(() => {
  vi.resetModules();
  answers = [];
  asked = [];
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("window", { location: { hash: "", pathname: "/", href: "http://host/" } });
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    asked.push({ url, body: init.body ? JSON.parse(String(init.body)) : null });
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const unknown = { status: 404, body: { error: { kind: "unknown-game", message: `unknown game ${id}` } } };

describe("texts that are kept", () => {
  it("are those of the last games", async () => {
    const { bounded, keepText, textOf } = await import("./texts");
    for (let n = 0; n < 40; n++) keepText(`game~${String(n).padStart(8, "0")}`, `text ${n}`);
    expect(textOf("game~00000039")).toBe("text 39");
    expect(textOf("game~00000009")).toBe(null);
    expect(bounded([["a", "x".repeat(400_000)], ["b", "y".repeat(200_000)]]).map(([name]) => name)).toEqual(["a"]);
  });

  it("are found by the ids in a request", async () => {
    const { idsIn } = await import("./texts");
    expect(idsIn(`/api/scene?game=${id}&m=a1`)).toEqual([id]);
    expect(idsIn(`{"game":"hex~84c1f00d:size=7,x=1","m":""}`)).toEqual(["hex~84c1f00d:size=7,x=1"]);
    expect(idsIn("/api/scene?game=hex")).toEqual([]);
  });
});

describe("a server that was started again", () => {
  it("is sent the text, and asked once more", async () => {
    const { keepText } = await import("./texts");
    const { api } = await import("../api");
    keepText(id, "game Last Night");
    answers = [unknown, { status: 200, body: { game: id } }, { status: 200, body: { opponents: [] } }];
    expect(await api.opponents(id)).toEqual({ opponents: [] });
    expect(asked.map((one) => one.url.split("?")[0])).toEqual(["/api/opponents", "/api/invent/open", "/api/opponents"]);
    expect(asked[1]?.body).toEqual({ text: "game Last Night" });
  });

  it("is not asked again without a text, nor for ever", async () => {
    const { api } = await import("../api");
    answers = [unknown];
    await expect(api.opponents(id)).rejects.toThrow("unknown game");
    const { keepText } = await import("./texts");
    keepText(id, "game Last Night");
    answers = [unknown, { status: 200, body: { game: id } }, unknown];
    await expect(api.opponents(id)).rejects.toThrow("unknown game");
    expect(asked).toHaveLength(4);
  });

  it("is sent the text that the address brings", async () => {
    const { withText } = await import("./packed");
    const { hash } = new URL(await withText("http://host/play/x", "game Brought"));
    vi.stubGlobal("window", { location: { hash, pathname: "/play/x", href: "http://host/" } });
    const { api } = await import("../api");
    answers = [unknown, { status: 200, body: { game: id } }, { status: 200, body: {} }];
    await api.opponents(id);
    expect(asked[1]?.body).toEqual({ text: "game Brought" });
    const { textOf } = await import("./texts");
    expect(textOf(id)).toBe("game Brought");
  });
});
