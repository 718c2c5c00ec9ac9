// A table: who plays what, and how far they have come. All of it is in the address, which is read and written here.

import { to, type Route } from "../router";
import { lineOf } from "../scenes";
import type { Player } from "../wire";

export interface Table {
  game: string;
  /** The position that the game began from, if it is not the usual one. */
  p: string | null;
  /** The moves, separated by spaces. */
  m: string;
  /** The ply that is looked back at; null at the end of the moves. */
  ply: number | null;
  /** `human`, or an opponent's name or text. */
  first: string;
  second: string;
  resigned: Player | null;
  /** Whether the board is turned: `0` or `1` if the reader said so. */
  flip: string | null;
}

export function tableOf(route: Route): Table {
  const { query } = route;
  return {
    ...lineOf(route),
    first: query.get("first") ?? "human",
    second: query.get("second") ?? "human",
    resigned: query.get("resigned") as Player | null,
    flip: query.get("flip"),
  };
}

export function addressOf({ game, p, m, ply, first, second, resigned, flip }: Table): string {
  return to.play(game, { first, second, p, m, ply, resigned, flip });
}

/** Which table it is, for what is counted beside its moves. */
export function nameOfTable({ game, first, second, p }: Table): string {
  return [game, first, second, p ?? ""].join(" ");
}

/** The whole game at a table, whatever ply of it is shown and however the board is turned. */
export function gameKey(table: Table): string {
  return JSON.stringify([nameOfTable(table), table.m, table.resigned]);
}

/** Who of the two sits at this screen. */
export function peopleOf({ first, second }: Table): Player[] {
  return (["first", "second"] as const).filter((player) => (player === "first" ? first : second) === "human");
}
