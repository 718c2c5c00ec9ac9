// What somebody pasted: an address of ours, a position or moves. Only the server knows which texts are legal.

import type { Line } from "../api";
import { splitMoves } from "../play/line";
import { read } from "../router";
import { sceneOf } from "../scenes";

export type Pasted = { line: Line } | { address: string } | { problem: string };

/** An address of these pages, if the text is one, without the host it was copied from. */
export function asAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!/^(https?:\/\/|\/)\S+$/.test(trimmed)) return null;
  try {
    const url = new URL(trimmed, "http://here");
    const route = read(url);
    if (route.page === "unknown" || (route.page === "play" && route.game === null)) return null;
    return url.pathname + url.search;
  } catch {
    return null;
  }
}

/** Moves as people write them: numbers of moves and results are left out. */
export function asMoves(text: string): string[] {
  return splitMoves(text.replace(/(^|\s)\d+\.+(?=\s|\D|$)/g, " ")).filter((move) => !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(move));
}

/** Reads what was pasted. Whichever reading is legal wins; if none is, the reason against the likelier one is told. */
export async function readPaste(game: string, text: string): Promise<Pasted> {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "Paste a position, moves or an address here." };
  const address = asAddress(trimmed);
  if (address) return { address };
  const moves = asMoves(trimmed);
  const [asLine, asPosition] = await Promise.all([
    sceneOf({ game, m: moves.join(" "), ply: null }),
    sceneOf({ game, p: trimmed, ply: null }),
  ]);
  if (!asLine.problem && asLine.played.length > 0) return { line: { game, m: moves.join(" ") } };
  if (!asPosition.problem) return { line: { game, p: trimmed } };
  if (asLine.played.length > 0) return { problem: asLine.problem ?? "" };
  const looksLikePosition = trimmed.includes("/");
  return { problem: (looksLikePosition ? asPosition.problem : asLine.problem) ?? "" };
}
