// What the reader has chosen, kept in the browser. Nothing here is needed to start.

export interface Settings {
  theme: "system" | "light" | "dark";
  coordinates: boolean;
  targets: boolean;
  animation: "system" | "on" | "off";
  confirm: "never" | "small" | "always";
  hand: "both" | "drag" | "click";
  singleKeys: boolean;
  speech: "short" | "words";
  name: string;
  experience: string;
  /** Points of win probability from which a move is ?!, ? and ??. */
  thresholds: [number, number, number];
  lines: number;
  sounds: boolean;
  coach: boolean;
  /** Points of win probability from which the coach speaks. */
  coachFrom: number;
}

export const defaults: Settings = {
  theme: "system",
  coordinates: true,
  targets: true,
  animation: "system",
  confirm: "small",
  hand: "both",
  singleKeys: true,
  speech: "words",
  name: "",
  experience: "",
  thresholds: [5, 10, 20],
  lines: 3,
  sounds: false,
  coach: false,
  coachFrom: 10,
};

const key = "zermelo-settings";

/** Something kept in the browser under a name, or null if there is nothing that can be read. */
export function recall<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keeps something in the browser. A browser that refuses (private mode, full) loses nothing but comfort. */
export function remember(name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Not kept.
  }
}

export const settings = $state<Settings>({ ...defaults, ...(recall<Partial<Settings>>(key) ?? {}) });

/** Keeps the settings as they are now. */
export function keepSettings(): void {
  remember(key, $state.snapshot(settings));
}

/** Shows the theme that was chosen. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

/** Whether pieces glide. */
export function animates(): boolean {
  if (settings.animation !== "system") return settings.animation === "on";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
