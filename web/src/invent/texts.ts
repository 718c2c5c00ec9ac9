// The texts of invented games, kept in the browser by the games' ids. A server that was started again does not know an id any more: then
// the text is sent again, and nobody notices. An address may bring the text along behind `#`.

import { post } from "../api";
import { recall, remember } from "../settings.svelte";
import { textIn } from "./packed";

const key = "zermelo-game-texts";

/** So many texts are kept, and so many characters of them. */
const most = 30;
const mostCharacters = 500_000;

type Kept = [id: string, text: string][];

/** The texts that stay when there are too many: the last ones. */
export function bounded(kept: Kept): Kept {
  let characters = 0;
  return kept.slice(0, most).filter(([, text]) => (characters += text.length) <= mostCharacters);
}

/** The text of a game, if this browser has it. */
export function textOf(id: string): string | null {
  return recall<Kept>(key)?.find(([known]) => known === id)?.[1] ?? null;
}

/** Keeps the text of a game. */
export function keepText(id: string, text: string): void {
  const others = (recall<Kept>(key) ?? []).filter(([known]) => known !== id);
  remember(key, bounded([[id, text], ...others]));
}

/** The ids of invented games that a request names. */
export function idsIn(request: string): string[] {
  return [...new Set(request.match(/[a-z0-9]+~[0-9a-f]{8}(:[a-z0-9=,-]+)?/g) ?? [])];
}

/** Opens the game of a text at the server, and keeps the text under its id and under others that it is asked for by. */
export async function openText(text: string, others: string[] = []): Promise<string> {
  const { game } = await post<{ game: string }>("/api/invent/open", { text });
  for (const id of [game, ...others]) keepText(id, text);
  return game;
}

/** The server knew a game of this request no more: sends its text, if there is one here or in the address. */
export async function sendAgain(url: string, body: unknown): Promise<boolean> {
  const ids = idsIn(decodeURIComponent(url).replace(/\+/g, " ") + (typeof body === "string" ? body : ""));
  const brought = await textIn(window.location.hash);
  let sent = false;
  for (const id of ids) {
    // Of another size of a game the text is the same.
    const text = textOf(id) ?? brought ?? sameName(id);
    if (text === null) continue;
    sent = await openText(text, [id]).then(() => true, () => false) || sent;
  }
  return sent;
}

/** The text of a game of this name that was kept last: an id with parameters has a hash of its own. */
function sameName(id: string): string | null {
  if (!id.includes(":")) return null;
  const name = id.split("~")[0];
  return recall<Kept>(key)?.find(([known]) => known.split("~")[0] === name)?.[1] ?? null;
}

/** Keeps the text that the address of a game brings along, before the first move takes it out of the address. */
export async function keepBrought(): Promise<void> {
  const text = await textIn(window.location.hash);
  const [, page, game] = window.location.pathname.split("/");
  if (text !== null && game && (page === "play" || page === "analyse")) await openText(text).catch(() => undefined);
}
