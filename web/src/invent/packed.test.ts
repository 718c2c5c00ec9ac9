import { describe, expect, it } from "vitest";
import { mostBytes, packed, textIn, unpacked, withText } from "./packed";

const texts = ["", "game Hex\n", "game Für alle – 🦀\nboard 3x3 squares\n", "x".repeat(mostBytes), "# comment\n".repeat(6000)];

describe("texts in addresses", () => {
  it("come out as they went in", async () => {
    for (const text of texts) {
      const sign = await packed(text);
      expect(sign).toMatch(/^[zt][A-Za-z0-9_-]*$/);
      expect(await unpacked(sign)).toBe(text);
      const address = await withText("http://host/invent#old", text);
      expect(address.startsWith("http://host/invent#rules=")).toBe(true);
      expect(await textIn(new URL(address).hash)).toBe(text);
    }
  });

  it("are small where texts repeat", async () => {
    expect((await packed("# comment\n".repeat(6000))).length).toBeLessThan(500);
  });

  it("may be written without compression", async () => {
    expect(await unpacked("tZ2FtZSBIZXg")).toBe("game Hex");
  });

  it("that are none are told apart", async () => {
    for (const bad of ["", "z", "x", "zzzzz", "t%%%", "t_w", "q" + (await packed("a")).slice(1), "z" + "A".repeat(5000), "undefined"]) {
      if (bad === "t" || bad === "") continue;
      expect(await unpacked(bad), bad).toBe(null);
    }
    expect(await textIn("#section")).toBe(null);
    expect(await textIn("")).toBe(null);
  });

  it("that unpack to more than a text has are refused", async () => {
    const bomb = new Blob(["a".repeat(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(bomb).arrayBuffer());
    expect(await unpacked(`z${Buffer.from(bytes).toString("base64url")}`)).toBe(null);
    expect(await unpacked(`t${Buffer.from("a".repeat(mostBytes + 1)).toString("base64url")}`)).toBe(null);
  });
});
