// What can be read from an agent's text, such as `alphabeta(depth=2, eval=weights(piece-diff=1.5))`.

/** What stands between the bracket at `open` and the one that closes it. */
function bracketed(text: string, open: number): string | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")" && --depth === 0) return text.slice(open + 1, at);
  }
  return null;
}

/** Weights by name, as they stand in the text; none if it has none that can be read. */
export function weightsOf(agent: string): { name: string; value: number }[] {
  const found = /(?:^|[=( ,])weights\(/.exec(agent);
  const inside = found && bracketed(agent, found.index + found[0].length - 1);
  if (!inside) return [];
  return inside.split(",").flatMap((part) => {
    const [name, value] = part.split("=");
    const number = Number(value);
    return name !== undefined && value !== undefined && Number.isFinite(number) ? [{ name: name.trim(), value: number }] : [];
  });
}
