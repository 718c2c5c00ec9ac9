import { expect, test } from "vitest";
import { isGood, Trainer } from "./trainer.svelte";

test("the best move is good, and so is one within four points", () => {
  expect(isGood("d4", "d4", null)).toBe(true);
  expect(isGood("d5", "d4", 4)).toBe(true);
  expect(isGood("d5", "d4", 4.1)).toBe(false);
  expect(isGood("d5", "d4", null)).toBe(false);
});

test("a mistake is failed, then solved; another is looked up; then it ends", () => {
  const trainer = new Trainer();
  trainer.begin([3, 9]);
  expect([trainer.state, trainer.ply]).toEqual(["find", 3]);
  trainer.check();
  trainer.judge(false);
  expect(trainer.state).toBe("fail");
  trainer.check();
  trainer.judge(true);
  expect([trainer.state, trainer.solved]).toEqual(["win", 1]);
  trainer.next();
  trainer.show();
  expect([trainer.state, trainer.ply]).toEqual(["view", 9]);
  trainer.next();
  expect([trainer.state, trainer.ply]).toEqual(["end", null]);
});

test("who wanders off finds the task waiting", () => {
  const trainer = new Trainer();
  trainer.begin([3]);
  trainer.moved(5);
  expect(trainer.state).toBe("offTrack");
  trainer.moved(3);
  expect(trainer.state).toBe("find");
  trainer.begin([]);
  expect(trainer.state).toBe("end");
});

test("what is still to be found is shown nowhere", () => {
  const trainer = new Trainer();
  expect(trainer.hides(3)).toBe(false);
  trainer.begin([3, 9]);
  expect([3, 9, 5].map((ply) => trainer.hides(ply))).toEqual([true, true, false]);
  trainer.moved(5);
  expect(trainer.hides(3)).toBe(true);
  trainer.moved(3);
  trainer.show();
  expect([3, 9].map((ply) => trainer.hides(ply))).toEqual([false, true]);
  trainer.next();
  expect([3, 9].map((ply) => trainer.hides(ply))).toEqual([false, true]);
  trainer.next();
  expect(trainer.hides(9)).toBe(false);
});
