// The editor of the page Invent: CodeMirror with what a text of ten lines needs, and nothing of what programs need.

import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { indentService } from "@codemirror/language";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers, MatchDecorator, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { TextProblem } from "../wire";
import { beginsClause, columnOf, rangeOf } from "./places";

/** What an editor tells and asks. */
export interface Listener {
  /** The text was changed. */
  changed(text: string): void;
  /** The words that may stand at a place, from the server. */
  words(text: string, line: number, column: number, signal: AbortSignal): Promise<string[]>;
}

const quiet = Decoration.mark({ class: "cm-comment" });
const clause = Decoration.mark({ class: "cm-clause" });

/** Whether an indented line belongs to a piece: below `game` stand sentences, below `board` pictures. */
function isOfPiece({ state }: EditorView, at: number): boolean {
  for (let number = state.doc.lineAt(at).number - 1; number >= 1; number--) {
    const { text } = state.doc.line(number);
    if (/^[^\s#]/.test(text)) return /^piece\b/i.test(text);
  }
  return false;
}

/** Comments step back, and the word with which a clause begins stands out. */
const marker = new MatchDecorator({
  regexp: /^(\s*)([\p{L}][\p{L}-]*)|#.*$/gmu,
  decorate(add, from, to, match, view) {
    const indent = match[1]?.length ?? 0;
    if (match[0].startsWith("#")) add(from, to, quiet);
    else if (indent === 0 || isOfPiece(view, from)) add(from + indent, to, clause);
  },
});
const colours = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = marker.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = marker.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Below a piece stand its motions; any other new line begins as the one above it. */
const indentation = indentService.of((context, at) => {
  const { text } = context.lineAt(at, -1);
  if (text.trim() === "" && at > 0) return undefined;
  return /^\s*piece\b/i.test(text) && context.simulatedBreak !== null ? context.lineIndent(at, -1) + 2 : undefined;
});

/** Below a piece, a space after the first word of another clause takes its line to the margin. */
const dedent = EditorView.inputHandler.of((view, from, to, text) => {
  const line = view.state.doc.lineAt(from);
  if (text !== " " || from !== line.to || to !== from || !beginsClause(line.text) || !isOfPiece(view, from)) return false;
  const indent = line.text.length - line.text.trimStart().length;
  view.dispatch({ changes: [{ from: line.from, to: line.from + indent }, { from, insert: text }], selection: { anchor: from - indent + 1 }, userEvent: "input.type" });
  return true;
});

const look = EditorView.theme({
  "&": { backgroundColor: "var(--ground)", color: "var(--text)", fontSize: "14px", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "22px" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--quiet)", border: "0", borderRight: "1px solid var(--line)" },
  ".cm-comment": { color: "var(--quiet)" },
  ".cm-clause": { color: "var(--accent)", fontWeight: "600" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad) 1.5px",
    textUnderlineOffset: "4px",
    textDecorationSkipInk: "none",
  },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1.5px", textUnderlineOffset: "4px" },
  ".cm-tooltip": { backgroundColor: "var(--ground)", color: "var(--text)", border: "1px solid var(--strong-line)", borderRadius: "var(--radius)", maxWidth: "min(480px, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "240px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 12px", lineHeight: "20px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeft: "4px solid var(--bad)", fontFamily: "var(--font)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "var(--radius)", padding: "4px 8px", marginLeft: "8px" },
});

/** An editor of the text of a game. */
export class TextEditor {
  private readonly view: EditorView;

  constructor(parent: HTMLElement, text: string, listener: Listener) {
    const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
      const line = context.state.doc.lineAt(context.pos);
      const before = line.text.slice(0, context.pos - line.from);
      const word = /[\p{L}\d-]*$/u.exec(before)?.[0] ?? "";
      if (before.includes("#") || (word === "" && !context.explicit)) return null;
      const stop = new AbortController();
      context.addEventListener("abort", () => stop.abort());
      const place = columnOf(line.text, before.length);
      const words = await listener.words(context.state.doc.toString(), line.number, place, stop.signal).catch(() => []);
      const options = words.filter((one) => one !== word).map((label) => ({ label }));
      return options.length === 0 ? null : { from: context.pos - word.length, options, validFor: /^[\p{L}\d-]*$/u };
    };
    const extensions: Extension[] = [
      lineNumbers(),
      history(),
      colours,
      indentation,
      dedent,
      EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      autocompletion({ override: [source], icons: false }),
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Text of the game", "data-skip": "", tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) listener.changed(update.state.doc.toString());
      }),
      look,
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  }

  /** Exchanges the whole text; undo brings the old one back. */
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
  }

  /** Marks what is wrong under its words. */
  mark(problems: TextProblem[], warnings: TextProblem[]): void {
    const text = this.view.state.doc.toString();
    const diagnostic = (problem: TextProblem, severity: "error" | "warning"): Diagnostic => {
      const { nearest, message } = problem;
      const actions = nearest === null ? [] : [{ name: `Use ${nearest}`, apply: () => this.use(problem, nearest) }];
      return { ...rangeOf(text, problem), severity, message, actions };
    };
    const all = [...problems.map((one) => diagnostic(one, "error")), ...warnings.map((one) => diagnostic(one, "warning"))];
    this.view.dispatch(setDiagnostics(this.view.state, all));
  }

  /** Puts the cursor where a problem is. */
  show(problem: TextProblem): void {
    const { from, to } = rangeOf(this.view.state.doc.toString(), problem);
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }

  /** Puts a word in the place of what a problem is about. */
  use(problem: TextProblem, word: string): void {
    const { from, to } = rangeOf(this.view.state.doc.toString(), problem);
    this.view.dispatch({ changes: { from, to, insert: word }, selection: { anchor: from + word.length } });
    this.view.focus();
  }

  /** Takes the editor out of the page. */
  destroy(): void {
    this.view.destroy();
  }
}
