// Keys on a board: they steer the cursor, play, and tell what is where.

import { other } from "../players";
import { settings } from "../settings.svelte";
import { alarm, say } from "../speech.svelte";
import { count } from "../verdict";
import type { Move } from "../wire";
import type { BoardInput } from "./boardInput.svelte";
import { hexStep, isHexDirection, jump, neighbours, step, type Cursor, type Direction } from "./navigate";

/** What keys can tell of a board, and what they change beside it. */
export interface Told {
  /** A sentence for each cell. */
  speech: string[];
  /** All moves, also while the board is only looked at. */
  moves: Move[];
  players: [string, string];
  lastSpoken: string | null;
  /** Puts the focus on a part of the board. */
  focus: (selector: string) => void;
  choose: (kind: string) => void;
  /** A key that the board itself has no use for. */
  onkey?: ((key: string) => boolean) | undefined;
}

const list = (what: string[], none: string) => (what.length === 0 ? none : what.join("; "));
const directions: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

export class KeyboardInput {
  #neighbour = 0;
  #neighbourOf = -1;

  constructor(
    private input: BoardInput,
    private told: () => Told,
  ) {}

  /** Listens until the answer is called. */
  listen(node: HTMLElement): () => void {
    const down = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.metaKey) return;
      if ((event.target as Element).closest(".ask")) return;
      if (!this.press(event.key, event.ctrlKey)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    node.addEventListener("keydown", down);
    return () => node.removeEventListener("keydown", down);
  }

  /** Whether the board has a use for a key. */
  press(key: string, ctrl = false): boolean {
    const { input } = this;
    const { layout } = input.shown();
    if (key === "Escape") return input.cancel();
    if (key === "Enter" || key === " ") {
      this.#enter();
      return true;
    }
    if (input.isDrop) return this.#pressInColumns(key, ctrl);
    const direction = directions[key];
    if (direction) this.#moveCursor(step(layout, input.cursor, direction));
    else if (key === "Home" || key === "End") this.#moveCursor(jump(layout, input.cursor, key, ctrl));
    else if (ctrl || !settings.singleKeys || key.length !== 1) return false;
    else if (layout.isHex && isHexDirection(key)) this.#moveCursor(hexStep(layout, input.cursor, key));
    else return this.#letter(key);
    return true;
  }
  #pressInColumns(key: string, ctrl: boolean): boolean {
    const { layout, view } = this.input.shown();
    const { column } = this.input;
    const at = layout.columns.findIndex((entry) => entry.index === column);
    if (key === "ArrowLeft") this.#moveColumn(layout.columns[at - 1]?.index ?? column);
    else if (key === "ArrowRight") this.#moveColumn(layout.columns[at + 1]?.index ?? column);
    else if (key === "Home") this.#moveColumn(layout.columns[0]?.index ?? 0);
    else if (key === "End") this.#moveColumn(layout.columns.at(-1)?.index ?? 0);
    else if (key === "ArrowUp" || key === "ArrowDown") return true;
    else if (ctrl || !settings.singleKeys || key.length !== 1) return false;
    else if (/^[1-9]$/.test(key) && Number(key) <= view.columns.length) this.#moveColumn(Number(key) - 1);
    else return this.#letter(key);
    return true;
  }
  #enter(): void {
    const { input } = this;
    input.focused = true;
    if (!input.isDrop) input.act(input.cursor.cell, "keys");
    else if (input.landing) input.play(input.landing, "keys");
    else if (input.shown().live) alarm("This column is full.");
  }
  #moveCursor(next: Cursor): void {
    this.input.cursor = next;
    this.input.focused = true;
    this.told().focus(`[data-cell="${next.cell}"]`);
  }
  #moveColumn(next: number): void {
    const column = Math.max(0, Math.min(this.input.shown().view.columns.length - 1, next));
    this.input.column = column;
    this.input.focused = true;
    this.told().focus(`[data-column="${column}"]`);
  }

  #letter(key: string): boolean {
    const { view } = this.input.shown();
    const { choose, onkey } = this.told();
    const chosen = view.trays.find((tray) => tray.owner === view.to_move && tray.kind.startsWith(key));
    if (!this.input.isDrop || !chosen) return this.#tell(key) || (onkey?.(key) ?? false);
    if (chosen.count > 0) {
      choose(chosen.kind);
      say(`${chosen.kind}, ${chosen.count} left`);
    } else alarm(`No ${chosen.kind} pieces left.`);
    return true;
  }
  #tell(key: string): boolean {
    const { here, isDrop, column } = this.input;
    const { view, layout, usable } = this.input.shown();
    const { speech, moves, players, lastSpoken } = this.told();
    const nameOf = (cell: number) => view.cells[cell]?.name ?? "";
    switch (key) {
      case "o":
        say(speech[here] ?? nameOf(here));
        return true;
      case "l":
        say(lastSpoken ?? "No move yet");
        return true;
      case "m": {
        const found = usable.filter((move) => (isDrop ? move.column === column : (move.from ?? move.to) === here));
        const words = found.map((move) => (move.from === null || move.to === null ? move.speak : nameOf(move.to)));
        say(list([...new Set(words)], "No moves from here"));
        return true;
      }
      case "M":
        say(moves.length > 100 ? count(moves.length, "move") : list(moves.map((move) => move.text), "No moves"));
        return true;
      case "p":
      case "P": {
        const owner = key === "p" ? view.to_move : other(view.to_move);
        const cells = view.pieces.filter((piece) => piece.owner === owner).map((piece) => nameOf(piece.cell));
        say(`${players[owner === "first" ? 0 : 1]}: ${list(cells, "no pieces")}`);
        return true;
      }
      case "x": {
        const around = neighbours(layout, here);
        if (this.#neighbourOf !== here) this.#neighbour = 0;
        this.#neighbourOf = here;
        const cell = around[this.#neighbour % Math.max(around.length, 1)];
        this.#neighbour++;
        if (cell !== undefined) say(speech[cell] ?? nameOf(cell));
        return true;
      }
      default:
        return false;
    }
  }
}
