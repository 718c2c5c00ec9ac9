// Mouse, pen and fingers on a board: presses, drags, and drags that begin at a tray.

import { settings } from "../settings.svelte";
import type { BoardInput, How } from "./boardInput.svelte";
import { cellAt, columnAt } from "./geometry";
import { putCursor } from "./navigate";
import { canPick, dragFrom, dropInto, moveTo } from "./pointer";

type At = { x: number; y: number };

const howOf = (event: PointerEvent): How => (event.pointerType === "mouse" ? "pointer" : "touch");
const far = (event: PointerEvent, from: At) => Math.hypot(event.clientX - from.x, event.clientY - from.y);

export class PointerInput {
  /** `scrolls`: whether a finger on the board may scroll the page. */
  constructor(
    private input: BoardInput,
    private root: () => HTMLElement | undefined,
    private scrolls: () => boolean,
  ) {}

  /** Listens until the answer is called. */
  listen(node: HTMLElement): () => void {
    const stop = new AbortController();
    const on = (name: "down" | "move" | "up" | "cancel" | "leave", handle: (event: PointerEvent) => void) =>
      node.addEventListener(`pointer${name}`, handle, stop);
    on("down", (event) => this.#press(event));
    on("move", (event) => this.#move(event));
    on("up", (event) => this.#release(event));
    on("cancel", (event) => {
      if (event.pointerId === this.input.down?.pointer) this.input.cancel();
    });
    on("leave", () => {
      if (!this.input.down) this.input.hover = null;
    });
    return () => stop.abort();
  }

  #toBoard(event: PointerEvent): At {
    const matrix = this.root()?.querySelector("svg")?.getScreenCTM();
    if (!matrix) return { x: -1e9, y: -1e9 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }
  #cellUnder(event: PointerEvent): number | null {
    const { input } = this;
    const { layout, view, usable } = input.shown();
    const { x, y } = this.#toBoard(event);
    if (!input.isDrop) return cellAt(layout, x, y);
    if (y < layout.box[1] - 40 || y > layout.board.bottom + 40) return null;
    const at = columnAt(layout, x);
    if (at === null) return null;
    // Anywhere in a column means the column: its landing cell, or its topmost one if it is full.
    const landing = dropInto(input.drag?.kind ? input.handWith(input.drag.kind) : input.hand, usable, at);
    return landing?.to ?? layout.cells.find((placed) => view.cells[placed.cell]?.col === at)?.cell ?? null;
  }

  #press(event: PointerEvent): void {
    const { input } = this;
    const { live, usable, layout } = input.shown();
    if (input.down) {
      if (event.pointerId !== input.down.pointer) input.cancel();
      return;
    }
    if (!live || event.button !== 0 || (event.target as Element).closest("button")) return;
    const cell = this.#cellUnder(event);
    const isPiece = cell !== null && !input.isDrop && canPick(usable, cell);
    const canDrag = isPiece && settings.hand !== "click";
    const wasPicked = cell !== null && input.hand.selected === cell;
    input.down = { pointer: event.pointerId, cell, x: event.clientX, y: event.clientY, wasPicked, canDrag };
    const isChoosing = input.choices.length > 0;
    if (isPiece && !input.pending && !isChoosing && !moveTo(input.hand, usable, cell, null)) input.picked = cell;
    if (cell !== null) input.cursor = putCursor(layout, cell);
    input.focused = false;
    if (!this.scrolls() || canDrag) this.root()?.setPointerCapture(event.pointerId);
  }
  #move(event: PointerEvent): void {
    const { input } = this;
    const { down } = input;
    const touch = event.pointerType !== "mouse";
    if (down?.canDrag && event.pointerId === down.pointer && !input.drag && far(event, down) > dragFrom(event.pointerType)) {
      input.drag = { cell: down.cell, kind: null, x: 0, y: 0, touch };
    }
    if (input.drag) input.drag = { ...input.drag, ...this.#toBoard(event), touch };
    if (input.shown().live && (!touch || down)) input.hover = this.#cellUnder(event);
  }
  #release(event: PointerEvent): void {
    const { input } = this;
    const { down } = input;
    if (!down || event.pointerId !== down.pointer) return;
    const dragged = input.drag;
    const cell = this.#cellUnder(event);
    const how = howOf(event);
    input.down = null;
    input.drag = null;
    if (how === "touch") input.hover = null;
    if (dragged) {
      if (cell !== null && dragged.cell !== null && cell !== dragged.cell) input.carry(dragged.cell, cell, how);
      return;
    }
    if (settings.hand === "drag" && down.canDrag) return;
    if (cell !== down.cell && !input.isDrop) return;
    // The press already picked the piece up; letting go where it was keeps it, a second press puts it back.
    if (cell !== null && cell === input.hand.selected && !down.wasPicked && !input.pending) return;
    input.act(cell, how);
  }

  /** A piece is dragged here from its tray. */
  dragFromTray(kind: string, start: PointerEvent): void {
    const { input } = this;
    if (!input.shown().live || settings.hand === "click") return;
    const from = { x: start.clientX, y: start.clientY };
    const listening = new AbortController();
    const stop = () => {
      listening.abort();
      input.drag = null;
      input.hover = null;
    };
    const move = (event: PointerEvent) => {
      if (!input.drag && far(event, from) < dragFrom(event.pointerType)) return;
      input.drag = { cell: null, kind, ...this.#toBoard(event), touch: event.pointerType !== "mouse" };
      input.hover = this.#cellUnder(event);
    };
    const up = (event: PointerEvent) => {
      const cell = input.drag ? this.#cellUnder(event) : null;
      stop();
      if (cell === null) return;
      const { usable, view } = input.shown();
      const found = dropInto(input.handWith(kind), usable, view.cells[cell]?.col ?? -1);
      if (found) {
        input.wasDragged = true;
        input.play(found, howOf(event));
      }
    };
    window.addEventListener("pointermove", move, listening);
    window.addEventListener("pointerup", up, listening);
    window.addEventListener("pointercancel", stop, listening);
  }
}
