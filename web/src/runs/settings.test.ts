import { expect, test } from "vitest";
import { differences, settingsOf } from "./settings";

const file = `
# An evolution.
title = "One" # of two
game = "connect4"
agent = "alphabeta(eval=weights({genes})) # no remark"
genes = [
    { low = 0.0, high = 1.0 },
]
[method]
kind = "genetic"
[method.breeding]
elites = 1
[[stage]]
n = 1
[[stage]]
n = 2
`;

test("settings are read with their places", () => {
  expect([...settingsOf(file)]).toEqual([
    ["title", '"One"'],
    ["game", '"connect4"'],
    ["agent", '"alphabeta(eval=weights({genes})) # no remark"'],
    ["genes", "[ { low = 0.0, high = 1.0 }, ]"],
    ["method.kind", '"genetic"'],
    ["method.breeding.elites", "1"],
    ["stage[0].n", "1"],
    ["stage[1].n", "2"],
  ]);
});

test("only what differs is told, and titles are no settings", () => {
  const other = file.replace("elites = 1", "elites = 2").replace("One", "Two").replace("[[stage]]\nn = 2\n", "");
  expect(differences([{ file, seed: 1 }, { file: other, seed: 1 }])).toEqual([
    { key: "method.breeding.elites", values: ["1", "2"] },
    { key: "stage[1].n", values: ["2", null] },
  ]);
  expect(differences([{ file, seed: 1 }, { file, seed: 2 }])).toEqual([{ key: "seed", values: ["1", "2"] }]);
  expect(differences([{ file, seed: 1 }, { file, seed: 1 }])).toEqual([]);
});
