// What the server and the pages say to each other. No rules of any game are in it.

export type Player = "first" | "second";
export type Tint = "black" | "white" | "red" | "blue" | "yellow";

/** A number that was estimated, with the interval that holds it. The pages never compute one. */
export interface Statistic {
  value: number;
  low: number;
  high: number;
  level: number;
  n: number;
  method: string;
}

/** A place a piece can be. Corners are in cell widths, y down. */
export interface Cell {
  name: string;
  polygon: [number, number][];
  row: number;
  col: number;
  blocked: boolean;
  home: Player | null;
}

/** A piece; its id stays with it while it moves. */
export interface Piece {
  id: number;
  cell: number;
  kind: string;
  letter: string;
  owner: Player;
}

export interface Tray {
  owner: Player;
  kind: string;
  count: number;
}

export interface LastMove {
  from: number | null;
  to: number;
  captured: Piece | null;
}

export interface Ending {
  winner: Player | null;
  reason: string;
  sentence: string;
}

/** A position as a picture. */
export interface View {
  cells: Cell[];
  columns: string[];
  rows: string[];
  pieces: Piece[];
  trays: Tray[];
  last: LastMove | null;
  line: { cells: number[]; by: string } | null;
  has_sides: boolean;
  tints: [Tint, Tint];
  to_move: Player;
  ending: Ending | null;
}

/** A legal move as a screen needs it. */
export interface Move {
  text: string;
  from: number | null;
  to: number;
  column: number | null;
  kind: string | null;
  captures: number | null;
  speak: string;
}

/** A move by its notation, and in words. */
export interface Spoken {
  text: string;
  speak: string;
}

/** A game as far as `ply`: what is on the board, what may be played, what was. */
export interface Scene {
  game: string;
  title: string;
  players: [string, string];
  origin: string | null;
  position: string;
  played: Spoken[];
  ply: number;
  view: View;
  input: Input;
  can_draw: boolean;
  moves: Move[];
  speech: string[];
  problem: string | null;
}

/** What is known of a position's value. Numbers are from the first player's side. */
export type Verdict =
  | { kind: "proved"; winner: Player | null; plies: number; text: string }
  | { kind: "estimated"; first: number; draw: number; second: number; n: number; text: string }
  | { kind: "uncalibrated"; value: number; text: string };

export interface Line {
  move: string;
  pv: Spoken[];
  verdict: Verdict;
}

/** How far a search has come. */
export interface Update {
  depth: number;
  nodes: number;
  seconds: number;
  done: boolean;
  lines: Line[];
}

/** How moves of a game are made by hand. */
export type Input = "step" | "place" | "drop" | "token";

export interface GameCard {
  id: string;
  title: string;
  summary: string;
  players: [string, string];
  can_draw: boolean;
  sizes: { id: string; title: string }[];
  view: View;
  input: Input;
}

export interface Opponent {
  id: string;
  name: string;
  agent: string;
  style: string;
  rating: Statistic | null;
  nodes: number | null;
  seconds: number | null;
}

export interface SliderStep {
  agent: string;
  nodes: number | null;
  rung: string | null;
  label: string;
}

export interface Opponents {
  opponents: Opponent[];
  slider: SliderStep[];
  champions: { run: string; agent: string; title: string }[];
}

export interface Thought {
  move: string;
  speak: string;
  resigns: boolean;
  verdict: Verdict;
  depth: number;
  nodes: number;
  seconds: number;
  line: string[];
}

export type Seat = { person: { name: string; experience: string | null } } | { agent: string };

export interface Term {
  name: string;
  about: string;
  value: number | null;
  weight: number | null;
  contribution: number | null;
}

/** An evaluation taken apart, from the first player's side and without looking ahead. */
export interface Why {
  evaluator: string;
  evaluators: { form: string; about: string }[];
  value: number;
  is_sum: boolean;
  terms: Term[];
  before: Term[] | null;
  verdict: Verdict;
}

export type Mark = "?!" | "?" | "??" | "thrown";

/** What is known of one ply of a game: its value, and what the move played from it gave away. */
export interface PlyReview {
  ply: number;
  verdict: Verdict;
  best: string | null;
  line: string[];
  loss: number | null;
  mark: Mark | null;
}

/** Something that may be put on a cell of a board; nobody's if it blocks the cell. */
export interface Swatch {
  letter: string;
  kind: string;
  owner: Player | null;
  title: string;
}

/** The text of an arranged board, and why it is no position if it is none. */
export interface Arranged {
  position: string;
  problem: string | null;
  cell: number | null;
}

/** A line of play that is kept under a short name. */
export interface KeptLine {
  game: string;
  p: string | null;
  m: string;
}

/** What the first player was predicted to score in some positions, and what came. */
export interface ReliabilityBin {
  predicted: number;
  observed: number;
  low: number;
  high: number;
  n: number;
  games: number;
}

/** How percentages did on games that they were not fitted on. */
export interface Reliability {
  evaluator: string;
  n: number;
  bins: ReliabilityBin[];
}

/** What a player thought before a move. */
export interface GameThought {
  ply: number;
  player: Player;
  verdict: Verdict;
}

export interface StoredGame {
  run: string;
  index: number;
  game: string;
  p: string | null;
  m: string;
  agents: [{ name: string; text: string }, { name: string; text: string }];
  outcome: Player | null;
  reason: string;
  sentence: string;
  /** Nothing where it was not kept. */
  thoughts: GameThought[];
}

export type RunState = "queued" | "running" | "stopping" | "stopped" | "stalled" | "failed" | "finished" | "open";

export interface RunRow {
  name: string;
  kind: string;
  title: string;
  game: string | null;
  state: RunState;
  started: string;
  seconds: number | null;
  done: number;
  total: number | null;
  unit: string;
  rate: number | null;
  eta: number | null;
  sentence: string | null;
  parent: string | null;
  here: boolean;
  problem: string | null;
  spark: number[];
  /** When it last gave a sign of life. */
  last?: string | null;
}

/** A point of a curve: x, y, and the bounds of its interval. */
export type Point = [number, number, number | null, number | null];

export interface Curve {
  name: string;
  title: string;
  x: string;
  y: string;
  series: { name: string; points: Point[] }[];
}

export interface Entrant {
  name: string;
  agent: string;
  rank: [number, number];
  /** Not known before the first games. */
  rating: Statistic | null;
  inner: [number, number] | null;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  score: Statistic | null;
}

export interface CrossCell {
  won: number;
  drawn: number;
  lost: number;
  score: Statistic;
  decided: boolean;
  /** The chance that the row is stronger than the column. */
  chance?: number | null;
}

export interface Standings {
  entrants: Entrant[];
  cells: (CrossCell | null)[][];
  sentences: string[];
  /** From -1, not better, to 1, better. */
  test: { position: number; words: string; percent?: number; low?: string; high?: string } | null;
}

export interface Table {
  columns: string[];
  rows: string[][];
}

export interface LogLine {
  seq: number;
  text: string;
}

/** An agent that came of a run. */
export interface Champion {
  title: string;
  agent: string;
  sentence: string | null;
  weights?: { name: string; value: number }[] | null;
}

/** A figure of a run's report. */
export interface Figure {
  name: string;
  title: string;
  caption: string;
  width?: number;
  height?: number;
}

export interface RunPage extends RunRow {
  about: string;
  file: string;
  seed: number;
  code_version: string;
  command: string;
  sentences: string[];
  figures: Figure[];
  tables: (Table & { name: string; title: string })[];
  champions: Champion[];
  curves: Curve[];
  standings: Standings | null;
  stages: RunRow[];
  log: LogLine[];
  seq: number;
}

export interface GameRow {
  index: number;
  first: string;
  second: string;
  outcome: Player | null;
  reason: string;
  plies: number;
  opening: string | number;
}

/** What `/api/live` sends of one run: only what is new since the last id. */
export interface RunNews {
  row: RunRow;
  seq: number;
  curves: Curve[];
  standings: Standings | null;
  log: LogLine[];
}

export interface Experiment {
  file: string;
  title: string;
  about: string;
  kind: string;
  game: string | null;
  text: string;
  games: number | null;
  /** Why it cannot be run. */
  problem?: string | null;
}

export interface PortraitCard {
  name: string;
  value: string;
  interval: string;
  n: number;
  strength: string;
  sentence: string;
  caution?: string | null;
  /** What is being played for it, while it is not finished. */
  pending?: string | null;
}

export interface PortraitSection {
  title: string;
  sentences: string[];
  figures: string[];
  table: Table | null;
  pending?: string | null;
}

export interface Portrait {
  game: string;
  title: string;
  /** The run it was made by. */
  run?: string | null;
  headline: string;
  sentences?: string[];
  cautions?: string[];
  cards: PortraitCard[];
  sections: PortraitSection[];
  games: { title: string; run: string; index: number }[];
}

/** What is known of a game, and the run that measured it or is measuring it. */
export interface Lab {
  run: RunRow | null;
  portrait: Portrait | null;
  /** How another game differs from this one, by the names of the cards. */
  differences?: { card: string; text: string }[];
}

/** The other player. */
export function other(player: Player): Player {
  return player === "first" ? "second" : "first";
}
