// Places of a text: the server counts lines and columns in characters, the editor counts from the beginning.

import type { TextProblem } from "../wire";

/** From where to where a problem reaches, in the editor's count. */
export interface Range {
  from: number;
  to: number;
}

/** So many units of the browser's strings are as many characters as the server counts. */
export function unitsOf(line: string, characters: number): number {
  let units = 0;
  let left = characters;
  for (const character of line) {
    if (left-- <= 0) break;
    units += character.length;
  }
  return units;
}

/** The other way round: the column of a place in a line, from 1. */
export function columnOf(line: string, units: number): number {
  return [...line.slice(0, units)].length + 1;
}

/** What a problem is about, within the text as it is now. */
export function rangeOf(text: string, problem: Pick<TextProblem, "line" | "column" | "length">): Range {
  const lines = text.split("\n");
  if (problem.line < 1 || problem.line > lines.length) return { from: 0, to: lines[0]?.length ?? 0 };
  const start = lines.slice(0, problem.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const line = (lines[problem.line - 1] ?? "").replace(/\r$/, "");
  if (problem.column === 0) {
    const indent = line.length - line.trimStart().length;
    return { from: start + indent, to: start + Math.max(indent, line.trimEnd().length) };
  }
  const from = Math.min(line.length, unitsOf(line, problem.column - 1));
  const to = Math.min(line.length, Math.max(from, unitsOf(line, problem.column - 1 + problem.length)));
  // What is missing at the end of a line is shown under its last character.
  return from === to && from > 0 ? { from: start + from - 1, to: start + to } : { from: start + from, to: start + to };
}

/** Where a problem is, in words. */
export function placeInWords({ line, column }: Pick<TextProblem, "line" | "column">): string {
  if (line === 0) return "";
  return column === 0 ? `Line ${line}` : `Line ${line}, column ${column}`;
}

/** The name of the file of a game: what its title has of letters and digits. */
export function fileName(text: string): string {
  const title = /^\s*game\s+(.+)$/im.exec(text)?.[1] ?? "";
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "");
  return `${name || "mygame"}.game`;
}

/** Whether an indented line is the first word of a clause that stands at the left margin: no motion begins so. */
export function beginsClause(line: string): boolean {
  return /^\s+(piece|start|zone|must|pass|may|win|lose|draw|end|limit)$/i.test(line);
}
