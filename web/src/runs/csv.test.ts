import { expect, test } from "vitest";
import { csvTable } from "./csv";

test("fields with commas, quotes and line ends", () => {
  const text = 'name,Elo,n\r\n"network, one ply",-24.765379837196654,500\n"say ""so""\nthere",1.5,7';
  expect(csvTable(text)).toEqual([
    ["name", "Elo", "n"],
    ["network, one ply", "−24.77", "500"],
    ['say "so"\nthere', "1.5", "7"],
  ]);
  expect(csvTable("")).toEqual([]);
});
