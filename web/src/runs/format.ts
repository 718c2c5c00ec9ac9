// Numbers, times and intervals as people read them.

import { grouped } from "../number";
import type { RunRow, Statistic } from "../wire";

const minus = (text: string) => text.replace("-", "\u2212");

/** A number of things: `79,200`. */
export function count(n: number): string {
  return minus(grouped(Math.round(n)));
}

/** A number of something, in the right form: `1 game`, `3 games`. */
export function counted(n: number, unit: string): string {
  return `${count(n)} ${n === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** A share of one in per cent, without the sign: `87.2`. */
export function percent(share: number, digits = 1): string {
  return minus((share * 100).toFixed(digits));
}

/** A difference of ratings, always with its sign: `+38`. */
export function elo(value: number): string {
  const whole = Math.round(value);
  return whole > 0 ? `+${count(whole)}` : count(whole);
}

/** Any number with about four figures that matter. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "\u2212∞" : "?";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return minus(value.toPrecision(3));
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
  return minus(grouped(Number(value.toFixed(digits))));
}

/** `87.2 %, 95 % interval 84.3 to 90.1 %, 500 games` */
export function shareInWords(score: Statistic, unit = "games"): string {
  const bounds = `${percent(score.low)} to ${percent(score.high)} %`;
  return `${percent(score.value)} %, ${percent(score.level, 0)} % interval ${bounds}, ${counted(score.n, unit)}`;
}

/** `+593 Elo, 95 % interval +518 to +668, 500 games` */
export function ratingInWords(rating: Statistic): string {
  const bounds = `${elo(rating.low)} to ${elo(rating.high)}`;
  return `${elo(rating.value)} Elo, ${percent(rating.level, 0)} % interval ${bounds}, ${counted(rating.n, "games")}`;
}

/** How far a run is, in words, and as a share if that is known. Short is without numbers of things. */
export function progress(row: RunRow, short = false): { share: number | null; words: string } {
  const isMoving = row.state === "running" || row.state === "stopping";
  const left = isMoving && row.eta !== null ? `, ${roughly(row.eta)} left` : "";
  if (row.state === "finished") return { share: 1, words: counted(row.done, row.unit) };
  const bred = row.generations;
  if (bred && bred.total > 0) {
    // The games that confirm come after the last generation.
    const share = Math.min(1, row.total ? row.done / row.total : bred.done / bred.total);
    const [done, total] = [count(bred.done), count(bred.total)];
    if (short && left !== "") return { share, words: `gen. ${done}/${total}${left}` };
    return { share, words: short ? `generation ${done} of ${total}` : `generation ${done} of ${total}, ${counted(row.done, row.unit)}${left}` };
  }
  const share = row.total ? Math.min(1, row.done / row.total) : null;
  const amount = row.total ? `${count(row.done)} of ${counted(row.total, row.unit)}` : counted(row.done, row.unit);
  return { share, words: short && left !== "" && share !== null ? `${Math.floor(share * 100)} %${left}` : amount + left };
}

/** How long something takes, in two units at most: `4 min 10 s`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "?";
  if (seconds < 1) return "under 1 s";
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 600 && whole % 60 !== 0) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}

/** How long something will take, as rough as such a forecast is. */
export function roughly(seconds: number): string {
  if (seconds < 10) return "a few seconds";
  if (seconds < 55) return `about ${Math.round(seconds / 5) * 5} s`;
  if (seconds < 3570) return `about ${Math.max(1, Math.round(seconds / 60))} min`;
  return `about ${duration(Math.round(seconds / 300) * 300)}`;
}

/** How long ago something was, roughly: it is read at a glance and must not flicker. */
export function ago(seconds: number): string {
  if (seconds < 1.5) return "now";
  if (seconds < 60) return `${Math.round(seconds)} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** When something began: the time if that was today, otherwise day and time. */
export function when(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const time = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
  if (date.toDateString() === now.toDateString()) return time;
  const day = `${date.getDate()} ${months[date.getMonth()] ?? ""}`;
  return date.getFullYear() === now.getFullYear() ? `${day}, ${time}` : `${day} ${date.getFullYear()}, ${time}`;
}

/** A rank that is known only as a range: `2–4`. */
export function rank([best, worst]: [number, number]): string {
  return best === worst ? String(best) : `${best}\u2013${worst}`;
}

/** A name made of lower-case words as a title: `how-long-games-are` is "How long games are". */
export function titled(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
