import { describe, expect, test } from "vitest";
import { read, to } from "./router";

const at = (address: string) => read(new URL(address, "http://here"));

describe("addresses", () => {
  test("the front door is Play", () => {
    expect(at("/").page).toBe("play");
    expect(at("/").game).toBeNull();
  });

  test("a game's id survives the way there and back", () => {
    for (const game of ["milestone:side=3", "mnk:5,5,4", "simplexity:6x7,win=4", "od d/ä#?&+%"]) {
      for (const page of ["play", "analyse", "lab"] as const) {
        const route = at(to[page](game));
        expect(route.page).toBe(page);
        expect(route.game).toBe(game);
      }
    }
  });

  test("ids stay readable", () => {
    expect(to.play("milestone:side=3", { first: "human", second: "juniper" })).toBe(
      "/play/milestone:side=3?first=human&second=juniper",
    );
    expect(to.play("connect4", { second: "alphabeta(nodes=4000)" })).toBe("/play/connect4?second=alphabeta(nodes=4000)");
  });

  test("positions with a hash and a space survive", () => {
    const position = "#.../.... 1+";
    expect(at(to.analyse("isolation", { p: position, ply: 0 })).query.get("p")).toBe(position);
    expect(at("/analyse/isolation?m=d4+e6&ply=2").query.get("m")).toBe("d4 e6");
  });

  test("runs, their tabs and their games", () => {
    expect(at("/runs").page).toBe("runs");
    expect(at("/runs/quick/curves?with=a,b")).toMatchObject({ page: "run", run: "quick", tab: "curves" });
    expect(at(to.game("my run", 17, { ply: 3 }))).toMatchObject({ page: "game", run: "my run", index: "17" });
    expect(at("/tournament/cup?pair=A~B").query.get("pair")).toBe("A~B");
  });

  test("pages of the manual and their sections", () => {
    expect(at("/manual")).toMatchObject({ page: "manual", topic: null });
    expect(at("/manual/concepts#winners-curse")).toMatchObject({ page: "manual", topic: "concepts" });
    expect(at("/manual/tutorials/designer/")).toMatchObject({ page: "manual", topic: "tutorials/designer" });
    expect(at("/manual/a/b/c").page).toBe("unknown");
    expect(to.manual()).toBe("/manual");
    expect(to.manual("tutorials/designer", "check-it")).toBe("/manual/tutorials/designer#check-it");
    expect(at(to.manual("od d/ä#?")).topic).toBe("od d/ä#?");
  });

  test("a game that is too long for an address is kept under a name", () => {
    expect(at("/game/abc?ply=3")).toMatchObject({ page: "short-link", shortLink: "abc" });
    expect(at("/analyse/milestone?g=abc&tab=why")).toMatchObject({ page: "short-link", shortLink: "abc" });
    expect(at("/play/milestone?g=abc").page).toBe("short-link");
    expect(at("/analyse/milestone?g=").page).toBe("analyse");
    expect(at("/runs/x?g=abc").page).toBe("run");
  });

  test("what nobody knows is unknown, and bad escapes do not throw", () => {
    expect(at("/nonsense").page).toBe("unknown");
    expect(at("/play/a/b").page).toBe("unknown");
    expect(at("/game").page).toBe("unknown");
    expect(at("/play/%E0%A4%A").game).toBe("%E0%A4%A");
  });
});
