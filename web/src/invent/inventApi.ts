// What the page Invent asks the server: kept apart from the rest, which every page loads.

import { get, post } from "../api";
import type { Templates, TextCheck, TextDraft } from "../wire";

export const inventApi = {
  templates: (signal?: AbortSignal) => get<Templates>("/api/invent", {}, signal),
  draft: (text: string, signal?: AbortSignal) => post<TextDraft>("/api/invent/draft", { text }, signal),
  words: (text: string, line: number, column: number, signal?: AbortSignal) =>
    post<{ words: string[] }>("/api/invent/words", { text, line, column }, signal).then((a) => a.words),
  check: (text: string) => post<TextCheck>("/api/invent/check", { text }),
};
