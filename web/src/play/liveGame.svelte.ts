// A game being played. The address says what was played and by whom; this follows it, asks the server, lets opponents think, and
// says in `phase` what happens now.

import { api, asApiError, isAbort, type ApiError } from "../api";
import { isPass, preview } from "../board/pointer";
import { go } from "../location.svelte";
import { other } from "../players";
import { to } from "../router";
import { rememberScene, sceneKey, sceneOf } from "../scenes";
import { settings } from "../settings.svelte";
import { alarm, say } from "../speech.svelte";
import { capital, count } from "../verdict";
import type { Input, Move, Opponents, Player, Scene, Spoken, View } from "../wire";
import { Judge, wordsOf, type Advice, type Asked } from "./advice.svelte";
import { keepAids, keepUnfinished, unfinished } from "./choices";
import { moverAt, numbered, oneContinues, splitMoves, undoTo } from "./line";
import { nameOf } from "./rungs";
import { addressOf, gameKey, nameOfTable, peopleOf, type Table } from "./table";

/** What happens in the game. To look back at earlier moves changes nothing of it. */
export type Phase =
  /** The moves of the address have not been read yet. */
  | { name: "loading" }
  /** Somebody at this screen is to move. */
  | { name: "yourTurn" }
  /** A move glides over the board before the server has confirmed it; `back` is the address without it. */
  | { name: "moving"; key: string; view: View; back: string; coach: Promise<Advice | null> | null }
  /** The opponent waits until the coach has looked at the move. */
  | { name: "coaching" }
  /** The coach has spoken up: the move is kept or taken back. */
  | { name: "warned"; loss: number; back: string }
  | { name: "thinking"; player: Player; ticket: string }
  /** An opponent is to move, but not all moves of the address could be read. */
  | { name: "waiting" }
  | { name: "over"; sentence: string; winner: Player | null; justNow: boolean }
  /** A player of the address cannot play here. */
  | { name: "absent"; player: Player; error: ApiError }
  /** The game cannot go on until the server is asked again. */
  | { name: "offline"; error: ApiError };

/** A reply that comes at once is hard to see, in ms. */
const soonest = 350;

export class LiveGame {
  phase = $state.raw<Phase>({ name: "loading" });
  table = $state.raw<Table>() as Table;
  /** The scene after all moves. */
  full = $state.raw<Scene | null>(null);
  /** The scene before the first of them. */
  start = $state.raw<Scene | null>(null);
  known = $state.raw<Opponents | null>(null);
  message = $state("");
  hints = $state.raw<Asked | null>(null);
  /** How long the opponent has been thinking. */
  seconds = $state(0);
  /** Which game `full` is of. */
  fullKey = $state("");
  /** The scene that is looked back at. */
  #shown = $state.raw<Scene | null>(null);
  #lookProblem = $state.raw<ApiError | null>(null);
  #judge = new Judge(() => ({ game: this.table.game, p: this.table.p, judge: this.judge }));
  #asked = "";
  #movedAt = 0;
  #resignedNow = false;
  #absent: { player: Player; error: ApiError } | null = null;
  /** The table of the game in `full`. */
  #playedAt = "";
  /** The address under which this game is kept as unfinished. */
  #keptAs: string | null = null;
  #search: AbortController | null = null;
  #checks: AbortController | null = null;

  constructor(table: Table) {
    this.table = table;
  }

  get scene(): Scene | null {
    return this.#shown ?? this.full;
  }
  get played(): Spoken[] {
    return this.full?.played ?? [];
  }
  get texts(): string[] {
    // Until the server has answered, the address is believed.
    return this.full ? this.full.played.map((move) => move.text) : splitMoves(this.table.m);
  }
  get ply(): number {
    return this.scene?.ply ?? 0;
  }
  get atEnd(): boolean {
    return this.full !== null && this.ply === this.full.played.length;
  }
  get view(): View | null {
    return this.phase.name === "moving" ? this.phase.view : (this.scene?.view ?? null);
  }
  get input(): Input {
    return this.scene?.input ?? "place";
  }
  get people(): Player[] {
    return peopleOf(this.table);
  }
  get turn(): Player {
    return this.full?.view.to_move ?? "first";
  }
  /** Who made the first move. */
  get starts(): Player {
    return this.full ? moverAt(this.turn, this.played.length, 0) : "first";
  }
  get me(): Player {
    const [one, another] = this.people;
    return another === undefined ? (one ?? this.turn) : this.turn;
  }
  get isOver(): boolean {
    return this.phase.name === "over" || this.table.resigned !== null;
  }
  get isHeld(): boolean {
    const { phase } = this;
    return phase.name === "coaching" || phase.name === "warned" || (phase.name === "moving" && phase.coach !== null);
  }
  get isMine(): boolean {
    return this.people.includes(this.turn) && !this.isOver && !this.isHeld;
  }
  /** Whether a move can be made on the board now. */
  get live(): boolean {
    return this.phase.name === "yourTurn" && this.atEnd && this.problem === null;
  }
  get canUndo(): boolean {
    return this.phase.name !== "moving" && undoTo(this.turn, this.played.length, this.people) !== null;
  }
  get problem(): ApiError | null {
    return this.phase.name === "offline" ? this.phase.error : this.#lookProblem;
  }
  get winner(): Player | null {
    return this.phase.name === "over" ? this.phase.winner : null;
  }
  /** The opponent that coaches and gives hints: the strongest. */
  get judge(): string {
    return this.known?.opponents.at(-1)?.id ?? "alphabeta(nodes=100000)";
  }
  get judgeName(): string {
    return nameOf(this.judge, this.known);
  }
  get hintMove(): Move | null {
    const best = this.hints?.thought?.move;
    return this.full?.moves.find((move) => move.text === best) ?? null;
  }
  get hintWords(): string {
    return this.hints ? wordsOf(this.hints, this.hintMove, this.judgeName, this.input) : "";
  }

  /** Who sits on a side, as the address has it. */
  seat(player: Player): string {
    return this.table[player];
  }
  /** What a side is called in this game. */
  side(player: Player): string {
    return this.scene?.players[player === "first" ? 0 : 1] ?? player;
  }
  /** What a player is called. */
  called(player: Player): string {
    const seat = this.seat(player);
    if (seat !== "human") return nameOf(seat, this.known);
    if (this.people.length === 2) return capital(this.side(player));
    return settings.name.trim() || "You";
  }
  address(change: Partial<Table> = {}): string {
    return addressOf({ ...this.table, m: this.texts.join(" "), ply: null, ...change });
  }
  get status(): string {
    const { phase, ply, turn } = this;
    if (!this.scene || phase.name === "absent") return "";
    if (!this.atEnd && phase.name !== "moving") {
      return `Looking back: ${ply === 0 ? "the start" : numbered(ply - 1, this.played[ply - 1]?.text ?? "", this.starts)}`;
    }
    if (this.isOver) return "";
    if (phase.name === "thinking") return `${this.called(phase.player)} is thinking`;
    if (this.isHeld) return `${this.judgeName} is checking your move`;
    if (this.full && isStuck(this.full)) return `${capital(this.side(turn))} can only pass`;
    if (this.people.length === 2) return `${capital(this.side(turn))} to move`;
    if (!this.people.includes(turn)) return `${this.called(turn)} to move`;
    return this.input === "token" && this.full?.moves[0]?.from === null ? "Your turn: place your token" : "Your turn";
  }

  /** Shows what the address says, and plays on from there. */
  follow(table: Table): void {
    const [key, before] = [gameKey(table), this.table];
    const isFirst = this.#checks === null;
    this.table = table;
    if (isFirst || nameOfTable(before) !== nameOfTable(table)) this.#meet();
    if (key !== this.#asked) {
      if (this.phase.name !== "moving" || this.phase.key !== key) this.#leave();
      this.#read(key);
    }
    this.#look();
  }
  /** Asks again for what could not be had. */
  retry(): void {
    this.#lookProblem = null;
    if (["loading", "offline", "absent"].includes(this.phase.name)) {
      this.#meet();
      this.#leave();
      this.#read(gameKey(this.table));
    }
    this.#look();
  }
  stop(): void {
    this.#search?.abort();
    this.#checks?.abort();
  }

  /** Looks who plays. A player that cannot is reported at once, not when it is its turn. */
  #meet(): void {
    const { game, p } = this.table;
    this.#checks?.abort();
    const stop = (this.#checks = new AbortController());
    this.#absent = null;
    if (this.known === null) api.opponents(game).then((answer) => (this.known = answer)).catch(() => undefined);
    sceneOf({ game, p, m: "", ply: null }).then((answer) => (this.start = answer)).catch(() => (this.start = null));
    for (const player of ["first", "second"] as const) {
      if (this.seat(player) === "human") continue;
      api.agent(game, this.seat(player), stop.signal).catch((error: unknown) => {
        const found = asApiError(error);
        if (stop.signal.aborted || isAbort(error) || found.gone) return;
        this.#leave();
        this.#absent = { player, error: found };
        this.phase = { name: "absent", player, error: found };
        alarm(found.message);
      });
    }
  }
  #read(key: string): void {
    const { game, p, m } = this.table;
    this.#asked = key;
    sceneOf({ game, p, m, ply: null }).then(
      (answer) => key === this.#asked && this.#arrived(answer),
      (error: unknown) => key === this.#asked && this.#failed(error),
    );
  }
  /** Shows the ply that is looked back at. What is shown stays until it is there. */
  #look(): void {
    const { table } = this;
    if (table.ply === null) {
      this.#lookProblem = null;
      if (this.fullKey === this.#asked) this.#shown = null;
      return;
    }
    const key = sceneKey(table);
    const isWanted = () => sceneKey(this.table) === key;
    sceneOf(table).then(
      (answer) => {
        if (!isWanted()) return;
        this.#lookProblem = null;
        this.#shown = answer;
      },
      (error: unknown) => {
        if (isWanted() && this.phase.name !== "offline") this.#lookProblem = asApiError(error);
      },
    );
  }
  #leave(): void {
    this.#search?.abort();
    this.#search = null;
    this.phase = { name: "loading" };
  }
  #warn(text: string): void {
    this.message = text;
    alarm(text);
  }

  #arrived(answer: Scene): void {
    const before = this.full;
    const name = nameOfTable(this.table);
    // Going back in the browser may show another game at the same board: that is no move.
    const isSame = before !== null && this.#playedAt === name && oneContinues(before.played, answer.played);
    const grown = isSame && answer.played.length > before.played.length;
    if (!isSame) this.#keptAs = null;
    this.#playedAt = name;
    this.full = answer;
    this.fullKey = this.#asked;
    this.hints = null;
    if (this.table.ply === null) this.#shown = null;
    if (answer.problem) this.#warn(answer.problem);
    if (before === null) {
      // Somebody who opens a game sees it for a moment before the first move.
      this.#movedAt = performance.now();
      if (answer.played.length === 0) keepAids(name, null);
    }
    if (grown) this.#tellMove(answer);
    else if (before === null) say(`${answer.title}. ${turnWords(answer)}`);
    this.#settle(grown);
    this.#keepGoing(answer, grown);
  }
  #failed(error: unknown): void {
    if (isAbort(error)) return;
    const found = asApiError(error);
    if (this.phase.name !== "moving") {
      this.phase = { name: "offline", error: found };
      return;
    }
    // A move that nobody confirmed is taken back, with a word about it.
    const { back } = this.phase;
    this.#warn(`Your move was taken back. ${found.message}`);
    this.#leave();
    go(back, { replace: true });
  }

  /** The phase that follows from the position and from who is to move. */
  #settle(grown: boolean): void {
    const { full, phase } = this;
    if (!full) return;
    const isEnd = grown || this.#resignedNow;
    this.#resignedNow = false;
    if (this.#absent) this.phase = { name: "absent", ...this.#absent };
    else if (full.view.ending || this.table.resigned) this.phase = { name: "over", ...this.#end(full), justNow: isEnd };
    else if (phase.name === "moving" && phase.coach) void this.#listen(phase.coach, phase.back);
    else if (this.people.includes(this.turn)) this.phase = { name: "yourTurn" };
    else if (full.problem || full.moves.length === 0) this.phase = { name: "waiting" };
    else void this.#think(full);
  }
  #end(full: Scene): { sentence: string; winner: Player | null } {
    if (full.view.ending) return full.view.ending;
    const loser = this.table.resigned ?? "first";
    const winner = other(loser);
    return { winner, sentence: `${capital(this.side(winner))} wins: ${this.side(loser)} resigned` };
  }
  async #think(full: Scene): Promise<void> {
    const player = full.view.to_move;
    const { game, p } = this.table;
    this.#search?.abort();
    const stop = (this.#search = new AbortController());
    // Nobody else can name this search and end it.
    const ticket = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    const since = performance.now();
    const clock = setInterval(() => (this.seconds = Math.floor((performance.now() - since) / 1000)), 250);
    this.seconds = 0;
    this.phase = { name: "thinking", player, ticket };
    const texts = full.played.map((move) => move.text);
    const seed = Math.floor(Math.random() * 2 ** 31);
    try {
      const ask = { game, ...(p ? { p } : {}), m: texts.join(" "), agent: this.seat(player), seed, ticket, next: true };
      const thought = await api.think(ask, stop.signal);
      const wait = soonest - (performance.now() - this.#movedAt);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (stop.signal.aborted) return;
      const m = [...texts, thought.move].join(" ");
      if (thought.next) rememberScene({ game, p, m, ply: null }, thought.next);
      this.#leave();
      go(this.address(thought.resigns ? { resigned: player } : { m, resigned: null }), { replace: true });
    } catch (error) {
      if (stop.signal.aborted || isAbort(error)) return;
      const found = asApiError(error);
      this.phase = { name: "offline", error: found };
      alarm(found.message);
    } finally {
      clearInterval(clock);
    }
  }
  /** Makes the opponent answer at once. */
  moveNow(): void {
    if (this.phase.name === "thinking") void api.moveNow(this.phase.ticket).catch(() => undefined);
  }

  /** What the coach says of the move that was just made; the opponent waits for it. */
  async #listen(coach: Promise<Advice | null>, back: string): Promise<void> {
    const here: Phase = (this.phase = { name: "coaching" });
    const advice = await coach;
    if (this.phase !== here) return;
    if (advice?.blind) this.message = "The coach is not calibrated for this game: it only sees proved wins and losses.";
    const loss = advice?.loss ?? 0;
    if (advice?.loss == null || loss < settings.coachFrom) this.#settle(false);
    else {
      this.phase = { name: "warned", loss, back };
      say(`That move lost ${Math.round(loss)} points. Keep it or take it back?`);
    }
  }
  /** The coach looks at the position while the player does, so that it can judge the move at once. */
  prepareCoach(): void {
    void this.#judge.thought(this.texts.join(" ")).catch(() => undefined);
  }
  keepMove(): void {
    if (this.phase.name === "warned") this.#settle(false);
  }
  takeBack(): void {
    if (this.phase.name !== "warned") return;
    keepAids(nameOfTable(this.table), { taken_back: 1 });
    go(this.phase.back, { replace: true });
  }

  play(move: Move): void {
    const { scene, turn } = this;
    if (!scene || !this.live) return;
    const [before, back] = [this.texts.join(" "), this.address()];
    const table = { ...this.table, m: [...this.texts, move.text].join(" "), ply: null, resigned: null };
    // A coach that cannot look says nothing.
    const coach = settings.coach && this.people.length === 1 ? this.#judge.given(before, table.m, turn).catch(() => null) : null;
    this.phase = { name: "moving", key: gameKey(table), view: preview(scene.view, move), back, coach };
    this.message = "";
    this.hints = null;
    this.#movedAt = performance.now();
    go(addressOf(table), { replace: true });
  }
  showPly(wanted: number): void {
    // The move on its way has to arrive first: its address is not known to be good.
    if (this.phase.name === "moving") return;
    const ply = Math.max(0, Math.min(this.played.length, wanted));
    this.hints = null;
    go(this.address({ ply: ply < this.played.length ? ply : null }), { replace: true });
  }
  undo(): void {
    const rest = this.canUndo ? undoTo(this.turn, this.played.length, this.people) : null;
    if (rest === null) return;
    this.hints = null;
    this.message = "";
    keepAids(nameOfTable(this.table), { taken_back: 1 });
    go(this.address({ m: this.texts.slice(0, rest).join(" "), resigned: null }), { replace: true });
    say(`Taken back to ply ${rest}`);
  }
  resign(): void {
    this.#resignedNow = true;
    keepUnfinished(this.#keptAs ?? this.address(), null);
    this.#keptAs = null;
    go(this.address({ resigned: this.me }), { replace: true });
    say("You resigned.");
  }
  rematch(): void {
    const { game, p, first, second } = this.table;
    this.full = null;
    this.#shown = null;
    this.#asked = "";
    this.#keptAs = null;
    this.#leave();
    go(to.play(game, { first: second, second: first, p }));
  }

  async hint(straight = false): Promise<void> {
    if (!this.live) return;
    const [level, at] = [straight ? 2 : Math.min((this.hints?.level ?? 0) + 1, 3), this.fullKey];
    if (!this.hints) keepAids(nameOfTable(this.table), { hints: 1 });
    this.hints = { level, thought: this.hints?.thought ?? null };
    try {
      const thought = await this.#judge.thought(this.texts.join(" "));
      if (at !== this.fullKey || !this.hints) return;
      this.hints = { ...this.hints, thought };
      say(this.hintWords);
    } catch (error) {
      this.hints = null;
      this.#warn(asApiError(error).message);
    }
  }
  async tellValue(): Promise<void> {
    try {
      const thought = await this.#judge.thought(this.texts.join(" "));
      say(`${this.judgeName}: ${thought.verdict.text}`);
    } catch (error) {
      alarm(asApiError(error).message);
    }
  }

  #tellMove(answer: Scene): void {
    const last = answer.played.at(-1);
    if (!last) return;
    say(`${settings.speech === "short" ? last.text : last.speak}. ${turnWords(answer)}`);
    // Few people want sounds, so they come when somebody does.
    if (settings.sounds) void import("../sound").then(({ knock }) => knock(answer.view.ending !== null), () => undefined);
  }
  /** Keeps the game, to be gone on with later. Somebody's link that is only looked at is none of ours until a move is made in it. */
  #keepGoing(answer: Scene, moved: boolean): void {
    const { people } = this;
    if (people.length === 0 || this.table.p !== null) return;
    const now = this.address();
    const isOurs = moved || this.#keptAs !== null || unfinished().some((one) => one.address === now);
    if (!isOurs) return;
    if (this.isOver || answer.played.length === 0) keepUnfinished(this.#keptAs ?? now, null);
    else {
      const against = people.length === 2 ? "a friend" : this.called(other(this.me));
      keepUnfinished(this.#keptAs, { address: now, title: answer.title, against, plies: answer.played.length });
    }
    this.#keptAs = this.isOver ? null : now;
  }
}

const isStuck = ({ moves }: Pick<Scene, "moves">) => moves.length > 0 && moves.every(isPass);

function turnWords({ view, players, moves }: Scene): string {
  if (view.ending) return capital(view.ending.sentence);
  const who = capital(players[view.to_move === "first" ? 0 : 1] ?? "");
  return isStuck({ moves }) ? `${who} can only pass` : `${who} to move, ${count(moves.length, "move")}`;
}
