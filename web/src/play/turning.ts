// What decided a game, in a sentence that is true of what was found out, or none.

import type { Player, PlyReview, Spoken, Verdict } from "../wire";
import { numbered } from "./line";

/** Less than this is no turning point. */
const least = 5;

/** A proved result as the player sees it who moves; null if nothing is proved. */
function resultFor(verdict: Verdict, player: Player): "win" | "draw" | "loss" | null {
  if (verdict.kind !== "proved") return null;
  if (verdict.winner === null) return "draw";
  return verdict.winner === player ? "win" : "loss";
}

/** Who won for certain, or a draw; null where nobody knows. */
function proved(review: PlyReview | undefined): string | null {
  return review?.verdict.kind === "proved" ? (review.verdict.winner ?? "draw") : null;
}

/** What decided it. `reviews` are by ply, one more than there are moves. */
export function turningPoint(reviews: (PlyReview | undefined)[], played: Spoken[], starts: Player): string {
  const named = (ply: number) => numbered(ply, played[ply]?.text ?? "", starts);
  const moves = reviews.slice(0, played.length);
  const moverOf = (ply: number): Player => ((ply % 2 === 0) === (starts === "first") ? "first" : "second");
  // Where a second look agreed, the largest loss, and the last of several: before it nothing was decided yet. What the winner gave
  // away for a while decided nothing, if the loser gave away as well.
  const winner = proved(reviews[played.length]);
  const marked = moves.filter((one): one is PlyReview => one !== undefined && one.mark !== null && (one.loss ?? 0) >= least);
  const losers = marked.filter((one) => winner !== null && winner !== "draw" && moverOf(one.ply) !== winner);
  const worst = (losers.length > 0 ? losers : marked).reduce<PlyReview | null>(
    (most, one) => ((one.loss ?? 0) >= (most?.loss ?? 0) ? one : most),
    null,
  );
  if (worst) {
    const mover = moverOf(worst.ply);
    const after = reviews[worst.ply + 1];
    const [had, has] = [resultFor(worst.verdict, mover), after ? resultFor(after.verdict, mover) : null];
    if (had === "draw" && has === "loss") return `Turning point: ${named(worst.ply)} threw the draw away.`;
    if (had === "win" && has !== "win") return `Turning point: ${named(worst.ply)} threw the win away.`;
    return `Turning point: ${named(worst.ply)} lost ${Math.round(worst.loss ?? 0)} points.`;
  }
  // A proved win that was not kept needs no points.
  const thrown = moves.find((one) => one?.mark === "thrown");
  if (thrown) return `Turning point: ${named(thrown.ply)} threw the win away.`;
  if (moves.length === played.length && moves.every((one) => one && one.loss !== null)) {
    // What only one of two looks saw is no turning point, and no proof that there was none.
    return moves.every((one) => (one?.loss ?? 0) < least) ? "No single move decided it." : "";
  }
  // Without percentages: since when the result is proved, or else what the evaluator's own scale says.
  let since = played.length;
  while (since > 0 && winner !== null && proved(reviews[since - 1]) === winner) since -= 1;
  if (winner !== null && since > 0 && since < played.length) return `After ${named(since - 1)} the result was certain.`;
  const fallen = moves.reduce<PlyReview | null>((most, one) => (one && (one.drop ?? 0) > (most?.drop ?? 0) ? one : most), null);
  return fallen ? `Largest drop on the evaluator's own scale: ${named(fallen.ply)}.` : "";
}
