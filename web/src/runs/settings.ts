// Settings of experiments, compared: what two files say differently.

/** A line without what is remarked behind a `#`. */
function plain(line: string): string {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? "";
    if (quote !== "") {
      if (letter === "\\" && quote === '"') at += 1;
      else if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === "#") return line.slice(0, at).trim();
  }
  return line.trim();
}

/** How many brackets a piece of a value leaves open. */
function open(text: string): number {
  const bare = text.replace(/"(\\.|[^"\\])*"|'[^']*'/g, "");
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0);
}

/** What an experiment file sets, by the place of each setting: `method.breeding.elites`. Values stay as they are written. */
export function settingsOf(file: string): Map<string, string> {
  const settings = new Map<string, string>();
  const times = new Map<string, number>();
  let table = "";
  let key: string | null = null;
  let [value, depth] = ["", 0];
  for (const raw of file.split(/\r?\n/)) {
    const line = plain(raw);
    if (line === "") continue;
    if (key === null) {
      const head = /^\[(\[)?\s*([^\]]+?)\s*\]\]?$/.exec(line);
      if (head) {
        const name = head[2] ?? "";
        const number = times.get(name) ?? 0;
        times.set(name, number + 1);
        table = head[1] ? `${name}[${number}].` : `${name}.`;
        continue;
      }
      const set = /^([^=\s]+)\s*=\s*(.*)$/.exec(line);
      if (!set) continue;
      key = table + (set[1] ?? "");
      [value, depth] = [set[2] ?? "", open(set[2] ?? "")];
    } else {
      value += ` ${line}`;
      depth += open(line);
    }
    if (depth <= 0) {
      settings.set(key, value);
      key = null;
    }
  }
  return settings;
}

/** Names and prose are no settings. */
const prose = new Set(["title", "about"]);

/** The settings in which these files differ, each with its value in every file; null where a file does not set it. */
export function differences(files: { file: string; seed: number | string }[]): { key: string; values: (string | null)[] }[] {
  // The seed with which it was begun may be another than the file's.
  const all = files.map(({ file, seed }) => settingsOf(file).set("seed", String(seed)));
  const keys = [...new Set(all.flatMap((one) => [...one.keys()]))].filter((key) => !prose.has(key));
  const rows = keys.map((key) => ({ key, values: all.map((one) => one.get(key) ?? null) }));
  return rows.filter(({ values }) => values.some((value) => value !== values[0]));
}
