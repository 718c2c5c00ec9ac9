import { expect, test } from "vitest";
import { move } from "./samples";
import { severalWords, typedMoves } from "./typed";

const of = (texts: string) => texts.split(" ").map((text) => move(text, {}));
const read = (text: string, moves: string) => typedMoves(text, of(moves)).map((found) => found.text);

test("other signs and parts of a chain are read", () => {
  const moves = "c3xe5xg3 c3xa5 e3-d4 x5xx7 pass";
  for (const text of ["c3xe5xg3", "c3 e5 g3", "C3:e5:g3", "c3 e5", "c3xg3", "c3 g3"]) expect(read(text, moves), text).toEqual(["c3xe5xg3"]);
  expect(read("x5 x7", moves)).toEqual(["x5xx7"]);
  expect(read("e3xd4", moves)).toEqual(["e3-d4"]);
  expect(read(" Pass", moves)).toEqual(["pass"]);
  for (const text of ["c3", "c3 c5", "a1 a2", "e5 g3"]) expect(read(text, moves), text).toEqual([]);
});

test("what can mean several moves is asked for", () => {
  expect(read("e3xe7", "e3xc5xe7 e3xg5xe7 e3xg5xi3")).toEqual(["e3xc5xe7", "e3xg5xe7"]);
  expect(read("d1-d7", "d1-d7/g7 d1-d7/d1 d1-d2/d7")).toEqual(["d1-d7/g7", "d1-d7/d1"]);
  expect(severalWords("d1-d7", of("d1-d7/a d1-d7/b d1-d7/c d1-d7/d"))).toBe("d1-d7 can mean d1-d7/a, d1-d7/b, d1-d7/c, and 1 more.");
});

test("a short move is not taken for a longer one", () => {
  expect(read("a1 a3", "a1xa3 a1xa3xa5")).toEqual(["a1xa3"]);
});
