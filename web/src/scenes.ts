// Scenes that were asked for are kept for a while, so that stepping through a game does not ask again.

import { api, type Line } from "./api";
import { splitMoves } from "./play/line";
import type { Route } from "./router";
import type { GameCard, Scene } from "./wire";

const cache = new Map<string, Promise<Scene>>();
const most = 200;

/** The game and the ply of it that an address shows. */
export function lineOf({ game, query }: Route): { game: string; p: string | null; m: string; ply: number | null } {
  const ply = query.get("ply");
  return {
    game: game ?? "",
    p: query.get("p"),
    m: splitMoves(query.get("m")).join(" "),
    ply: ply === null ? null : Math.max(0, Number(ply) || 0),
  };
}

export function sceneKey(line: Line): string {
  return JSON.stringify([line.game, line.p ?? null, line.m ?? "", line.ply ?? null]);
}

/** The scene of a line, from memory if it was asked for lately. */
export function sceneOf(line: Line): Promise<Scene> {
  const key = sceneKey(line);
  const known = cache.get(key);
  if (known) return known;
  const asked = api.scene(line);
  keep(key, asked);
  asked.catch(() => cache.delete(key));
  return asked;
}

/** Keeps a scene that came with another answer, so that it is not asked for. */
export function rememberScene(line: Line, scene: Scene): void {
  keep(sceneKey(line), Promise.resolve(scene));
}

function keep(key: string, scene: Promise<Scene>): void {
  cache.set(key, scene);
  if (cache.size > most) {
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }
}

let asked: Promise<GameCard[]> | null = null;

/** The games there are; asked for once. */
export function gameCards(): Promise<GameCard[]> {
  asked ??= api.games().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The card of a game's family, whatever its size. */
export function cardOf(cards: GameCard[], game: string): GameCard | null {
  const family = game.split(":")[0] ?? game;
  return (
    cards.find((card) => card.id === game) ??
    cards.find((card) => card.sizes.some((size) => size.id === game)) ??
    cards.find((card) => card.id.split(":")[0] === family) ??
    null
  );
}

