// The two players.

import type { Player } from "./wire";

/** The other player. */
export function other(player: Player): Player {
  return player === "first" ? "second" : "first";
}
