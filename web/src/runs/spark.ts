// Small drawings: the path of a sparkline, ticks of a scale.

/** A line through the values, `width` by `height`, with room for its stroke; from `range` if it shares a scale with others, of which the longest
 * has so many values. */
export function sparkPath(values: number[], width: number, height: number, range?: [number, number], longest = values.length): string {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return "";
  const [low, high] = range ?? [Math.min(...known), Math.max(...known)];
  const span = high - low || 1;
  const step = longest > 1 ? (width - 2) / (longest - 1) : 0;
  let path = "";
  let isDown = false;
  values.forEach((value, at) => {
    if (!Number.isFinite(value)) {
      isDown = false;
      return;
    }
    const x = 1 + at * step;
    const y = 1 + (height - 2) * (1 - (value - low) / span);
    path += `${isDown ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    isDown = true;
  });
  // A single value is a short stroke, since a point has no length.
  return known.length === 1 ? `${path}h${(width / 4).toFixed(1)}` : path;
}

/** Round numbers from `low` to `high`, about `wanted` of them and `least` apart at least. */
export function ticks(low: number, high: number, wanted = 5, least = 0): number[] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [];
  if (low === high) return [low];
  const rough = Math.max(least, (high - low) / Math.max(1, wanted));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Where a value stands on a scale, 0 to 1, and whether it lies beyond it. */
export function along(value: number, low: number, high: number): { at: number; beyond: -1 | 0 | 1 } {
  const at = high === low ? 0.5 : (value - low) / (high - low);
  if (!(at >= 0)) return { at: 0, beyond: -1 };
  return at > 1 ? { at: 1, beyond: 1 } : { at, beyond: 0 };
}
