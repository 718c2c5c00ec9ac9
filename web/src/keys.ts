// Keys of the pages. Handlers that came last are asked first; one that answers true has used the key.

import { settings } from "./settings.svelte";

export type KeyHandler = (event: KeyboardEvent, key: string) => boolean;

const handlers: KeyHandler[] = [];

/** Listens to keys until the answer is called. Single letters arrive only if they are switched on. */
export function onKeys(handler: KeyHandler): () => void {
  handlers.push(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at >= 0) handlers.splice(at, 1);
  };
}

/** Whether keys typed here are text of somebody's. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (!element?.tagName) return false;
  if (element.isContentEditable) return true;
  if (element.tagName === "TEXTAREA" || element.tagName === "SELECT") return true;
  if (element.tagName !== "INPUT") return false;
  const type = (element as HTMLInputElement).type;
  return !["button", "checkbox", "radio", "submit", "reset"].includes(type);
}

/** Hands a key to whoever wants it. */
export function dispatchKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) && event.key !== "Escape") return;
  const isSingle = event.key.length === 1 && event.key !== " ";
  if (isSingle && !settings.singleKeys && event.key !== "?") return;
  // A dialog that is open has the keys to itself, Escape among them.
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  for (const handler of [...handlers].reverse()) {
    if (handler(event, event.key)) {
      event.preventDefault();
      return;
    }
  }
}
