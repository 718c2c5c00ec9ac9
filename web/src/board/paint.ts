// How pieces are painted: a colour for each tint, and what is drawn on a piece so that it can be told without colour.

import type { Tint, View, Player } from "../wire";

export interface Paint {
  fill: string;
  rim: string;
  /** What is engraved: seen on the fill. */
  ink: string;
}

export const paints: Record<Tint, Paint> = {
  black: { fill: "#1F3A5F", rim: "#0E1D31", ink: "#C9D6E6" },
  blue: { fill: "#1F3A5F", rim: "#0E1D31", ink: "#F5EFE0" },
  white: { fill: "#F5EFE0", rim: "#3B2F1E", ink: "#3B2F1E" },
  red: { fill: "#B03A2E", rim: "#4A130D", ink: "#F5EFE0" },
  yellow: { fill: "#F0CF5B", rim: "#5C4708", ink: "#3B2F1E" },
};

export function paintOf(view: Pick<View, "tints">, owner: Player): Paint {
  return paints[view.tints[owner === "first" ? 0 : 1]];
}

export type Engraving = "cross" | "ring" | "dot" | "cap" | "crown" | "coronet" | "letter" | "none";

/** What is drawn on a piece: pawns have a cap, kings and queens a crown, tokens their letter, men and discs nothing, and where shape has a meaning of its own
 * (round and square pieces) only the first player's have a dot. */
export function engraving(kind: string, letter: string, owner: Player): Engraving {
  if (kind === "round" || kind === "square") return owner === "first" ? "dot" : "none";
  if (kind === "pawn") return "cap";
  if (kind === "king") return "crown";
  if (kind === "queen") return "coronet";
  if (kind === "man" || kind === "disc") return "none";
  if (kind === "stone") {
    const sign = letter.toLowerCase();
    return sign === "x" ? "cross" : sign === "o" ? "ring" : "none";
  }
  return letter === "" ? "none" : "letter";
}
