// Which press does what, for every kind of game. It knows no rules: the server has said which moves there are.

import type { Move, Player, View } from "../wire";

export interface Hand {
  /** The cell whose piece is picked up. */
  selected: number | null;
  /** The kind of piece to be dropped, where there is a choice. */
  kind: string | null;
}

/** What somebody points out on a board. */
export interface Hint {
  /** Cells to look at. */
  look?: number[];
  from?: number | null;
  to?: number | null;
}

export type Answer =
  | { act: "play"; move: Move; hand: Hand }
  | { act: "select"; cell: number; hand: Hand }
  | { act: "deselect"; hand: Hand }
  | { act: "refuse"; reason: string; hand: Hand }
  | { act: "nothing"; hand: Hand };

export const emptyHand: Hand = { selected: null, kind: null };

/** The one piece that can move, if all moves are its: it is always in hand. */
export function onlyMover(moves: Move[]): number | null {
  const first = moves[0]?.from ?? null;
  if (first === null) return null;
  return moves.every((move) => move.from === first) ? first : null;
}

/** The kinds of piece there are to choose from, in the order of the trays. */
export function kindsOf(view: View, owner: Player): { kind: string; count: number }[] {
  return view.trays.filter((tray) => tray.owner === owner).map(({ kind, count }) => ({ kind, count }));
}

/** The kind that is in hand: what was chosen if there are any left, or else the first that there is. */
export function kindInHand(view: View, chosen: string | null): string | null {
  const kinds = kindsOf(view, view.to_move);
  if (kinds.length === 0) return null;
  const wanted = kinds.find((kind) => kind.kind === chosen && kind.count > 0);
  return (wanted ?? kinds.find((kind) => kind.count > 0) ?? kinds[0])?.kind ?? null;
}

/** What is in hand before anything was pressed, or after something was. */
export function ready(hand: Hand, moves: Move[], isToken: boolean): Hand {
  const only = isToken ? onlyMover(moves) : null;
  if (only !== null) return { ...hand, selected: only };
  const still = hand.selected !== null && moves.some((move) => move.from === hand.selected);
  return still ? hand : { ...hand, selected: null };
}

/** The moves that the piece in hand can make. */
export function targets(hand: Hand, moves: Move[]): Move[] {
  return hand.selected === null ? [] : moves.filter((move) => move.from === hand.selected);
}

/** The move that drops the kind in hand into a column. */
export function dropInto(hand: Hand, moves: Move[], column: number): Move | null {
  const there = moves.filter((move) => move.column === column);
  return there.find((move) => move.kind === null || move.kind === hand.kind) ?? null;
}

/** The move that a press on a cell would make with what is in hand, if it would make one. */
export function moveTo(hand: Hand, moves: Move[], cell: number, column: number | null): Move | null {
  if (moves.some((move) => move.column !== null)) return column === null ? null : dropInto(hand, moves, column);
  const fromHand = hand.selected === null ? undefined : moves.find((m) => m.from === hand.selected && m.to === cell);
  if (fromHand) return fromHand;
  const placed = moves.filter((move) => move.from === null && move.to === cell);
  return placed.find((move) => move.kind === null || move.kind === hand.kind) ?? placed[0] ?? null;
}

/** Whether a piece on this cell can be picked up. */
export function canPick(moves: Move[], cell: number): boolean {
  return moves.some((move) => move.from === cell);
}

/** What a press on a cell (or beside the board: null) does. */
export function press(hand: Hand, view: View, moves: Move[], cell: number | null, isToken = false): Answer {
  const inHand = ready(hand, moves, isToken);
  const put = { ...inHand, selected: isToken ? inHand.selected : null };
  if (cell === null) {
    return inHand.selected !== null && !isToken ? { act: "deselect", hand: put } : { act: "nothing", hand: inHand };
  }
  const move = moveTo(inHand, moves, cell, view.cells[cell]?.col ?? null);
  if (move) return { act: "play", move, hand: { ...inHand, selected: null } };
  if (moves.some((m) => m.column !== null)) {
    return { act: "refuse", reason: "This column is full.", hand: inHand };
  }
  if (cell === inHand.selected) {
    return isToken ? { act: "nothing", hand: inHand } : { act: "deselect", hand: put };
  }
  if (canPick(moves, cell)) return { act: "select", cell, hand: { ...inHand, selected: cell } };
  if (moves.length === 0) return { act: "nothing", hand: inHand };
  const piece = view.pieces.find((other) => other.cell === cell);
  const name = view.cells[cell]?.name ?? "";
  if (inHand.selected !== null) {
    const from = view.cells[inHand.selected]?.name ?? "";
    return { act: "refuse", reason: `The piece on ${from} cannot go to ${name}.`, hand: put };
  }
  if (piece && piece.owner === view.to_move) {
    return { act: "refuse", reason: `The piece on ${name} cannot move.`, hand: inHand };
  }
  if (piece) return { act: "refuse", reason: `The piece on ${name} is not yours.`, hand: inHand };
  return { act: "refuse", reason: `There is no move on ${name}.`, hand: inHand };
}

/** How far a pointer may stray, in px, before a press becomes a drag. */
export function dragFrom(pointer: string): number {
  return pointer === "mouse" ? 4 : 8;
}

/** The board as it will look when a move is made: shown at once, until the server has confirmed it. */
export function preview(view: View, move: Move): View {
  const moving = move.from === null ? undefined : view.pieces.find((piece) => piece.cell === move.from);
  const captured = move.captures === null ? null : (view.pieces.find((piece) => piece.cell === move.captures) ?? null);
  const rest = view.pieces.filter((piece) => piece !== moving && piece !== captured);
  const fresh = view.pieces.reduce((most, piece) => Math.max(most, piece.id + 1), 0);
  const alike = view.pieces.find((piece) => piece.owner === view.to_move);
  const stands = moving
    ? { ...moving, cell: move.to }
    : {
        id: fresh,
        cell: move.to,
        kind: move.kind ?? alike?.kind ?? "stone",
        letter: alike?.letter ?? (view.to_move === "first" ? "x" : "o"),
        owner: view.to_move,
      };
  return {
    ...view,
    pieces: [...rest, stands],
    trays: view.trays.map((tray) =>
      tray.owner === view.to_move && tray.kind === move.kind ? { ...tray, count: tray.count - 1 } : tray,
    ),
    last: { from: move.from, to: move.to, captured },
    to_move: view.to_move === "first" ? "second" : "first",
  };
}
