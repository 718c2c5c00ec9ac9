// The judge beside a game: what it thinks of positions, and what it says about them when it is asked or coaches.

import { api } from "../api";
import { layOut } from "../board/geometry";
import { neighbours } from "../board/navigate";
import { isPass, type Hint } from "../board/pointer";
import { sceneOf } from "../scenes";
import { givenAway } from "../verdict";
import type { Input, Move, Player, Thought, View } from "../wire";

/** How much of a hint was asked for: where to look, the move, why. */
export interface Asked {
  level: number;
  thought: Thought | null;
}

/** What a player gave away by a move; null if that cannot be said. Blind is a judge whose values mean nothing that was measured. */
export interface Advice {
  loss: number | null;
  blind: boolean;
}

/** A judge who remembers what it thought of the positions of a game. */
export class Judge {
  #thoughts = new Map<string, Promise<Thought>>();

  constructor(private at: () => { game: string; p: string | null; judge: string }) {}

  /** What it thinks after these moves. */
  thought(moves: string): Promise<Thought> {
    const { game, p, judge } = this.at();
    const key = `${p ?? ""} ${moves}`;
    const found = this.#thoughts.get(key);
    if (found) return found;
    const thought = api.think({ game, ...(p ? { p } : {}), m: moves, agent: judge, seed: 1 });
    this.#thoughts.set(key, thought);
    thought.catch(() => this.#thoughts.delete(key));
    return thought;
  }

  /** What a player gave away by a move. */
  async given(before: string, after: string, player: Player): Promise<Advice> {
    const { game, p } = this.at();
    const [was, is, reached] = await Promise.all([
      this.thought(before),
      this.thought(after).catch(() => null),
      sceneOf({ game, p, m: after, ply: null }),
    ]);
    const loss = reached.view.ending || !is ? null : givenAway(was.verdict, is.verdict, player);
    return { loss, blind: was.verdict.kind === "uncalibrated" };
  }
}

/** What a hint marks on the board. */
export function marksOf({ level }: Asked, move: Move, view: View, input: Input): Hint {
  if (level >= 2) return { from: move.from, to: move.to };
  if (move.from !== null && input === "step") return { from: move.from };
  if (move.column !== null) {
    const near = view.cells.flatMap((cell, index) => (Math.abs(cell.col - (move.column ?? 0)) <= 1 ? [index] : []));
    return { look: near };
  }
  const at = move.to ?? move.holes[0] ?? move.captured[0];
  return at === undefined ? {} : { look: [at, ...neighbours(layOut(view), at)] };
}

/** What a hint says. */
export function wordsOf({ level, thought }: Asked, move: Move | null, judge: string, input: Input): string {
  if (!thought) return `${judge} is thinking …`;
  if (level <= 2 && move && isPass(move)) return `${judge} would pass.`;
  if (level === 1) return move?.from != null && input === "step" ? `${judge} would move the piece with the star.` : `${judge} suggests the marked cells.`;
  if (level === 2) return `${judge} plays ${thought.move}: ${move?.speak ?? thought.speak}.`;
  const then = thought.line.slice(1, 6).join(" ");
  return `${thought.move}: ${thought.verdict.text}${then ? ` after ${then}` : ""}.`;
}
