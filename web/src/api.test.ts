import { afterEach, describe, expect, test, vi } from "vitest";
import { address, ApiError, api, EventParser, stream } from "./api";

afterEach(() => vi.unstubAllGlobals());

describe("server-sent events", () => {
  const text = ': hello\n\nevent: update\r\nid: 7\r\ndata: {"a":1}\r\n\r\ndata: one\ndata: two\n\nevent: cut';
  const events = [
    { event: "update", data: '{"a":1}', id: "7" },
    { event: "message", data: "one\ntwo", id: "7" },
  ];

  test("are the same however the stream is cut", () => {
    for (let size = 1; size <= text.length; size++) {
      const parser = new EventParser();
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...parser.push(text.slice(at, at + size)));
      expect(found).toEqual(events);
    }
  });

  test("an event without data is none", () => {
    expect(new EventParser().push("event: nothing\n\n")).toEqual([]);
  });

  test("are read from an answer, with the last id sent along", async () => {
    const asked = vi.fn(async (_url: string, _init: RequestInit) => new Response(text));
    vi.stubGlobal("fetch", asked);
    const found: string[] = [];
    await stream("/api/live", { runs: 1 }, (event) => found.push(event.data), new AbortController().signal, "6");
    expect(found).toEqual(['{"a":1}', "one\ntwo"]);
    expect(asked.mock.calls[0]?.[0]).toBe("/api/live?runs=1");
    expect((asked.mock.calls[0]?.[1].headers as Record<string, string>)["last-event-id"]).toBe("6");
  });
});

describe("errors", () => {
  test("carry what the server said", async () => {
    const body = JSON.stringify({ error: { kind: "game", message: "there is no game `chess`" } });
    vi.stubGlobal("fetch", async () => new Response(body, { status: 404 }));
    const error: unknown = await api.scene({ game: "chess" }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ kind: "game", message: "there is no game `chess`", status: 404, gone: false });
  });

  test("say when nobody answers", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("failed");
    });
    await expect(api.games()).rejects.toMatchObject({ kind: "gone", gone: true });
  });
});

test("addresses leave out what is not set", () => {
  expect(address("/api/scene", { game: "mnk:3,3,3", p: null, m: "", ply: 0 })).toBe("/api/scene?game=mnk%3A3%2C3%2C3&ply=0");
});
