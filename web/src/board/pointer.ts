// Which press does what, for every kind of game. It knows no rules: the server has said which moves there are.

import { other } from "../players";
import type { Move, Piece, Player, View } from "../wire";

export interface Hand {
  /** The cell whose piece is picked up. */
  selected: number | null;
  /** The kind of piece to be dropped, where there is a choice. */
  kind: string | null;
  /** The cells pressed since, while they mean several moves: where the piece goes, then what tells the moves apart. */
  told: number[];
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
  | { act: "choose"; choices: Move[]; hand: Hand }
  | { act: "select"; cell: number; hand: Hand }
  | { act: "deselect"; hand: Hand }
  | { act: "refuse"; reason: string; hand: Hand }
  | { act: "nothing"; hand: Hand };

export const emptyHand: Hand = { selected: null, kind: null, told: [] };

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
  const still = hand.selected !== null && moves.some((move) => move.from === hand.selected);
  const selected = only ?? (still ? hand.selected : null);
  const told = selected === hand.selected && meant(hand, moves).length > 0 ? hand.told : [];
  return { ...hand, selected, told };
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

/** The moves that a press on a cell can mean with what is in hand. */
export function movesTo(hand: Hand, moves: Move[], cell: number, column: number | null): Move[] {
  if (moves.some((move) => move.column !== null)) {
    const dropped = column === null ? null : dropInto(hand, moves, column);
    return dropped ? [dropped] : [];
  }
  const own = hand.selected === null ? [] : moves.filter((move) => move.from === hand.selected);
  const stepped = own.filter((move) => move.to === cell);
  if (stepped.length > 0) return stepped;
  const passing = own.filter((move) => move.path.includes(cell));
  if (passing.length > 0) return passing;
  const placed = moves.filter((move) => move.from === null && (move.to ?? changed(move)[0]) === cell);
  const ofKind = placed.filter((move) => move.kind === null || move.kind === hand.kind);
  return ofKind.length > 0 ? ofKind : placed.slice(0, 1);
}

/** The move that a press on a cell would make with what is in hand, or the first of several. */
export function moveTo(hand: Hand, moves: Move[], cell: number, column: number | null): Move | null {
  return movesTo(hand, moves, cell, column)[0] ?? null;
}

/** The cells that a move changes or rests on, beside those where it begins and ends. */
function changed({ holes, captured, turned, path }: Move): number[] {
  return [...holes, ...captured, ...turned, ...path];
}

/** The same, and where it ends. */
function named(move: Move): number[] {
  return [...(move.to === null ? [] : [move.to]), ...changed(move)];
}

/** Whether a move changes nothing on the board. */
export function isPass(move: Move): boolean {
  return move.to === null && changed(move).length === 0;
}

/** The moves that are meant by what was pressed; none while nothing was pressed that leaves a choice. */
export function meant(hand: Hand, moves: Move[]): Move[] {
  const [to, ...more] = hand.told;
  if (to === undefined) return [];
  return movesTo(hand, moves, to, null).filter((move) => more.every((cell) => named(move).includes(cell)));
}

/** The cells that tell moves apart: a press on one of them leaves fewer. */
export function tellers(choices: Move[]): number[] {
  const all = [...new Set(choices.flatMap(named))];
  return all.filter((cell) => choices.some((move) => !named(move).includes(cell)));
}

/** Whether what tells these moves apart is the cell that each of them blocks. */
export function areShots(choices: Move[]): boolean {
  const cells = tellers(choices);
  return cells.length > 0 && cells.every((cell) => choices.some((move) => move.holes.includes(cell) && cell !== move.to));
}

/** The move that the piece in hand is known to make, as far as the piece is concerned: all that are meant lead from its cell to another. */
export function goingTo(choices: Move[]): Move | null {
  const [first] = choices;
  if (!first || first.from === null || first.from === first.to) return null;
  return choices.every((move) => move.from === first.from && move.to === first.to) ? first : null;
}

/** Where a piece can be placed, if that is on few of the empty cells. */
export function placements(view: View, moves: Move[]): number[] {
  if (!moves.every((move) => move.from === null && move.to !== null && move.column === null)) return [];
  const cells = [...new Set(moves.flatMap((move) => move.to ?? []))];
  const empty = view.cells.filter((cell) => !cell.blocked).length - view.pieces.length;
  return 2 * cells.length <= empty ? cells : [];
}

/** So many moves can stand in a list. */
const few = 6;

/** The moves to choose from in a list: if they are few, or if the cells of one are all among those of another. */
export function listed(choices: Move[]): Move[] {
  const isHidden = (move: Move) => choices.some((other) => other !== move && named(move).every((cell) => named(other).includes(cell)));
  return choices.length <= few || choices.some(isHidden) ? choices : [];
}

/** What is said when a press leaves several moves. */
export function askWords(choices: Move[], view: View): string {
  const cells = tellers(choices);
  const what = areShots(choices) ? "cells to block" : "marked cells";
  const names = cells.length > few ? `one of ${cells.length} ${what}` : cells.map((cell) => view.cells[cell]?.name).join(" or ");
  const ways = [...(names ? [`press ${names}`] : []), ...(listed(choices).length > 0 ? ["choose from the list"] : [])];
  return `${choices.length === 1 ? choices[0]?.speak : `${choices.length} moves`}: ${ways.join(", or ")}.`;
}

/** Whether a piece on this cell can be picked up. */
export function canPick(moves: Move[], cell: number): boolean {
  return moves.some((move) => move.from === cell);
}

/** What a press on a cell (or beside the board: null) does. */
export function press(hand: Hand, view: View, moves: Move[], cell: number | null, isToken = false): Answer {
  const inHand = ready(hand, moves, isToken);
  const put = { ...inHand, selected: isToken ? inHand.selected : null, told: [] };
  const isChoosing = inHand.told.length > 0;
  if (cell === null) {
    const had = isChoosing || (inHand.selected !== null && !isToken);
    return had ? { act: "deselect", hand: put } : { act: "nothing", hand: inHand };
  }
  const choices = meant(inHand, moves);
  const told = tellers(choices).includes(cell);
  if (isChoosing && !told && cell === inHand.selected) return { act: "deselect", hand: put };
  const found = told ? choices.filter((move) => named(move).includes(cell)) : movesTo(inHand, moves, cell, view.cells[cell]?.col ?? null);
  const [move, more] = found;
  // A piece that comes back to its cell is asked for: a second press there is mostly meant to put it back.
  const isSure = told || move?.from !== cell;
  if (move && !more && isSure) return { act: "play", move, hand: { ...inHand, selected: null, told: [] } };
  if (move) return { act: "choose", choices: found, hand: { ...inHand, told: told ? [...inHand.told, cell] : [cell] } };
  if (moves.some((m) => m.column !== null)) {
    return { act: "refuse", reason: "This column is full.", hand: inHand };
  }
  if (cell === inHand.selected) {
    return isToken ? { act: "nothing", hand: inHand } : { act: "deselect", hand: put };
  }
  if (canPick(moves, cell)) return { act: "select", cell, hand: { ...inHand, selected: cell, told: [] } };
  if (moves.length === 0) return { act: "nothing", hand: inHand };
  if (moves.every(isPass)) return { act: "refuse", reason: "You can only pass.", hand: inHand };
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

const countOf = (pieces: Piece[]): [number, number] => {
  const first = pieces.filter((piece) => piece.owner === "first").length;
  return [first, pieces.length - first];
};

/** The board as it will look when a move is made: shown at once, until the server has confirmed it. */
export function preview(view: View, move: Move): View {
  const mover = view.to_move;
  const on = (cell: number) => view.pieces.find((piece) => piece.cell === cell);
  const moving = move.from === null ? undefined : on(move.from);
  const captured = move.captured.flatMap((cell) => on(cell) ?? []);
  const fresh = view.pieces.reduce((most, piece) => Math.max(most, piece.id + 1), 0);
  const alike = view.pieces.find((piece) => piece.owner === mover);
  const rest = view.pieces
    .filter((piece) => piece !== moving && !captured.includes(piece))
    .map((piece) => {
      if (!move.turned.includes(piece.cell)) return piece;
      const owner = other(piece.owner);
      return { ...piece, owner, letter: view.pieces.find((one) => one.owner === owner && one.kind === piece.kind)?.letter ?? piece.letter };
    });
  const stands = (to: number): Piece =>
    moving
      ? { ...moving, cell: to }
      : { id: fresh, cell: to, kind: move.kind ?? alike?.kind ?? "stone", letter: alike?.letter ?? (mover === "first" ? "x" : "o"), owner: mover };
  const { from, to, path, turned, holes } = move;
  return {
    ...view,
    cells: holes.length === 0 ? view.cells : view.cells.map((cell, index) => (holes.includes(index) ? { ...cell, blocked: true } : cell)),
    pieces: to === null ? rest : [...rest, stands(to)],
    trays: view.trays.map((tray) => (tray.owner === mover && tray.kind === move.kind ? { ...tray, count: tray.count - 1 } : tray)),
    counts: view.counts && countOf(to === null ? rest : [...rest, stands(to)]),
    last: { from, to, path, captured, turned, holes },
    to_move: other(mover),
  };
}
