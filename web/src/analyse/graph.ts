// The graph of a game: where its points are. Pure numbers, drawn elsewhere.

import { chance } from "../verdict";
import type { GameThought, Mark, Player, PlyReview } from "../wire";

export interface GraphPoint {
  ply: number;
  x: number;
  y: number;
  share: number;
  proved: boolean;
}

export interface Size {
  width: number;
  height: number;
  pad: number;
}

/** The x of a ply. */
export function xOf(ply: number, plies: number, size: Size): number {
  const inner = size.width - 2 * size.pad;
  return size.pad + (plies === 0 ? 0 : (inner * ply) / plies);
}

/** The ply nearest to an x. */
export function plyAt(x: number, plies: number, size: Size): number {
  const inner = size.width - 2 * size.pad;
  const ply = Math.round(((x - size.pad) / Math.max(inner, 1)) * plies);
  return Math.max(0, Math.min(plies, ply));
}

/** The largest value on the evaluator's own scale, if that is all that is known of the game; else null. */
export function ownScale(reviews: (PlyReview | undefined)[]): number | null {
  const verdicts = reviews.flatMap((one) => (one && one.verdict.kind !== "proved" ? [one.verdict] : []));
  if (verdicts.length === 0 || verdicts.some((one) => one.kind !== "uncalibrated")) return null;
  return verdicts.reduce((most, one) => Math.max(most, one.kind === "uncalibrated" ? Math.abs(one.value) : 0), 1e-9);
}

/** Thoughts of players by ply, as a graph takes them. */
export function reviewsOf(thoughts: GameThought[]): (PlyReview | undefined)[] {
  const reviews: (PlyReview | undefined)[] = [];
  for (const { ply, verdict } of thoughts) reviews[ply] = { ply, verdict, best: null, line: [], loss: null, drop: null, mark: null };
  return reviews;
}

/** The points that are known, from left to right. What is not calibrated is drawn on its own scale if the whole
 * game is, and left out if it is not. */
export function pointsOf(reviews: (PlyReview | undefined)[], plies: number, size: Size): GraphPoint[] {
  const points: GraphPoint[] = [];
  const own = ownScale(reviews);
  for (let ply = 0; ply <= plies; ply++) {
    const verdict = reviews[ply]?.verdict;
    // On its own scale nothing reaches the edges: those are for what is proved.
    const raw = verdict?.kind === "uncalibrated" && own !== null ? 0.5 + (0.4 * verdict.value) / own : null;
    const share = verdict ? (raw ?? chance(verdict, "first")) : null;
    if (share === null || !verdict) continue;
    const y = size.pad + (1 - share) * (size.height - 2 * size.pad);
    points.push({ ply, x: xOf(ply, plies, size), y, share, proved: verdict.kind === "proved" });
  }
  return points;
}

/** What one player thought, ply by ply. What is not calibrated is drawn on that player's own scale, since no two evaluators share one;
 * beside a player whose thoughts are chances it is left out. */
export function mindOf(thoughts: GameThought[], player: Player, plies: number, size: Size): GraphPoint[] {
  const own = reviewsOf(thoughts.filter((one) => one.player === player));
  if (ownScale(own) !== null && ownScale(reviewsOf(thoughts)) === null) return [];
  return pointsOf(own, plies, size);
}

/** Points cut where a ply is missing, so that no line is drawn over what is not known. */
export function runsOf(points: GraphPoint[]): GraphPoint[][] {
  const runs: GraphPoint[][] = [];
  for (const point of points) {
    const last = runs[runs.length - 1];
    const before = last?.[last.length - 1];
    if (last && before && before.ply === point.ply - 1) last.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The area between a run and the middle. */
export function areaOf(run: GraphPoint[], size: Size): string {
  const first = run[0];
  const last = run[run.length - 1];
  if (!first || !last) return "";
  const middle = size.height / 2;
  const line = run.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L");
  return `M${first.x.toFixed(1)} ${middle}L${line}L${last.x.toFixed(1)} ${middle}z`;
}

/** The outline of a mark: triangle for a blunder, square for a mistake, circle for an inexact move. */
export function markPath(mark: Mark, x: number, y: number, r = 5): string {
  if (mark === "?!") return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  if (mark === "?") return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
  const size = mark === "thrown" ? r * 1.5 : r * 1.2;
  return `M${x} ${y - size}L${x + size} ${y + size}H${x - size}z`;
}
