// What a verdict means for one player. The server says what is known; here it is only read from a side.

import { grouped } from "./number";
import type { Player, Verdict } from "./wire";

/** A player's chance to win, a draw counting half; null where nothing calibrated is known. */
export function chance(verdict: Verdict, player: Player): number | null {
  if (verdict.kind === "uncalibrated") return null;
  if (verdict.kind === "proved") {
    if (verdict.winner === null) return 0.5;
    return verdict.winner === player ? 1 : 0;
  }
  const first = verdict.first + verdict.draw / 2;
  return player === "first" ? first : 1 - first;
}

/** What a player gave away between two verdicts, in points of win probability from 0 to 100. */
export function givenAway(before: Verdict, after: Verdict, player: Player): number | null {
  const [had, has] = [chance(before, player), chance(after, player)];
  return had === null || has === null ? null : Math.max(0, (had - has) * 100);
}

/** A chance in a word: even, better, much better, winning. */
export function inWords(share: number): "even" | "better" | "much better" | "winning" {
  const stronger = Math.max(share, 1 - share);
  if (stronger <= 0.55) return "even";
  if (stronger <= 0.7) return "better";
  if (stronger <= 0.9) return "much better";
  return "winning";
}

/** A verdict in a few letters, where there is no room for more. */
export function inShort(verdict: Verdict, players: [string, string]): string {
  if (verdict.kind !== "uncalibrated") return capital(verdict.text);
  if (verdict.value === 0) return "Even";
  const size = Math.abs(verdict.value);
  const shown = size >= 10 ? grouped(Math.round(size)) : String(Math.round(size * 100) / 100);
  return `${capital(players[verdict.value > 0 ? 0 : 1])} +${shown}`;
}

/** How the verdict is worded at full length: who, how much, and on what it rests. */
export function explain(verdict: Verdict, players: [string, string]): string {
  if (verdict.kind === "proved") return `${verdict.text} (proved)`;
  if (verdict.kind === "uncalibrated") return "on this evaluator's own scale, which is not calibrated for this game";
  const share = verdict.first + verdict.draw / 2;
  const word = inWords(share);
  const who = capital(players[share >= 0.5 ? 0 : 1]);
  const words = word === "even" ? "even" : `${who} is ${word}`;
  const leader = share >= 0.5 ? verdict.first : verdict.second;
  const per = (part: number) => `${Math.round(100 * part)} %`;
  const drew = verdict.draw >= 0.005 ? ` and drew ${per(verdict.draw)}` : "";
  const source =
    verdict.n > 0
      ? `agents of this strength won ${per(leader)}${drew} from positions with this value (n = ${grouped(verdict.n)})`
      : "no games to compare with yet";
  return `${words}: ${source}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number of things, with the right word: `1 ply`, `12 plies`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}
