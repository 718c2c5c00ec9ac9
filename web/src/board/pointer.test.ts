import { describe, expect, test } from "vitest";
import { dragFrom, emptyHand, kindInHand, press, preview, ready, targets } from "./pointer";
import { grid, move, piece } from "./samples";

describe("pieces that step", () => {
  const view = grid(3, 3, [piece(6, "first"), piece(7, "first"), piece(3, "second")]);
  const moves = [
    move("a3-b2", { from: 6, to: 4 }),
    move("b3-b2", { from: 7, to: 4 }),
    move("b3xa2", { from: 7, to: 3, captures: 3 }),
  ];

  test("a press picks up, a second puts back", () => {
    const picked = press(emptyHand, view, moves, 7);
    expect(picked).toMatchObject({ act: "select", cell: 7 });
    expect(targets(picked.hand, moves).map((m) => m.text)).toEqual(["b3-b2", "b3xa2"]);
    expect(press(picked.hand, view, moves, 7)).toMatchObject({ act: "deselect", hand: { selected: null } });
  });

  test("a press on a target plays, capture or not", () => {
    const hand = { selected: 7, kind: null };
    expect(press(hand, view, moves, 4)).toMatchObject({ act: "play", move: { text: "b3-b2" }, hand: { selected: null } });
    expect(press(hand, view, moves, 3)).toMatchObject({ act: "play", move: { text: "b3xa2" } });
  });

  test("a press on another own piece changes hands", () => {
    expect(press({ selected: 7, kind: null }, view, moves, 6)).toMatchObject({ act: "select", cell: 6 });
  });

  test("a press on nothing cancels; one that leads nowhere says why", () => {
    expect(press({ selected: 7, kind: null }, view, moves, null)).toMatchObject({ act: "deselect" });
    expect(press(emptyHand, view, moves, null).act).toBe("nothing");
    expect(press({ selected: 6, kind: null }, view, moves, 0)).toMatchObject({
      act: "refuse",
      reason: "The piece on a3 cannot go to a1.",
      hand: { selected: null },
    });
    expect(press(emptyHand, view, moves, 3)).toMatchObject({ act: "refuse", reason: "The piece on a2 is not yours." });
  });

  test("when it is not our turn nothing happens", () => {
    expect(press(emptyHand, view, [], 7).act).toBe("nothing");
  });

  test("a piece that can no longer move is no longer in hand", () => {
    expect(ready({ selected: 8, kind: null }, moves, false).selected).toBeNull();
  });
});

describe("a token", () => {
  const view = grid(3, 3, [piece(0, "first", "token"), piece(8, "second", "token")]);
  const moves = [move("b3", { from: 0, to: 7 }), move("c2", { from: 0, to: 5 })];

  test("is always in hand: one press moves it", () => {
    expect(ready(emptyHand, moves, true).selected).toBe(0);
    expect(press(emptyHand, view, moves, 7, true)).toMatchObject({ act: "play", move: { text: "b3" } });
    expect(press(emptyHand, view, moves, 0, true).act).toBe("nothing");
  });

  test("is first placed", () => {
    const placements = [move("a1", { to: 0 }), move("b2", { to: 4 })];
    expect(press(emptyHand, grid(3, 3), placements, 4, true)).toMatchObject({ act: "play", move: { text: "b2" } });
  });
});

describe("drops", () => {
  const trays = [
    { owner: "first" as const, kind: "round", count: 0 },
    { owner: "first" as const, kind: "square", count: 3 },
    { owner: "second" as const, kind: "round", count: 2 },
  ];
  const view = grid(2, 2, [], { trays });
  const moves = [
    move("1o", { to: 2, column: 0, kind: "round" }),
    move("1s", { to: 2, column: 0, kind: "square" }),
    move("2s", { to: 3, column: 1, kind: "square" }),
  ];

  test("the whole column is the target, and the kind in hand is dropped", () => {
    expect(press({ selected: null, kind: "square" }, view, moves, 0)).toMatchObject({ act: "play", move: { text: "1s" } });
    expect(press({ selected: null, kind: "round" }, view, moves, 2)).toMatchObject({ act: "play", move: { text: "1o" } });
  });

  test("a column that takes nothing says so", () => {
    expect(press({ selected: null, kind: "round" }, view, moves, 1)).toMatchObject({ act: "refuse" });
  });

  test("a kind that is used up is never in hand", () => {
    expect(kindInHand(view, "round")).toBe("square");
    expect(kindInHand({ ...view, to_move: "second" }, "square")).toBe("round");
    expect(kindInHand(grid(2, 2), "round")).toBeNull();
  });
});

describe("what is shown before the server has confirmed it", () => {
  test("a step keeps the piece's id and takes what is taken", () => {
    const view = grid(3, 3, [piece(7, "first"), piece(3, "second")]);
    const after = preview(view, move("b3xa2", { from: 7, to: 3, captures: 3 }));
    expect(after.pieces).toEqual([{ ...piece(7, "first"), cell: 3 }]);
    expect(after.last).toMatchObject({ from: 7, to: 3, captured: { cell: 3, owner: "second" } });
    expect(after.to_move).toBe("second");
    expect(view.pieces).toHaveLength(2);
  });

  test("a new piece gets a fresh id and leaves its tray", () => {
    const trays = [{ owner: "first" as const, kind: "round", count: 2 }];
    const view = grid(2, 2, [piece(1, "second", "round")], { trays });
    const after = preview(view, move("1o", { to: 2, column: 0, kind: "round" }));
    expect(after.pieces[1]).toMatchObject({ id: 2, cell: 2, kind: "round", owner: "first" });
    expect(after.trays[0]?.count).toBe(1);
  });
});

test("fingers may stray further than a mouse before it is a drag", () => {
  expect(dragFrom("mouse")).toBe(4);
  expect(dragFrom("touch")).toBe(8);
});
