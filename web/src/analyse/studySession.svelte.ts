// A game or position being studied: the line of the address, what is known of it, and the branches that were left.

import { api, asApiError, type ApiError, type Line } from "../api";
import { preview } from "../board/pointer";
import { go } from "../location.svelte";
import { moverAt, splitMoves } from "../play/line";
import { to, type Route } from "../router";
import { lineOf, sceneKey, sceneOf } from "../scenes";
import { settings } from "../settings.svelte";
import { alarm, say } from "../speech.svelte";
import { count, explain, givenAway } from "../verdict";
import type { Move, Player, Scene, Verdict, View } from "../wire";
import { Engine } from "./engine.svelte";
import { Review } from "./review.svelte";
import { isGood, Trainer } from "./trainer.svelte";

/** What the address says. */
export interface Studied {
  game: string;
  p: string | null;
  m: string;
  ply: number | null;
  tab: string | null;
  flip: boolean;
  /** Whose evaluator judges, such as a champion's. */
  agent: string | null;
}

export function studiedOf(route: Route): Studied {
  const { query } = route;
  return { ...lineOf(route), tab: query.get("tab"), flip: query.get("flip") === "1", agent: query.get("agent") };
}

/** What happens on the board. */
export type Phase =
  /** The board is not known, or no longer the one of the address. */
  | { name: "loading" }
  /** Moves can be made. */
  | { name: "ready" }
  /** A move is shown before the server has confirmed it. */
  | { name: "moving"; key: string; view: View }
  /** A move is tried in place of a mistake. */
  | { name: "trying"; view: View }
  | { name: "offline"; error: ApiError };

const over = (winner: Player | null, text: string): Verdict => ({ kind: "proved", winner, plies: 0, text });

export class StudySession {
  phase = $state.raw<Phase>({ name: "loading" });
  at = $state.raw<Studied>() as Studied;
  scene = $state.raw<Scene | null>(null);
  /** Lines that were left, the last one last. */
  branches = $state.raw<string[][]>([]);
  readonly engine = new Engine();
  readonly review = new Review();
  readonly trainer = new Trainer();

  // Until the server has answered, the address is believed.
  texts = $derived(this.scene ? this.scene.played.map((move) => move.text) : splitMoves(this.at.m));
  ply = $derived(this.scene?.ply ?? this.at.ply ?? this.texts.length);
  /** The moves up to the ply that is shown. */
  current = $derived(this.texts.slice(0, this.ply));
  here = $derived(this.#line(this.current));
  before = $derived(this.ply > 0 ? this.#line(this.current.slice(0, -1)) : null);
  marks = $derived(this.review.marks(settings.thresholds));
  /** Whoever looks for a better move is not shown it. */
  hides = $derived(this.trainer.hides(this.ply));
  update = $derived(this.hides ? null : this.engine.of(this.here));
  verdict = $derived.by((): Verdict | null => {
    if (this.hides) return this.review.verdict(this.ply);
    const ending = this.scene?.view.ending;
    if (ending) return over(ending.winner, ending.sentence);
    return this.update?.lines[0]?.verdict ?? this.engine.known(this.here)?.verdict ?? this.review.verdict(this.ply);
  });
  verdictBefore = $derived(this.before ? (this.engine.known(this.before)?.verdict ?? this.review.verdict(this.ply - 1)) : null);
  /** The better move that was there instead of the last one. */
  rival = $derived.by(() => {
    const { before, ply } = this;
    if (!before || this.trainer.hides(ply - 1)) return null;
    const move = this.review.plies[ply - 1]?.best ?? this.engine.known(before)?.best ?? null;
    if (!move || move === this.current[ply - 1]) return null;
    return { move, line: this.#line([...this.current.slice(0, -1), move]) };
  });

  constructor(at: Studied) {
    this.at = at;
  }

  get view(): View | null {
    const { phase } = this;
    return phase.name === "moving" || phase.name === "trying" ? phase.view : (this.scene?.view ?? null);
  }
  get live(): boolean {
    return this.phase.name === "ready";
  }
  get problem(): ApiError | null {
    return this.phase.name === "offline" ? this.phase.error : null;
  }
  get players(): [string, string] {
    return this.scene?.players ?? ["first", "second"];
  }
  get canFlip(): boolean {
    return this.view?.has_sides ?? false;
  }
  get flip(): boolean {
    return this.canFlip && this.at.flip;
  }
  get starts(): Player {
    return this.scene ? moverAt(this.scene.view.to_move, this.ply, 0) : "first";
  }
  #line(moves: string[]): Line & { p: string | null; m: string } {
    return { game: this.at.game, p: this.at.p, m: moves.join(" ") };
  }
  address(change: { moves?: string[]; ply?: number; tab?: string | null; flip?: boolean; agent?: null } = {}): string {
    const { game, p, tab, agent } = this.at;
    const moves = change.moves ?? this.texts;
    const ply = change.ply ?? (change.moves ? moves.length : this.ply);
    return to.analyse(game, {
      p,
      m: moves.join(" "),
      ply: ply < moves.length ? ply : null,
      tab: change.tab === undefined ? tab : change.tab,
      flip: (change.flip ?? this.flip) ? "1" : null,
      agent: change.agent === null ? null : agent,
    });
  }
  #go(change: Parameters<StudySession["address"]>[0]): void {
    go(this.address(change), { replace: true });
  }

  /** Shows what the address says. */
  follow(at: Studied): void {
    const key = sceneKey(at);
    this.at = at;
    if (this.phase.name === "moving" && this.phase.key !== key) this.phase = { name: "loading" };
    sceneOf(at).then(
      (found) => {
        if (key === sceneKey(this.at)) this.#arrived(found);
      },
      (error: unknown) => {
        if (key === sceneKey(this.at)) this.phase = { name: "offline", error: asApiError(error) };
      },
    );
  }
  retry(): void {
    this.follow(this.at);
  }
  #arrived(found: Scene): void {
    const moved = this.scene !== null && this.scene.ply !== found.ply;
    this.scene = found;
    this.phase = { name: "ready" };
    if (found.problem) alarm(found.problem);
    if (!moved) return;
    const last = found.played[found.ply - 1];
    say(found.ply === 0 ? "Start" : `${settings.speech === "short" ? last?.text : last?.speak}. ${found.view.ending?.sentence ?? count(found.moves.length, "move")}`);
  }

  showPly(wanted: number): void {
    const ply = Math.max(0, Math.min(this.texts.length, wanted));
    if (ply !== this.ply) this.#go({ ply });
  }
  turn(): void {
    if (this.canFlip) this.#go({ flip: !this.flip });
  }
  /** Goes on from here with these moves; the line that was left stays at hand as a branch. */
  goOn(then: string[]): void {
    const next = [...this.current, ...then];
    if (this.#isPlayed(next)) {
      this.showPly(next.length);
      return;
    }
    if (this.texts.length > this.ply) this.#keepBranch(this.texts);
    this.#keepBranch(next);
    this.#go({ moves: next });
  }
  #isPlayed(moves: string[]): boolean {
    return moves.every((move, at) => this.texts[at] === move);
  }
  #keepBranch(moves: string[]): void {
    // What only grew is the same branch.
    const others = this.branches.filter((branch) => !branch.every((move, at) => moves[at] === move));
    this.branches = [...others, moves].slice(-12);
  }
  showBranch(branch: string[]): void {
    this.#go({ moves: branch, ply: Math.min(this.ply, branch.length) });
  }
  nextBranch(direction: 1 | -1): void {
    const { branches, texts } = this;
    if (branches.length < 2) return;
    const at = branches.findIndex((branch) => branch.join(" ") === texts.join(" "));
    const next = branches[(at + direction + branches.length) % branches.length];
    if (!next) return;
    const common = next.findIndex((move, index) => move !== texts[index]);
    this.#go({ moves: next, ply: common < 0 ? Math.min(this.ply, next.length) : common + 1 });
    say(`Line ${next.slice(0, 8).join(" ")}`);
  }

  play(move: Move): void {
    const { scene, trainer, ply, texts } = this;
    if (!scene || !this.live) return;
    if (trainer.active && trainer.ply === ply && (trainer.state === "find" || trainer.state === "fail")) {
      void this.#train(move, scene);
      return;
    }
    const next = [...this.current, move.text];
    const isPlayed = this.#isPlayed(next);
    const line = this.#line(isPlayed ? texts : next);
    const key = sceneKey({ ...line, ply: isPlayed && next.length < texts.length ? next.length : null });
    this.phase = { name: "moving", key, view: preview(scene.view, move) };
    this.goOn([move.text]);
  }
  async #train(move: Move, scene: Scene): Promise<void> {
    const { ply, trainer } = this;
    const reviewed = this.review.plies[ply];
    trainer.check();
    this.phase = { name: "trying", view: preview(scene.view, move) };
    let loss: number | null = null;
    if (reviewed && move.text !== reviewed.best) {
      try {
        const after = this.#line([...this.current, move.text]);
        const { ending } = (await sceneOf({ ...after, ply: null })).view;
        const { game, p, m } = after;
        const judged = ending
          ? over(ending.winner, "")
          : (await api.think({ game, ...(p ? { p } : {}), m, agent: "alphabeta(nodes=40000)", seed: 1 })).verdict;
        loss = givenAway(reviewed.verdict, judged, scene.view.to_move);
      } catch (error) {
        alarm(asApiError(error).message);
      }
    }
    if (ply !== this.ply) return;
    const good = isGood(move.text, reviewed?.best ?? null, loss);
    trainer.judge(good);
    if (!good) this.endTry();
    say(good ? "Good move" : "There is a better one");
  }
  /** The board is again as it was before a move was tried. */
  endTry(): void {
    if (this.phase.name === "trying") this.phase = { name: "ready" };
  }
  beginTraining(queue: number[]): void {
    this.trainer.begin(queue);
    if (this.trainer.ply !== null) this.showPly(this.trainer.ply);
  }
  startReview(): void {
    void this.review.start(this.at.game, this.at.p, this.texts, 20_000);
  }

  nextMistake(direction: 1 | -1): void {
    const plies = Object.keys(this.marks).map((at) => Number(at) + 1).sort((a, b) => a - b);
    const found = direction > 0 ? plies.find((at) => at > this.ply) : plies.reverse().find((at) => at < this.ply);
    if (found === undefined) say(plies.length === 0 ? "No mistakes found yet" : "No more mistakes");
    else this.showPly(found);
  }
  playBest(): void {
    const best = this.update?.lines[0];
    if (best) this.goOn([best.move]);
    else say("No best move is known yet");
  }
  tellBest(): void {
    const best = this.update?.lines[0];
    say(best ? `Best: ${best.pv[0]?.speak ?? best.move}` : "No best move is known yet");
  }
  tellValue(): void {
    const { verdict } = this;
    say(verdict ? `${verdict.text}. ${explain(verdict, this.players)}` : "Not evaluated yet");
  }
}
