type Kind = "end" | "mark" | "dash" | "open" | "close" | "break" | "scratch";

export interface SpokenCommand {
  /** What a person says; each of them does the same. */
  says: readonly string[];
  kind: Kind;
  /** What is written; nothing for the one that takes words back. */
  writes: string;
  /** Other ways in which recognition spells it. */
  spelled?: readonly string[];
}

export const SPOKEN_COMMANDS: readonly SpokenCommand[] = [
  { says: ["full stop", "period"], kind: "end", writes: "." },
  { says: ["question mark"], kind: "end", writes: "?" },
  { says: ["exclamation mark"], kind: "end", writes: "!" },
  { says: ["comma"], kind: "mark", writes: "," },
  { says: ["colon"], kind: "mark", writes: ":" },
  { says: ["semicolon"], kind: "mark", writes: ";", spelled: ["semi colon"] },
  { says: ["dash"], kind: "dash", writes: "–" },
  { says: ["open bracket"], kind: "open", writes: "(" },
  { says: ["close bracket"], kind: "close", writes: ")" },
  { says: ["open quote"], kind: "open", writes: '"' },
  { says: ["close quote"], kind: "close", writes: '"' },
  { says: ["new line"], kind: "break", writes: "\n", spelled: ["newline"] },
  { says: ["new paragraph"], kind: "break", writes: "\n\n" },
  { says: ["scratch that"], kind: "scratch", writes: "" },
];

const BY_WORDS = new Map(
  SPOKEN_COMMANDS.flatMap((command) =>
    [...command.says, ...(command.spelled ?? [])].map((words) => [words, command] as const),
  ),
);

/** Marks that recognition puts round a command, of which only the one that was asked for may stay. */
const MARKS = ",.?!:;…";
/** Of those, the ones that mean no more than the pause before a line break, a bracket or a quote. */
const PAUSES = ",;";

/** A command as whole words: the start or white space, whether it is meant literally, the words, marks after them. */
const COMMAND = new RegExp(
  `(^|\\s)[${MARKS}]*(?:(literally)[${MARKS}]*\\s+)?` +
    `((?:${[...BY_WORDS.keys()].map((words) => words.replace(" ", "[\\s-]+")).join("|")})([${MARKS}]*))(?=\\s|$)`,
  "gi",
);

/** "p.m." and its like end with a mark of their own. */
const ABBREVIATION = /(?:^|\s)(?:\p{L}\.){2,}$/u;

/**
 * Carries out the commands in what was said, in English. Text without commands is returned as it is. Pure: it is given
 * all that the dictation has said so far, so that "new" is a word until "line" comes.
 * @param singleLine line breaks become spaces
 */
export function spokenCommands(said: string, singleLine = false): string {
  let written = "";
  /** What stands between what is written and the next word. */
  let gap = "";
  let isCapital = false;
  /** Words since the last command. */
  let words = "";
  let at = 0;
  let isFirst = true;

  const write = (text: string) => {
    if (!text) return;
    written += gap + (isCapital ? capitalized(text) : text);
    gap = " ";
    isCapital = false;
  };
  const carryOut = ({ kind, writes }: SpokenCommand, before: string) => {
    if (kind === "scratch") {
      const kept = before.slice(0, lastSentenceEnd(withoutEnd(before, MARKS)));
      write(kept);
      if (kept) isCapital = true;
      return;
    }
    if (kind === "mark" || kind === "end" || kind === "dash")
      write(writes !== "." && ABBREVIATION.test(before) ? before : withoutEnd(before, MARKS));
    else write(withoutEnd(before, PAUSES));
    if (kind === "end" || kind === "break") isCapital = true;
    if (kind === "break" && singleLine) return;
    written += kind === "dash" || kind === "open" ? gap + writes : writes;
    gap = kind === "open" || kind === "break" ? "" : " ";
  };

  for (const match of said.matchAll(COMMAND)) {
    const [all, space = "", literally, command = "", marks = ""] = match;
    words += said.slice(at, match.index);
    at = match.index + all.length;
    if (literally) {
      words += space + (literally.startsWith("L") ? capitalized(command) : command);
      continue;
    }
    const name = command
      .slice(0, command.length - marks.length)
      .toLowerCase()
      .replace(/[\s-]+/g, " ");
    carryOut(BY_WORDS.get(name)!, isFirst ? words.trimEnd() : words.trim());
    words = "";
    isFirst = false;
  }
  words += said.slice(at);
  write(isFirst ? words : words.trimStart());
  return written;
}

function capitalized(text: string): string {
  const at = text.search(/[\p{L}\p{N}]/u);
  if (at < 0) return text;
  const [first = ""] = text.slice(at);
  return text.slice(0, at) + first.toUpperCase() + text.slice(at + first.length);
}

/** Without the characters of `of`, and the white space between them, that it ends with. */
function withoutEnd(text: string, of: string): string {
  let end = text.length;
  while (end > 0 && (of.includes(text[end - 1]!) || /\s/.test(text[end - 1]!))) end -= 1;
  return text.slice(0, end);
}

/** Where the last sentence that ends before others ends; 0 where none does. */
function lastSentenceEnd(text: string): number {
  let end = 0;
  for (const { index, 0: mark } of text.matchAll(/[.?!…]["”')\]]*(?=\s)/g)) end = index + mark.length;
  return end;
}
