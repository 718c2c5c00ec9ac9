import { alarm, say } from "./speech.svelte";

/** Copies a text. Where the browser refuses (a page that is not secure), the old way is tried. */
export async function copy(text: string, what: string): Promise<boolean> {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    box.style.position = "fixed";
    box.style.opacity = "0";
    (document.querySelector("dialog[open]") ?? document.body).append(box);
    box.select();
    done = document.execCommand("copy");
    box.remove();
  }
  if (done) say(`${what} copied`);
  else alarm(`${what} could not be copied`);
  return done;
}
