import { expect, test } from "vitest";
import { lastTime, listed, matches, sorted, type Wish } from "./rows";
import { row } from "./samples";

const rows = [
  row({ name: "cup-10", state: "running", done: 5, total: 10, started: "2026-11-16T12:00:00Z", seconds: 5 }),
  row({ name: "series-3.rate", parent: "series-3", kind: "tournament", seconds: 10, started: "2026-11-15T12:01:00Z" }),
  row({ name: "series-3.breed", parent: "series-3", kind: "evolution", seconds: 20, started: "2026-11-15T12:00:30Z" }),
  row({ name: "series-3", kind: "series", seconds: 90, started: "2026-11-15T12:00:00Z" }),
  row({ name: "cup-2", game: "isolation", sentence: "network is best", seconds: 60, started: "2026-11-14T12:00:00Z" }),
];
const wish: Wish = { search: "", state: "", kind: "", sort: "started", descending: true };
const names = (shown: ReturnType<typeof listed>) => shown.map((one) => one.row.name);

test("stages stand below their run once it is opened, in the order of their work", () => {
  expect(names(listed(rows, wish, new Set()))).toEqual(["cup-10", "series-3", "cup-2"]);
  const open = listed(rows, { ...wish, sort: "name", descending: false }, new Set(["series-3"]));
  expect(names(open)).toEqual(["cup-2", "cup-10", "series-3", "series-3.breed", "series-3.rate"]);
  expect(open.filter((one) => one.isStage)).toHaveLength(2);
});

test("a search finds stages too, and all its words must be there", () => {
  expect(names(listed(rows, { ...wish, search: "breed" }, new Set()))).toEqual(["series-3.breed"]);
  expect(names(listed(rows, { ...wish, search: "CUP network" }, new Set()))).toEqual(["cup-2"]);
  expect(matches(row({ name: "a" }), { search: "", state: "failed", kind: "" })).toBe(false);
  expect(names(listed(rows, { ...wish, kind: "evolution" }, new Set()))).toEqual(["series-3.breed"]);
});

test("a stage without its run stands alone", () => {
  expect(names(listed(rows.slice(1, 2), wish, new Set()))).toEqual(["series-3.rate"]);
});

test("order", () => {
  const by = (sort: Wish["sort"], descending = false) => sorted(rows, sort, descending).map((one) => one.name);
  expect(by("state")[0]).toBe("cup-10");
  expect(by("duration", true)[0]).toBe("series-3");
  expect(by("progress")[0]).toBe("cup-10");
  expect(by("name").slice(0, 2)).toEqual(["cup-2", "cup-10"]);
});

test("how long it took last time", () => {
  expect(lastTime(rows, "experiments/cup.toml")).toBe(60);
  expect(lastTime(rows, "cup-other.toml")).toBeNull();
});
