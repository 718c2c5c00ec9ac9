import { expect, test } from "vitest";
import type { CrossCell, Entrant, Standings, Statistic } from "../wire";
import { chanceText, mayLead, orderAgainst, pairings, pairOf, pairText, ratingScale, shareOf, tintOf } from "./standings";

const statistic = (value: number, low: number, high: number, n = 100): Statistic => ({ value, low, high, level: 0.95, n, method: "" });
const entrant = (name: string, rating: [number, number, number], rank: [number, number] = [1, 1]): Entrant => ({
  name, agent: name, rank, rating: statistic(...rating), inner: [rating[1], rating[2]], games: 1, won: 1, drawn: 0, lost: 0,
  score: statistic(0.5, 0, 1),
});
const cell = (value: number, n = 100, chance: number | null = null): CrossCell => ({
  won: 0, drawn: 0, lost: 0, score: statistic(value, 0, 1, n), decided: false, chance,
});
const standings: Standings = {
  entrants: [entrant("a", [100, 50, 150]), entrant("b", [0, -50, 60], [1, 2]), entrant("c", [-100, -900, -50], [3, 3])],
  cells: [[null, cell(0.4), cell(0.9)], [cell(0.6), null, cell(0.5, 0)], [cell(0.1), cell(0.5, 0), null]],
  sentences: [],
  test: null,
  games: 300,
};

test("one wide interval does not squeeze the others", () => {
  const [low, high] = ratingScale(standings.entrants);
  expect(low).toBeGreaterThan(-220);
  expect(low).toBeLessThan(-150);
  expect(high).toBeGreaterThan(150);
  expect(ratingScale([])).toEqual([-1, 1]);
  expect(ratingScale([{ ...entrant("new", [0, 0, 0]), rating: null }])).toEqual([-1, 1]);
});

test("who is not separated from the leader may lead", () => {
  expect(standings.entrants.map(mayLead)).toEqual([true, true, false]);
});

test("tints go both ways from even", () => {
  expect([0, 0.5, 1, 2].map(tintOf)).toEqual([-1, 0, 1, 1]);
});

test("order against an opponent; who did not meet it comes last", () => {
  expect(orderAgainst(standings, null, "score")).toEqual([0, 1, 2]);
  expect(orderAgainst(standings, "b", "score")).toEqual([0, 1, 2]);
  expect(orderAgainst(standings, "a", "score")).toEqual([1, 2, 0]);
  expect(orderAgainst(standings, "nobody", "score")).toEqual([0, 1, 2]);
});

test("no games, no score", () => {
  expect(shareOf(cell(0.5, 0), "score")).toBeNull();
  expect(shareOf(cell(0.5, 10), "chance")).toBeNull();
  expect(shareOf(cell(0.5, 10, 0.7), "chance")).toBe(0.7);
  expect(pairings(standings)).toEqual({ begun: 2, all: 3 });
});

test("a chance is never sure", () => {
  expect([0, 0.004, 0.5, 0.937, 0.996, 1].map(chanceText)).toEqual(["< 0.1", "0.4", "50", "94", "99.6", "> 99.9"]);
});

test("pairs in addresses", () => {
  expect(pairOf(pairText("network, one ply", "b"))).toEqual(["network, one ply", "b"]);
  expect([null, "", "a", "a~", "a~b~c"].map(pairOf)).toEqual([null, null, null, null, null]);
});
