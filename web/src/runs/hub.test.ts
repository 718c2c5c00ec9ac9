import { beforeEach, describe, expect, test } from "vitest";
import type { Point, RunNews } from "../wire";
import { addressFor, Hub, type Source, type Told } from "./hub";
import { mergePoints } from "./merge";
import { row } from "./samples";

// A server that makes one point after another, can be killed, and tells what a stream has missed.
class FakeSource implements Source {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  readonly heard = new Map<string, (event: { data: string }) => void>();
  /** The last news of each run that went over this stream. */
  readonly sent = new Map<string, number>();

  constructor(readonly url: string) {
    const query = new URL(url, "http://here").searchParams;
    const after = (query.get("after") ?? "").split(",").map(Number);
    (query.get("run") ?? "").split(",").forEach((name, at) => name && this.sent.set(name, after[at] ?? 0));
  }
  addEventListener(name: string, heard: (event: { data: string }) => void) {
    this.heard.set(name, heard);
  }
  close() {
    this.closed = true;
  }
}

const pointsBetween = (after: number, upTo: number): Point[] =>
  Array.from({ length: upTo - after }, (_, at) => [after + at + 1, 0, null, null]);

let sources: FakeSource[];
let timers: { at: number; then: () => void }[];
let now: number;
let hub: Hub;
let isUp: boolean;

beforeEach(() => {
  sources = [];
  timers = [];
  now = 0;
  isUp = true;
  hub = new Hub({
    open: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
    later: (milliseconds, then) => {
      const timer = { at: now + milliseconds, then };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  });
});

const open = () => sources.filter((source) => !source.closed);

function pass(milliseconds: number) {
  const until = now + milliseconds;
  for (;;) {
    const next = timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    timers = timers.filter((one) => one !== next);
    now = next.at;
    next.then();
    for (const source of open()) {
      if (isUp) source.onopen?.();
      else source.onerror?.();
    }
  }
  now = until;
}

/** The server tells everybody who is connected what is new, in one event for each run. */
function tellAll(seq: number) {
  for (const source of open()) {
    for (const [name, sent] of source.sent) {
      if (sent >= seq) continue;
      const series = [{ name: "best", points: pointsBetween(sent, seq) }];
      const news: RunNews = {
        row: row({ name }), seq, curves: [{ name: "fitness", title: "", x: "", y: "", spread: "band", series }], standings: null, workers: null, log: [],
      };
      source.sent.set(name, seq);
      source.heard.get("run")?.({ data: JSON.stringify(news) });
    }
  }
}

/** A tab that keeps its points as the pages do. */
function tab(run: string) {
  const who = { points: [] as Point[], after: 0, states: [] as string[], listen: () => {}, leave: () => hub.leave(who) };
  const tell = (told: Told) => {
    if (told.kind === "state") who.states.push(told.state);
    if (told.kind !== "run") return;
    who.after = told.news.seq;
    who.points = mergePoints(who.points, told.news.curves[0]?.series[0]?.points ?? []);
  };
  who.listen = () => hub.listen(who, { runs: false, run, after: who.after }, tell);
  who.listen();
  return who;
}

describe("addresses", () => {
  test("serve everybody, from where the one who knows least is", () => {
    expect(addressFor([{ runs: true, run: null, after: 0 }])).toBe("/api/live?runs=1");
    expect(
      addressFor([
        { runs: false, run: "a", after: 7 },
        { runs: true, run: null, after: 0 },
        { runs: false, run: "b", after: 3 },
        { runs: false, run: "a", after: 5 },
      ]),
    ).toBe("/api/live?runs=1&run=a%2Cb&after=5%2C3");
    expect(addressFor([])).toBeNull();
  });
});

test("eight tabs share one stream and all hear everything", () => {
  const tabs = Array.from({ length: 8 }, () => tab("a"));
  pass(100);
  expect(sources).toHaveLength(1);
  tellAll(1);
  tellAll(4);
  for (const one of tabs) expect(one.points).toEqual(pointsBetween(0, 4));
  expect(tabs[0]?.states.at(-1)).toBe("live");
});

test("a tab that comes later hears from the beginning, and the others hear nothing twice", () => {
  const early = tab("a");
  pass(100);
  tellAll(5);
  const late = tab("a");
  pass(100);
  expect(open()).toHaveLength(1);
  tellAll(6);
  expect(late.points).toEqual(pointsBetween(0, 6));
  expect(early.points).toEqual(pointsBetween(0, 6));
});

test("a tab that knows as much as the stream has told does not make it begin anew", () => {
  tab("a");
  pass(100);
  tellAll(5);
  const late = tab("b");
  pass(100);
  tellAll(7);
  expect(sources).toHaveLength(2);
  late.listen();
  late.listen();
  pass(100);
  expect(sources).toHaveLength(2);
  late.after = 6;
  late.listen();
  pass(100);
  expect(sources).toHaveLength(3);
  expect(open()[0]?.url).toContain("after=7%2C6");
});

test("who comes later hears at once what was said last", () => {
  tab("a");
  pass(100);
  tellAll(5);
  const late = { points: 0, rows: 0 };
  hub.listen(late, { runs: false, run: "a", after: 5 }, (told) => told.kind === "run" && (late.points += 1));
  pass(100);
  expect(sources).toHaveLength(1);
  expect(late.points).toBe(1);
});

test("a restarted server loses and doubles no point", () => {
  const one = tab("a");
  const two = tab("b");
  pass(100);
  tellAll(3);
  isUp = false;
  for (const source of open()) source.onerror?.();
  expect(one.states.at(-1)).toBe("reconnecting");
  pass(20_000);
  expect(one.states.at(-1)).toBe("reconnecting");
  const tries = sources.length;
  expect(tries).toBeGreaterThan(3);
  expect(tries).toBeLessThan(10);
  isUp = true;
  pass(10_000);
  expect(one.states.at(-1)).toBe("live");
  expect(open()).toHaveLength(1);
  expect(open()[0]?.url).toContain("after=3%2C3");
  tellAll(9);
  expect(one.points).toEqual(pointsBetween(0, 9));
  expect(two.points).toEqual(pointsBetween(0, 9));
});

test("a tab that was hidden hears what it missed", () => {
  const shown = tab("a");
  const hidden = tab("a");
  pass(100);
  tellAll(2);
  hidden.leave();
  pass(100);
  tellAll(5);
  expect(hidden.points).toEqual(pointsBetween(0, 2));
  hidden.listen();
  pass(100);
  tellAll(6);
  expect(hidden.points).toEqual(pointsBetween(0, 6));
  expect(shown.points).toEqual(pointsBetween(0, 6));
});

test("the stream is closed when nobody listens, and opened again", () => {
  const one = tab("a");
  const two = tab("b");
  pass(100);
  two.leave();
  pass(100);
  expect(open().map((source) => source.url)).toEqual(["/api/live?run=a&after=0"]);
  one.leave();
  expect(open()).toHaveLength(0);
  pass(60_000);
  expect(open()).toHaveLength(0);
  one.listen();
  pass(100);
  expect(open()).toHaveLength(1);
});

test("whoever comes later is told what waits", () => {
  const told: Told[] = [];
  hub.listen({}, { runs: true, run: null, after: 0 }, () => undefined);
  pass(100);
  const waiting = [{ id: 3, place: 1, kind: "tournament", title: "Next", game: null, run: null, since: "2026-11-16T12:00:00Z", problem: null }];
  sources[0]?.heard.get("runs")?.({ data: JSON.stringify({ runs: [], waiting }) });
  hub.listen({}, { runs: true, run: null, after: 0 }, (one) => told.push(one));
  expect(told).toContainEqual({ kind: "runs", rows: [], waiting });
});
