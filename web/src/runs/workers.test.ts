import { expect, test } from "vitest";
import { worker } from "./samples";
import { stateOf } from "./workers";

test("what is thought of a worker has a word", () => {
  expect(stateOf(worker({}))).toBe("proved");
  expect(stateOf(worker({ standing: "new", is_gone: true }))).toBe("new, left");
  expect(stateOf(worker({ standing: "other-version" }))).toBe("other version");
});
