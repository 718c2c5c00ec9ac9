import { describe, expect, test } from "vitest";
import { ago, count, counted, duration, elo, figure, percent, progress, rank, ratingInWords, roughly, shareInWords, titled, when } from "./format";
import { row } from "./samples";

test("numbers", () => {
  expect(count(79200)).toBe("79,200");
  expect(count(-1154)).toBe("−1,154");
  expect(counted(1, "games")).toBe("1 game");
  expect(counted(0, "games")).toBe("0 games");
  expect(percent(0.872)).toBe("87.2");
  expect([38, 0, -9, -0.2].map(elo)).toEqual(["+38", "0", "−9", "0"]);
  expect([0.00001, 0.12345, 1.23456, 12.3456, 1234.5, -3, 0, Infinity].map(figure)).toEqual(
    ["0.0000100", "0.1235", "1.235", "12.35", "1,235", "−3", "0", "∞"],
  );
});

test("a number never comes without its interval and how many it rests on", () => {
  const share = { value: 0.872, low: 0.843, high: 0.901, level: 0.95, n: 500, method: "pairs" };
  expect(shareInWords(share)).toBe("87.2 %, 95 % interval 84.3 to 90.1 %, 500 games");
  const rating = { value: 593.2, low: 517.9, high: 668.4, level: 0.95, n: 500, method: "bt" };
  expect(ratingInWords(rating)).toBe("+593 Elo, 95 % interval +518 to +668, 500 games");
});

describe("times", () => {
  test("take two units at most", () => {
    const seconds = [0.2, 1, 59.4, 60, 61, 250, 599, 600, 3599, 3600, 3660, 86_400, 90_000, NaN];
    expect(seconds.map(duration)).toEqual([
      "under 1 s", "1 s", "59 s", "1 min", "1 min 1 s", "4 min 10 s", "9 min 59 s", "10 min", "1 h", "1 h",
      "1 h 1 min", "1 d", "1 d 1 h", "?",
    ]);
  });

  test("forecasts are rough", () => {
    expect([3, 12, 54, 58, 100, 3569, 3600, 7300].map(roughly)).toEqual(
      ["a few seconds", ...["10 s", "55 s", "1 min", "2 min", "59 min", "1 h", "2 h"].map((one) => `about ${one}`)],
    );
  });

  test("ago is rough", () => {
    expect([0, 2, 59, 61, 4000, 200_000].map(ago)).toEqual(["now", "2 s ago", "59 s ago", "1 min ago", "1 h ago", "2 d ago"]);
  });

  test("today has no date", () => {
    const now = new Date(2026, 10, 16, 18, 0);
    expect(when(new Date(2026, 10, 16, 9, 5).toISOString(), now)).toBe("09:05");
    expect(when(new Date(2026, 9, 3, 9, 5).toISOString(), now)).toBe("3 Oct, 09:05");
    expect(when(new Date(2025, 9, 3, 9, 5).toISOString(), now)).toBe("3 Oct 2025, 09:05");
    expect(when("nonsense", now)).toBe("nonsense");
  });
});

test("ranks and titles", () => {
  expect(rank([1, 1])).toBe("1");
  expect(rank([2, 4])).toBe("2–4");
  expect(titled("how-long-games-are")).toBe("How long games are");
});

test("how far a run is", () => {
  const running = { name: "a", state: "running", eta: 700 } as const;
  expect(progress(row({ ...running, done: 9, total: 80 }))).toEqual({ share: 9 / 80, words: `9 of 80 games, ${roughly(700)} left` });
  expect(progress(row({ ...running, done: 9, total: 80 }), true).words).toBe(`11 %, ${roughly(700)} left`);
  expect(progress(row({ ...running, done: 9, eta: null }))).toEqual({ share: null, words: "9 games" });
  expect(progress(row({ name: "a", done: 9, total: 9 }))).toEqual({ share: 1, words: "9 games" });
  // Nobody knows how many games a race takes, but how many generations there will be.
  const bred = row({ ...running, kind: "evolution", done: 1200, generations: { done: 9, total: 80 } });
  expect(progress(bred)).toEqual({ share: 9 / 80, words: `generation 9 of 80, 1,200 games, ${roughly(700)} left` });
  expect(progress(bred, true).words).toBe(`gen. 9/80, ${roughly(700)} left`);
  expect(progress({ ...bred, state: "stopped" }, true).words).toBe("generation 9 of 80");
});
