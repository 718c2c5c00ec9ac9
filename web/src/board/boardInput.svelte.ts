// What somebody is doing on a board: the piece in hand, where the keyboard's cursor stands, what waits to be confirmed. Pointers and
// keys both act through it; what may be played is in the moves.

import { settings } from "../settings.svelte";
import { alarm, say } from "../speech.svelte";
import type { Input, Move, View } from "../wire";
import type { Layout } from "./geometry";
import { putCursor, type Cursor } from "./navigate";
import { askWords, dropInto, goingTo, kindInHand, meant, moveTo, placements, press, ready, targets, tellers, type Answer, type Hand } from "./pointer";

/** The board that is shown, and what it is good for. */
export interface Shown {
  view: View;
  layout: Layout;
  /** What can be played; nothing while the board is only looked at. */
  usable: Move[];
  input: Input;
  live: boolean;
  /** The kind of piece that was chosen, where there is a choice. */
  kind: string | null;
  /** Whether the cells are too small for a finger. */
  isSmall: boolean;
  /** Whether a move is confirmed where the reader wishes that. */
  asks: boolean;
  onplay?: ((move: Move) => void) | undefined;
}

const toOf = (move: Move): number[] => (move.to === null ? [] : [move.to]);

export type How = "pointer" | "touch" | "keys";

export class BoardInput {
  /** The cell whose piece is picked up. */
  picked = $state<number | null>(null);
  /** The cells pressed since, while they mean several moves. */
  told = $state.raw<number[]>([]);
  cursor = $state.raw<Cursor>({ cell: 0, height: 0 });
  column = $state(0);
  /** Whether the keyboard's focus is to be seen. */
  focused = $state(false);
  hover = $state<number | null>(null);
  drag = $state.raw<{ cell: number | null; kind: string | null; x: number; y: number; touch: boolean } | null>(null);
  /** A move that waits to be confirmed. */
  pending = $state.raw<Move | null>(null);
  /** The cell that was pressed last. */
  #pressed: number | null = null;
  /** Pieces that a hand has carried are where they belong: they do not glide there. */
  wasDragged = $state(false);
  /** The pointer that is pressed, where it was pressed, and whether it can drag what is there. */
  down: { pointer: number; cell: number | null; x: number; y: number; wasPicked: boolean; canDrag: boolean } | null = null;

  readonly shown: () => Shown;
  constructor(shown: () => Shown) {
    this.shown = shown;
  }

  get isDrop(): boolean {
    return this.shown().input === "drop";
  }
  get isToken(): boolean {
    return this.shown().input === "token";
  }
  get inHandKind(): string | null {
    const { view, kind } = this.shown();
    return kindInHand(view, kind);
  }
  get hand(): Hand {
    return this.handWith(this.inHandKind);
  }
  handWith(kind: string | null): Hand {
    return ready({ selected: this.picked, kind, told: this.told }, this.shown().usable, this.isToken);
  }
  /** The moves to choose from, where what was pressed leaves several. */
  get choices(): Move[] {
    return meant(this.hand, this.shown().usable);
  }
  /** Where the piece in hand can go, if that is to be shown; or which cells tell the moves apart that are left. */
  get targets(): number[] {
    const { choices } = this;
    if (choices.length > 0) return tellers(choices);
    if (!settings.targets && !this.focused) return [];
    const { view, usable } = this.shown();
    if (this.hand.selected === null) return placements(view, usable);
    return [...new Set(targets(this.hand, usable).flatMap((move) => (move.to === move.from ? [...move.path, ...toOf(move)] : toOf(move))))];
  }
  /** The move whose piece is shown where it goes, while it waits to be confirmed or to be told from others. */
  get going(): Move | null {
    return this.pending ? (this.pending.from === null ? null : this.pending) : goingTo(this.choices);
  }
  /** The move into the column at the cursor. */
  get landing(): Move | null {
    return this.isDrop ? dropInto(this.hand, this.shown().usable, this.column) : null;
  }
  /** The cell that the keyboard is at. */
  get here(): number {
    if (!this.isDrop) return this.cursor.cell;
    return this.landing?.to ?? this.topOf(this.column);
  }
  topOf(column: number): number {
    const { layout, view } = this.shown();
    const cells = layout.cells.filter((placed) => view.cells[placed.cell]?.col === column);
    return cells.reduce((best, placed) => (placed.row < (best?.row ?? Infinity) ? placed : best), cells[0])?.cell ?? 0;
  }
  /** Where a piece would come to stand: under the mouse, or what waits to be confirmed. */
  get ghost(): { cell: number; kind: string } | null {
    const { pending, hover, drag } = this;
    const { usable, view, live } = this.shown();
    if (pending) return pending.from === null && pending.to !== null ? { cell: pending.to, kind: pending.kind ?? this.#defaultKind() } : null;
    if (!live || hover === null || (drag && drag.kind === null)) return null;
    const move = moveTo(drag?.kind ? this.handWith(drag.kind) : this.hand, usable, hover, view.cells[hover]?.col ?? null);
    return move && move.from === null && move.to !== null && move.kind !== "nothing" ? { cell: move.to, kind: move.kind ?? this.#defaultKind() } : null;
  }
  #defaultKind(): string {
    const { view } = this.shown();
    if (this.isToken) return "token";
    return view.pieces.find((piece) => piece.owner === view.to_move)?.kind ?? "stone";
  }

  /** A cursor that has lost its cell, as when another game begins, goes to the first one. */
  fit(): void {
    const { view, layout } = this.shown();
    if (this.cursor.cell >= view.cells.length) this.cursor = putCursor(layout, 0);
    if (this.column >= view.columns.length) this.column = 0;
  }
  /** Nothing is in hand: other moves are possible now. */
  clear(): void {
    this.picked = null;
    this.told = [];
    this.pending = null;
    this.drag = null;
  }
  /** Puts back what is in hand; false if there was nothing. */
  cancel(): boolean {
    const had = this.pending !== null || this.drag !== null || this.choices.length > 0 || (this.picked !== null && !this.isToken);
    this.clear();
    this.down = null;
    return had;
  }

  /** Plays a move, or asks first where that is wished. */
  play(move: Move, how: How): void {
    const { asks, isSmall, onplay } = this.shown();
    const small = settings.confirm === "small" && isSmall && how === "touch";
    if (asks && (settings.confirm === "always" || small) && this.pending?.text !== move.text) {
      this.pending = move;
      say(`${move.speak}? Press again to play it.`);
      return;
    }
    this.pending = null;
    this.picked = null;
    this.told = [];
    this.hover = null;
    onplay?.(move);
  }
  /** What a press on a cell (or beside the board: null) does. */
  act(cell: number | null, how: How): void {
    const { pending } = this;
    const { view, usable } = this.shown();
    if (pending && cell !== null && (pending.to === cell || this.#pressed === cell || (this.isDrop && view.cells[cell]?.col === pending.column))) {
      this.play(pending, how);
      return;
    }
    if (pending && cell === null) {
      this.pending = null;
      return;
    }
    this.#follow(press(this.hand, view, usable, cell, this.isToken), cell, how);
  }
  /** A piece was carried from one cell to another. What cannot be played stays in hand. */
  carry(from: number, to: number, how: How): void {
    const { view, usable } = this.shown();
    const answer = press({ ...this.hand, selected: from, told: [] }, view, usable, to, this.isToken);
    if (answer.act !== "play" && answer.act !== "choose") return;
    this.wasDragged = answer.act === "play";
    this.#follow(answer, to, how);
  }
  #follow(answer: Answer, cell: number | null, how: How): void {
    const { view, usable } = this.shown();
    this.picked = answer.hand.selected;
    this.told = answer.hand.told;
    this.#pressed = cell;
    if (answer.act === "play") this.play(answer.move, how);
    else if (answer.act === "choose") say(askWords(answer.choices, view));
    else if (answer.act === "select" && how === "keys") {
      const found = targets(answer.hand, usable);
      const cells = new Set(found.map((move) => move.to)).size;
      const count = `${found.length} ${found.length === 1 ? "move" : "moves"}`;
      say(`Picked up ${view.cells[answer.cell]?.name ?? ""}, ${cells < found.length ? `${count} to ${cells} ${cells === 1 ? "cell" : "cells"}` : count}`);
    } else if (answer.act === "deselect" && how === "keys") say("Put back");
    else if (answer.act === "refuse") {
      this.pending = null;
      if (how === "keys") alarm(answer.reason);
    }
  }
}
