import type { EditorState, TransactionSpec } from "@codemirror/state";
import { insertBlock, type LineKind, toggleLines } from "./format.ts";

/** What the menu behind "/" offers. */
export interface Block {
  id: string;
  label: string;
  /** Other words that find it. */
  words: string;
  /** What is typed to write it without the menu. */
  sign: string;
  make: (state: EditorState, today: string) => TransactionSpec;
}

const lines = (kind: LineKind) => (state: EditorState) => toggleLines(state, kind);
const TABLE = "| Column | Column |\n| ------ | ------ |\n|        |        |";
const text = (insert: string) => (state: EditorState) => state.replaceSelection(insert);

export const BLOCKS: readonly Block[] = [
  { id: "h1", label: "Heading 1", words: "title h1 large", sign: "#", make: lines("heading-1") },
  { id: "h2", label: "Heading 2", words: "title h2", sign: "##", make: lines("heading-2") },
  { id: "h3", label: "Heading 3", words: "title h3 small", sign: "###", make: lines("heading-3") },
  { id: "list", label: "List", words: "bullets unordered", sign: "-", make: lines("list") },
  { id: "numbers", label: "Numbered list", words: "ordered", sign: "1.", make: lines("numbers") },
  { id: "checkbox", label: "Task", words: "todo checkbox checklist box", sign: "- [ ]", make: lines("checkbox") },
  { id: "quote", label: "Quote", words: "blockquote", sign: ">", make: lines("quote") },
  {
    id: "code",
    label: "Code",
    words: "fence block snippet",
    sign: "```",
    make: (state) => insertBlock(state, "```\n\n```", 4),
  },
  { id: "table", label: "Table", words: "columns rows grid", sign: "|", make: (state) => insertBlock(state, TABLE, 2) },
  {
    id: "divider",
    label: "Divider",
    words: "rule line horizontal separator",
    sign: "---",
    make: (state) => insertBlock(state, "---", 4),
  },
  { id: "date", label: "Today’s date", words: "day today now", sign: "", make: (state, today) => text(today)(state) },
  { id: "mention", label: "Mention a card", words: "person link at", sign: "@", make: text("@") },
];

/** Where "/" was typed, at the begin of a line or behind a space, and what was typed behind it. */
export interface SlashTrigger {
  from: number;
  to: number;
  words: string;
}

const SLASH = /(?:^|[\s>])\/([\p{L}\p{N}]{0,20}(?: \p{N})?)$/u;

/** @returns null where the keyboard is not behind a "/" that may ask for a block */
export function slashAt(line: string, lineFrom: number, caret: number): SlashTrigger | null {
  const before = line.slice(0, caret - lineFrom);
  const found = SLASH.exec(before);
  const words = found?.[1];
  return words === undefined ? null : { from: caret - words.length - 1, to: caret, words };
}

/** Blocks that fit what was typed: those whose name begins so before those that are meant by another word. */
export function blocksFor(words: string): Block[] {
  const wanted = words.toLocaleLowerCase().trim();
  const rank = ({ label, words: others }: Block) => {
    if (label.toLocaleLowerCase().startsWith(wanted)) return 0;
    if (
      label
        .toLocaleLowerCase()
        .split(" ")
        .some((word) => word.startsWith(wanted))
    )
      return 1;
    return others.split(" ").some((word) => word.startsWith(wanted)) ? 2 : 3;
  };
  return BLOCKS.map((block) => ({ block, place: rank(block) }))
    .filter(({ place }) => place < 3)
    .sort((a, b) => a.place - b.place)
    .map(({ block }) => block);
}
