// Numbers as people read them. `Intl` could do this too, but to wake it takes a browser as long as to draw half a board.

/** A number with its thousands set apart: `79,200`, `1,234.5`. */
export function grouped(n: number): string {
  const [whole = "", ...rest] = String(n).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}
