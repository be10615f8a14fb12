import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { CalmView } from "./calm-view.ts";
import { type CodeLook, codeColours } from "./code-colours.ts";
import { editorKeys } from "./editor-keys.ts";
import { editorTheme } from "./editor-theme.ts";
import { filesInText } from "./files-in-text.ts";
import { followLinks } from "./follow-link.ts";
import { lineDirection } from "./line-direction.ts";
import { liveFormat } from "./live-format.ts";
import { markdownLanguage } from "./markdown-language.ts";
import { paste } from "./paste.ts";
import { stayInView } from "./stay-in-view.ts";
import { takesDictation } from "./takes-dictation.ts";
import { separatorOf } from "./text-source.ts";
import { wordCount } from "./word-count.ts";

export interface EditorOptions {
  text: string;
  selection: { anchor: number; head: number };
  label: string;
  placeholder: string;
  /** Of the page's security policy: styles are made at run time. */
  nonce: string | undefined;
  code: CodeLook;
  /** Escape, where nothing else takes it. */
  leave: () => void;
  /** Keys that lists around the editor take first. @returns whether one did */
  takes: (event: KeyboardEvent) => boolean;
  follow: (address: string) => void;
  /** Makes cards of files. @returns what the text says in the place of each */
  keep: (files: File[]) => Promise<string[]>;
  /** A change was refused: the text would be too long. */
  full: () => void;
}

/** What screen readers learn of the list that is open. */
export const listAttributes = new Compartment();

const PHRASES = {
  Find: "Find in the text",
  next: "Next",
  previous: "Previous",
  all: "Select all",
  "match case": "Match case",
  regexp: "Regular expression",
  "by word": "Whole words",
  replace: "Replace",
  "replace all": "Replace all",
  close: "Close",
};

function extensionsFor(options: EditorOptions): Extension {
  const separator = separatorOf(options.text);
  return [
    options.nonce ? EditorView.cspNonce.of(options.nonce) : [],
    separator ? EditorState.lineSeparator.of(separator) : [],
    EditorView.clipboardInputFilter.of((text, state) => text.replaceAll(/\r\n?|\n/g, state.lineBreak)),
    EditorState.changeFilter.of((change) => {
      const { length } = change.newDoc;
      if (length <= MAX_BODY_LENGTH || length <= change.startState.doc.length) return true;
      options.full();
      return false;
    }),
    Prec.highest(EditorView.domEventHandlers({ keydown: options.takes })),
    keymap.of([...searchKeymap, ...editorKeys(options.leave), ...historyKeymap, ...defaultKeymap]),
    history(),
    search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 2 }),
    EditorState.phrases.of(PHRASES),
    EditorView.lineWrapping,
    lineDirection,
    stayInView,
    placeholder(options.placeholder),
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      "aria-autocomplete": "list",
      spellcheck: "true",
      autocorrect: "on",
      autocapitalize: "sentences",
    }),
    listAttributes.of([]),
    markdownLanguage,
    liveFormat,
    codeColours(options.code),
    followLinks(options.follow),
    filesInText(options.keep),
    paste,
    takesDictation,
    wordCount,
    editorTheme,
  ];
}

export function createView(parent: HTMLElement, options: EditorOptions, more: Extension): EditorView {
  const end = options.text.length;
  const { anchor, head } = options.selection;
  const state = EditorState.create({ doc: options.text, extensions: [extensionsFor(options), more] });
  const most = Math.min(end, state.doc.length);
  const selection = { anchor: Math.min(anchor, most), head: Math.min(head, most) };
  return new CalmView({ parent, state: state.update({ selection }).state });
}
