import { describe, expect, test } from "vitest";
import { areShots, askWords, dragFrom, emptyHand, goingTo, isPass, kindInHand, listed, placements, press, preview, ready, targets, tellers } from "./pointer";
import { grid, move, piece } from "./samples";

describe("pieces that step", () => {
  const view = grid(3, 3, [piece(6, "first"), piece(7, "first"), piece(3, "second")]);
  const moves = [
    move("a3-b2", { from: 6, to: 4 }),
    move("b3-b2", { from: 7, to: 4 }),
    move("b3xa2", { from: 7, to: 3, captured: [3] }),
  ];

  test("a press picks up, a second puts back", () => {
    const picked = press(emptyHand, view, moves, 7);
    expect(picked).toMatchObject({ act: "select", cell: 7 });
    expect(targets(picked.hand, moves).map((m) => m.text)).toEqual(["b3-b2", "b3xa2"]);
    expect(press(picked.hand, view, moves, 7)).toMatchObject({ act: "deselect", hand: { selected: null } });
  });

  test("a press on a target plays, capture or not", () => {
    const hand = { ...emptyHand, selected: 7, kind: null };
    expect(press(hand, view, moves, 4)).toMatchObject({ act: "play", move: { text: "b3-b2" }, hand: { selected: null } });
    expect(press(hand, view, moves, 3)).toMatchObject({ act: "play", move: { text: "b3xa2" } });
  });

  test("a press on another own piece changes hands", () => {
    expect(press({ ...emptyHand, selected: 7, kind: null }, view, moves, 6)).toMatchObject({ act: "select", cell: 6 });
  });

  test("a press on nothing cancels; one that leads nowhere says why", () => {
    expect(press({ ...emptyHand, selected: 7, kind: null }, view, moves, null)).toMatchObject({ act: "deselect" });
    expect(press(emptyHand, view, moves, null).act).toBe("nothing");
    expect(press({ ...emptyHand, selected: 6, kind: null }, view, moves, 0)).toMatchObject({
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
    expect(ready({ ...emptyHand, selected: 8, kind: null }, moves, false).selected).toBeNull();
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
    expect(press({ ...emptyHand, selected: null, kind: "square" }, view, moves, 0)).toMatchObject({ act: "play", move: { text: "1s" } });
    expect(press({ ...emptyHand, selected: null, kind: "round" }, view, moves, 2)).toMatchObject({ act: "play", move: { text: "1o" } });
  });

  test("a column that takes nothing says so", () => {
    expect(press({ ...emptyHand, selected: null, kind: "round" }, view, moves, 1)).toMatchObject({ act: "refuse" });
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
    const after = preview(view, move("b3xa2", { from: 7, to: 3, captured: [3] }));
    expect(after.pieces).toEqual([{ ...piece(7, "first"), cell: 3 }]);
    expect(after.last).toMatchObject({ from: 7, to: 3, captured: [{ cell: 3, owner: "second" }] });
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

describe("moves that share their ends", () => {
  // From a1 to c3, by way of c1 or of a3; and round the middle and back to a1.
  const view = grid(4, 4, [piece(0, "first"), ...[1, 4, 6, 9].map((cell) => piece(cell, "second"))]);
  const right = move("a1-c3xb1xc2", { from: 0, to: 10, path: [2], captured: [1, 6], speak: "black a1 to c3, takes 2 on b1, c2" });
  const down = move("a1-c3xa2xb3", { from: 0, to: 10, path: [8], captured: [4, 9], speak: "black a1 to c3, takes 2 on a2, b3" });
  const round = move("a1-a1x4", { from: 0, to: 0, path: [2, 10, 8], captured: [1, 6, 9, 4], speak: "black a1 to a1, takes 4" });
  const chains = [right, down];
  const hand = { ...emptyHand, selected: 0 };

  test("are told apart by a third press, on a cell that only one of them touches", () => {
    const asked = press(hand, view, chains, 10);
    expect(asked).toMatchObject({ act: "choose", choices: chains, hand: { selected: 0, told: [10] } });
    expect(tellers(chains)).toEqual([1, 6, 2, 4, 9, 8]);
    for (const [cell, text] of [[1, right.text], [2, right.text], [9, down.text]] as const) {
      expect(press(asked.hand, view, chains, cell)).toMatchObject({ act: "play", move: { text }, hand: { selected: null, told: [] } });
    }
  });

  test("are asked for in words, and are in a list if they are few", () => {
    expect(askWords(chains, view)).toBe("2 moves: press b1 or c2 or c1 or a2 or b3 or a3, or choose from the list.");
    expect(listed(chains)).toEqual(chains);
  });

  test("are forgotten by a press that means something else", () => {
    const { hand: asked } = press(hand, view, chains, 10);
    expect(press(asked, view, chains, 0)).toMatchObject({ act: "deselect", hand: { selected: null, told: [] } });
    expect(press(asked, view, chains, null)).toMatchObject({ act: "deselect", hand: { told: [] } });
    expect(press(asked, view, chains, 15)).toMatchObject({ act: "refuse", hand: { selected: null, told: [] } });
    expect(ready(asked, [move("a1-b2", { from: 0, to: 5 })], false).told).toEqual([]);
  });

  test("a piece that comes back to its cell asks before it is put back", () => {
    const asked = press(hand, view, [round], 0);
    expect(asked).toMatchObject({ act: "choose", choices: [round] });
    expect([tellers([round]), listed([round])]).toEqual([[], [round]]);
    expect(askWords([round], view)).toBe("black a1 to a1, takes 4: choose from the list.");
    expect(press(asked.hand, view, [round], 0)).toMatchObject({ act: "deselect", hand: { selected: null } });
  });

  test("a chain within a longer one can only be chosen from the list", () => {
    const long = move("long", { from: 0, to: 10, path: [2, 10, 8], captured: [1, 6, 9] });
    const others = [3, 5, 7, 11, 12, 13].map((cell) => move(`shot ${cell}`, { from: 0, to: 10, holes: [cell] }));
    expect(listed([right, long, ...others])).toHaveLength(8);
    expect(listed([long, ...others])).toEqual([]);
    expect(press({ ...hand, told: [10] }, view, [right, long], 9)).toMatchObject({ act: "play", move: { text: "long" } });
  });

  test("an arrow is a third press on the cell that it blocks, even the one that was left", () => {
    const shots = [0, 3, 5, 7, 11, 12, 13, 15].map((cell) => move(`a1-c3/${cell}`, { from: 0, to: 10, holes: [cell] }));
    const asked = press(hand, view, shots, 10);
    expect(asked).toMatchObject({ act: "choose" });
    expect(tellers(shots)).toEqual([0, 3, 5, 7, 11, 12, 13, 15]);
    expect(askWords(shots, view)).toBe("8 moves: press one of 8 cells to block.");
    expect(press(asked.hand, view, shots, 15)).toMatchObject({ act: "play", move: { text: "a1-c3/15" } });
    expect(press(asked.hand, view, shots, 0)).toMatchObject({ act: "play", move: { text: "a1-c3/0" } });
    // One that may shoot twice needs a fourth press.
    const twice = [[3, 5], [3, 7], [5, 7]].map((holes) => move(`a1-c3/${holes.join("/")}`, { from: 0, to: 10, holes }));
    const first = press({ ...hand, told: [10] }, view, twice, 3);
    expect(first).toMatchObject({ act: "choose", hand: { told: [10, 3] } });
    expect(press(first.hand, view, twice, 7)).toMatchObject({ act: "play", move: { text: "a1-c3/3/7" } });
  });
});

describe("a pass", () => {
  const pass = move("pass", { speak: "black passes" });
  const view = grid(2, 2, [piece(0, "second")]);

  test("changes nothing; all else does", () => {
    expect(isPass(pass)).toBe(true);
    for (const parts of [{ to: 1 }, { holes: [1] }, { captured: [0] }, { turned: [0] }]) expect(isPass(move("x", parts))).toBe(false);
    const after = preview(view, pass);
    expect([after.pieces, after.cells, after.to_move]).toEqual([view.pieces, view.cells, "second"]);
    expect(after.last).toEqual({ from: null, to: null, path: [], captured: [], turned: [], holes: [] });
  });

  test("is no press on a cell, and says so", () => {
    expect(press(emptyHand, view, [pass], 1)).toMatchObject({ act: "refuse", reason: "You can only pass." });
    expect(press(emptyHand, view, [pass, move("b1", { to: 1 })], 1)).toMatchObject({ act: "play", move: { text: "b1" } });
  });
});

describe("what else is shown before the server has confirmed it", () => {
  test("a chain takes all its pieces", () => {
    const view = grid(4, 4, [piece(0, "first"), piece(1, "second"), piece(6, "second"), piece(15, "second")]);
    const after = preview(view, move("a1-c3", { from: 0, to: 10, path: [2], captured: [1, 6] }));
    expect(after.pieces.map(({ id, cell }) => [id, cell])).toEqual([[15, 15], [0, 10]]);
    expect(after.last).toMatchObject({ path: [2], captured: [{ cell: 1 }, { cell: 6 }] });
  });

  test("turned pieces keep their ids and change sides", () => {
    const view = grid(1, 4, [piece(0, "first"), piece(1, "second"), piece(2, "second")]);
    const after = preview(view, move("d1", { to: 3, turned: [1, 2] }));
    expect(after.pieces.map(({ id, owner, letter }) => [id, owner, letter])).toEqual([[0, "first", "b"], [1, "first", "b"], [2, "first", "b"], [3, "first", "b"]]);
    expect(view.pieces[1]?.owner).toBe("second");
  });

  test("a hole appears where the move makes it", () => {
    const view = grid(2, 2, [piece(0, "first")]);
    const after = preview(view, move("a1-b1/b2", { from: 0, to: 1, holes: [3] }));
    expect(after.cells.map((cell) => cell.blocked)).toEqual([false, false, false, true]);
    expect(view.cells.some((cell) => cell.blocked)).toBe(false);
  });
});

test("fingers may stray further than a mouse before it is a drag", () => {
  expect(dragFrom("mouse")).toBe(4);
  expect(dragFrom("touch")).toBe(8);
});

describe("a chain whose stations are pressed", () => {
  const view = grid(5, 5, [piece(0, "first"), piece(24, "second")]);
  const long = move("a1xc3xe5", { from: 0, to: 24, path: [12], captured: [6, 18] });
  const aside = move("a1xc3xe1", { from: 0, to: 4, path: [12], captured: [6, 8] });
  const short = move("a1xc3", { from: 0, to: 12, captured: [6] });
  const hand = { ...emptyHand, selected: 0 };

  test("is played from a station if no other goes there", () => {
    expect(press(hand, view, [long], 12)).toMatchObject({ act: "play", move: { text: "a1xc3xe5" } });
  });

  test("is asked for where several go on from there", () => {
    const asked = press(hand, view, [long, aside], 12);
    expect(asked).toMatchObject({ act: "choose", hand: { told: [12] } });
    expect(tellers([long, aside])).toEqual(expect.arrayContaining([24, 4]));
    expect(press(asked.hand, view, [long, aside], 4)).toMatchObject({ act: "play", move: { text: "a1xc3xe1" } });
    expect(goingTo([long, aside])).toBeNull();
  });

  test("may end where it can stop", () => {
    expect(press(hand, view, [long, short], 12)).toMatchObject({ act: "play", move: { text: "a1xc3" } });
  });
});

describe("what is shown before a move is complete", () => {
  const shots = [3, 5].map((cell) => move(`a1-b2/${cell}`, { from: 0, to: 4, holes: [cell] }));

  test("cells to block are told from others, and the piece stands where it goes", () => {
    expect(areShots(shots)).toBe(true);
    expect(areShots([move("a", { from: 0, to: 1, path: [3] }), move("b", { from: 0, to: 1, path: [4] })])).toBe(false);
    expect(goingTo(shots)?.to).toBe(4);
    expect(goingTo([])).toBeNull();
  });

  test("cells for a new piece are marked only if they are few", () => {
    const put = (cell: number) => move(`${cell}`, { to: cell, turned: [1] });
    expect(placements(grid(3, 3, [piece(4, "first")]), [put(0), put(2)])).toEqual([0, 2]);
    expect(placements(grid(3, 3), [0, 1, 2, 3, 4].map(put))).toEqual([]);
    expect(placements(grid(3, 3), [put(0), move("pass", {})])).toEqual([]);
  });
});
