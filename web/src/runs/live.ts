// Listening to what is live: through the worker that all tabs share, or directly where there is none.

import { realHub, type Hub, type Interest, type Told } from "./hub";
import type { Said } from "./live.worker";

const SIGN_OF_LIFE = 15_000;

interface Line {
  say: (said: Said) => void;
  close: () => void;
}

let ownHub: Hub | null = null;

/** A line to the hub of this page itself. */
function directLine(tell: (told: Told) => void): Line {
  const hub = (ownHub ??= realHub());
  const who = {};
  return {
    say: (said) => {
      if (said.say === "listen") hub.listen(who, said.interest, tell);
      else if (said.say === "leave") hub.leave(who);
    },
    close: () => hub.leave(who),
  };
}

/** A line to the worker. `lost` is called if it cannot be had after all. */
function sharedLine(tell: (told: Told) => void, forgotten: () => void, lost: () => void): Line | null {
  if (typeof SharedWorker === "undefined") return null;
  try {
    const worker = new SharedWorker(new URL("./live.worker.ts", import.meta.url), { type: "module", name: "zermelo-live" });
    worker.onerror = lost;
    worker.port.onmessage = (message: MessageEvent<Told | { kind: "forgotten" }>) => {
      if (message.data.kind === "forgotten") forgotten();
      else tell(message.data);
    };
    return {
      say: (said) => worker.port.postMessage(said),
      close: () => {
        worker.port.postMessage({ say: "leave" } satisfies Said);
        worker.port.close();
      },
    };
  } catch {
    return null;
  }
}

/**
 * Listens until the answer is called. `interest` is asked on every beginning, so that it names the last news that
 * are known. A tab that is hidden does not listen; it hears what it missed when it is shown again.
 */
export function listen(interest: () => Interest, tell: (told: Told) => void): () => void {
  const begin = () => {
    if (document.visibilityState !== "hidden") line.say({ say: "listen", interest: interest() });
  };
  let line: Line =
    sharedLine(tell, begin, () => {
      line = directLine(tell);
      begin();
    }) ?? directLine(tell);
  const look = () => {
    if (document.visibilityState === "hidden") line.say({ say: "leave" });
    else begin();
  };
  const gone = () => line.say({ say: "leave" });
  const timer = setInterval(() => {
    if (document.visibilityState !== "hidden") line.say({ say: "here" });
  }, SIGN_OF_LIFE);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", gone);
  window.addEventListener("pageshow", look);
  begin();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pagehide", gone);
    window.removeEventListener("pageshow", look);
    line.close();
  };
}
