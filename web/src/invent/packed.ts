// A text as a part of an address: compressed where the browser can, and written in signs that no program changes.

/** The text of a game has at most so many bytes. What unpacks to more is no game. */
export const mostBytes = 64 * 1024;

/** The part of an address behind `#` in which the text of a game stands. */
export const fragment = "rules=";

function written(bytes: Uint8Array): string {
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const signs = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}

/** All bytes of a stream, or an error if there are more than a text has. */
async function taken(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > mostBytes) {
      void reader.cancel();
      throw new Error("too long");
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A text as it stands in an address. The first sign tells how it was packed. */
export async function packed(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return `t${written(bytes)}`;
  return `z${written(await taken(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))))}`;
}

/** The text that stands in an address, or null if none that can be read does. */
export async function unpacked(text: string): Promise<string | null> {
  try {
    const bytes = bytesOf(text.slice(1));
    const plain = text[0] === "z" ? await taken(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))) : bytes;
    if ((text[0] !== "z" && text[0] !== "t") || plain.length > mostBytes) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

/** The text in the part of an address behind `#`, or null. */
export async function textIn(hash: string): Promise<string | null> {
  const rest = hash.replace(/^#/, "");
  return rest.startsWith(fragment) ? unpacked(rest.slice(fragment.length)) : null;
}

/** An address with the text of a game behind it. */
export async function withText(address: string, text: string): Promise<string> {
  return `${address.split("#")[0]}#${fragment}${await packed(text)}`;
}
