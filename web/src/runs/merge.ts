// What is new of a run, put to what is known of it. Points are told apart by where they stand and lines of the
// log by their number, so that news that comes twice changes nothing.

import type { Curve, LogLine, Point, RunNews, RunPage, RunRow } from "../wire";

/** Lines of the log that a page keeps; the whole of it is in the store. */
const LOG_LINES = 2000;

/** Points of both, in the order of x; where both have one, the newer. */
export function mergePoints(old: Point[], news: Point[]): Point[] {
  if (news.length === 0) return old;
  const last = old.at(-1);
  const inOrder = news.every((point, at) => at === 0 || (news[at - 1]?.[0] ?? 0) < point[0]);
  if (inOrder && (last === undefined || (news[0]?.[0] ?? 0) > last[0])) return [...old, ...news];
  const byX = new Map<number, Point>();
  for (const point of old) byX.set(point[0], point);
  for (const point of news) byX.set(point[0], point);
  return [...byX.values()].sort((a, b) => a[0] - b[0]);
}

/** Curves of both: series that are new come last, so that none changes its colour. */
export function mergeCurves(old: Curve[], news: Curve[]): Curve[] {
  if (news.length === 0) return old;
  const merged = old.map((curve) => {
    const found = news.find((other) => other.name === curve.name);
    if (!found) return curve;
    const series = curve.series.map((one) => {
      const more = found.series.find((other) => other.name === one.name);
      return more ? { ...one, points: mergePoints(one.points, more.points) } : one;
    });
    const added = found.series.filter((one) => !curve.series.some((known) => known.name === one.name));
    return { ...curve, series: [...series, ...added] };
  });
  return [...merged, ...news.filter((curve) => !old.some((known) => known.name === curve.name))];
}

export function mergeLog(old: LogLine[], news: LogLine[]): LogLine[] {
  const last = old.at(-1)?.seq ?? -Infinity;
  const added = news.filter((line) => line.seq > last);
  return added.length === 0 ? old : [...old, ...added].slice(-LOG_LINES);
}

/** A run after news of it. */
export function mergeRun(run: RunPage, news: RunNews): RunPage {
  return {
    ...run,
    ...news.row,
    seq: Math.max(run.seq, news.seq),
    curves: mergeCurves(run.curves, news.curves),
    standings: news.standings ?? run.standings,
    workers: news.workers ?? run.workers,
    log: mergeLog(run.log, news.log),
  };
}

/** Rows of the list after news of some of them: changed rows stay in their place, new ones come first. */
export function mergeRows(rows: RunRow[], news: RunRow[]): RunRow[] {
  if (news.length === 0) return rows;
  const byName = new Map(news.map((row) => [row.name, row]));
  const merged = rows.map((row) => byName.get(row.name) ?? row);
  const known = new Set(rows.map((row) => row.name));
  return [...news.filter((row) => !known.has(row.name)), ...merged];
}
