// The worker that all tabs share: it holds the one stream.

import { realHub, type Interest } from "./hub";

/** What a page says to the worker. */
export type Said = { say: "listen"; interest: Interest } | { say: "leave" } | { say: "here" };

/** A page that died without a word is forgotten after this long; pages that listen speak more often. */
const FORGET = 60_000;

const hub = realHub();
const heard = new Map<MessagePort, number>();

function leave(port: MessagePort): void {
  hub.leave(port);
  heard.delete(port);
}

addEventListener("connect", (event) => {
  const port = (event as MessageEvent).ports[0];
  if (!port) return;
  port.onmessage = (message: MessageEvent<Said>) => {
    const said = message.data;
    if (said.say === "leave") return leave(port);
    if (said.say === "here") {
      // Somebody who was taken for dead is told to begin anew.
      if (heard.has(port)) heard.set(port, Date.now());
      else port.postMessage({ kind: "forgotten" });
      return;
    }
    heard.set(port, Date.now());
    hub.listen(port, said.interest, (told) => port.postMessage(told));
  };
});

setInterval(() => {
  const now = Date.now();
  for (const [port, last] of heard) if (now - last > FORGET) leave(port);
}, FORGET / 4);
