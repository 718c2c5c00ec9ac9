// The opponents as one axis, and the words for them.

import { grouped } from "../number";
import type { Opponent, Opponents, SliderStep } from "../wire";

/** The step of the slider nearest below which a name stands. */
export function rungAt(slider: SliderStep[], at: number): { step: number; rung: string } | null {
  for (let step = Math.min(at, slider.length - 1); step >= 0; step--) {
    const rung = slider[step]?.rung;
    if (rung) return { step, rung };
  }
  return null;
}

/** The next step with a name, up or down; the last one if there is none further. */
export function nextRung(slider: SliderStep[], at: number, direction: 1 | -1): number {
  for (let step = at + direction; step >= 0 && step < slider.length; step += direction) {
    if (slider[step]?.rung) return step;
  }
  return direction > 0 ? slider.length - 1 : 0;
}

/** The step that an opponent of the address stands at: by name, or by its agent's text. */
export function stepOf(slider: SliderStep[], text: string): number {
  const byName = slider.findIndex((step) => step.rung === text);
  return byName >= 0 ? byName : slider.findIndex((step) => step.agent === text);
}

/** Where the names stand under the axis: two rows, and no name over another. What finds no room has only its tick. */
export function ticksOf(slider: SliderStep[], now: string | null): { step: number; rung: string; at: number; row: 0 | 1 | null }[] {
  const last = Math.max(slider.length - 1, 1);
  const ticks = slider.flatMap((entry, step) => (entry.rung ? [{ step, rung: entry.rung, at: step / last, row: null as 0 | 1 | null }] : []));
  // Names take about this share of the width; the present one and the ends have the first choice.
  const gap = 0.19;
  const rows: number[][] = [[], []];
  const order = [...ticks].sort((a, b) => rank(b) - rank(a) || a.step - b.step);
  function rank(tick: { rung: string; step: number }): number {
    return Number(tick.rung === now) * 2 + Number(tick.step === 0 || tick.step === last);
  }
  for (const tick of order) {
    const free = rows.findIndex((row) => row.every((at) => Math.abs(at - tick.at) >= gap));
    if (free < 0) continue;
    rows[free]?.push(tick.at);
    tick.row = free as 0 | 1;
  }
  return ticks;
}

/** What stands in the address for a step: a name where there is one. */
export function textOf(step: SliderStep): string {
  return step.rung ?? step.agent;
}

/** How an opponent is called on the table. */
export function nameOf(text: string, known: Opponents | null): string {
  // Names of rungs are their ids with a capital, so that nothing moves when they are known.
  if (!known) return /^[a-z]+$/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
  const named = known.opponents.find((opponent) => opponent.id === text || opponent.agent === text);
  if (named) return named.name;
  const champion = known.champions.find((other) => other.agent === text);
  if (champion) return champion.title;
  const at = stepOf(known.slider, text);
  const below = at < 0 ? null : rungAt(known.slider, at);
  const name = known.opponents.find((opponent) => opponent.id === below?.rung)?.name;
  return name ? `${name} +${at - (below?.step ?? 0)}` : text;
}

const names = ["acorn", "fern", "willow", "juniper", "rowan", "oak", "cedar", "sequoia"];

/** The drawing of an opponent: by its name, or by where it stands in the ladder; -1 if it is not in it. */
export function rankOf(text: string, known: Opponents | null): number {
  if (names.includes(text)) return names.indexOf(text);
  if (!known) return -1;
  const at = stepOf(known.slider, text);
  const rung = at < 0 ? known.opponents.find((opponent) => opponent.agent === text)?.id : rungAt(known.slider, at)?.rung;
  if (!rung) return -1;
  return names.includes(rung) ? names.indexOf(rung) : known.opponents.findIndex((opponent) => opponent.id === rung);
}

/** A rating with its error and the number of games it rests on. */
export function ratingOf(opponent: Opponent): string {
  const rating = opponent.rating;
  if (!rating) return "strength not measured";
  const error = Math.round((rating.high - rating.low) / 2);
  return `about ${Math.round(rating.value)} ± ${error} (${grouped(rating.n)} games)`;
}

/** How long an opponent takes for a move. */
export function timeOf(seconds: number | null): string {
  if (seconds === null) return "";
  if (seconds < 0.1) return "answers at once";
  if (seconds < 1) return `about ${seconds.toFixed(1)} s a move`;
  return `about ${Math.round(seconds)} s a move`;
}
