import { ChangeSet, EditorState, Text, Transaction, type TransactionSpec } from "@codemirror/state";
import { lineChanges } from "./line-changes.ts";

/** The separator of lines of a text that is to be kept; undefined for "\n" alone. */
export function separatorOf(text: string): string | undefined {
  if (!text.includes("\r")) return undefined;
  // Mixed ones stay as they are: a "\r" is a sign of its line then.
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? "\n" : "\r\n";
}

/** The text with the separators that it came with. */
export const textOf = (state: EditorState): string => state.sliceDoc();

/**
 * What the page knows of an editor's text, and what was typed since. Typing and texts from elsewhere (another device,
 * undo, a merge) meet here: neither overwrites the other.
 */
export class TextSource {
  private known: Text;
  /** What was typed since the page was told. */
  private typed: ChangeSet | null = null;

  constructor(
    private shown: string,
    doc: Text,
  ) {
    this.known = doc;
  }

  get dirty(): boolean {
    return this.typed !== null;
  }

  type(changes: ChangeSet): void {
    this.typed = this.typed ? this.typed.compose(changes) : changes;
  }

  /** @returns the text for the page; null where it has it */
  take(state: EditorState): string | null {
    if (!this.typed) return null;
    // The lines of a long text are not put together again, where its places are those of the editor.
    const samePlaces = this.shown.length === this.known.length && state.lineBreak === "\n";
    this.shown = samePlaces ? changed(this.shown, this.typed) : textOf(state);
    this.typed = null;
    this.known = state.doc;
    return this.shown;
  }

  /** @returns what brings a text from elsewhere into the editor; null where it is the one that is known */
  bring(state: EditorState, text: string): TransactionSpec | null {
    if (text === this.shown) return null;
    const doc = state.toText(text);
    const changes = ChangeSet.of(
      lineChanges(this.known.toString(), doc.toString()).map(({ from, to, insert }) => ({
        from,
        to,
        insert: Text.of(insert.split("\n")),
      })),
      this.known.length,
    );
    const over = this.typed ? changes.map(this.typed) : changes;
    this.typed = this.typed ? this.typed.map(changes, true) : null;
    this.known = doc;
    this.shown = text;
    return { changes: over, annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)] };
  }
}

/** A text with "\n" between its lines, after changes to it. */
function changed(text: string, changes: ChangeSet): string {
  const parts: string[] = [];
  let at = 0;
  changes.iterChanges((from, to, _, __, inserted) => {
    parts.push(text.slice(at, from), inserted.toString());
    at = to;
  });
  return parts.join("") + text.slice(at);
}
