import { expect, test } from "vitest";
import { weightsOf } from "./agents";

test("weights are read wherever they stand", () => {
  expect(weightsOf("alphabeta(depth=2, eval=weights(piece-diff=1.5, aggression=-0.25))")).toEqual([
    { name: "piece-diff", value: 1.5 },
    { name: "aggression", value: -0.25 },
  ]);
  expect(weightsOf("weights(a=1e-3)")).toEqual([{ name: "a", value: 0.001 }]);
  expect(weightsOf("alphabeta(nodes=2000, weights=breed/champion)")).toEqual([]);
  expect(weightsOf("alphabeta(eval=weights(a=1")).toEqual([]);
});
