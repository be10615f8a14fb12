import { type DueWords, dueLabel, momentOfDue, readDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf } from "@tessera/contracts-core/days.ts";
import type { ItemStatus } from "@tessera/contracts-items/items.ts";
import { nearestTag } from "./nearest-tag.ts";

/** What a person said of cards. Of a kind that was said twice, the last one counts, but every tag. */
export interface Spoken {
  status?: ItemStatus;
  /** Opens again what is done. */
  reopen?: boolean;
  pinned?: boolean;
  snooze?: { at: Date; label: string } | "wake";
  due?: { day: string; label: string };
  addTags: string[];
  removeTags: string[];
  undo: boolean;
  /** Pieces that say nothing known, as they were said. */
  unknown: string[];
  /** A command at the end that lacks its second half, such as "snooze to"; "" where none does. */
  open: string;
}

interface Region extends DueWords {
  /** Tags in use. */
  tags: readonly string[];
}

type Verb = "snooze" | "tag" | "untag" | "due" | "plain";
interface Command {
  verb: Verb;
  /** Of a plain one. */
  does?: Partial<Spoken>;
  said: string;
  rest: string;
}

const IT = "(?: (?:it|this|that|them|these|the card|this card))?";
/** Those whose names no tag or time has: they begin a command also in the middle of a sentence. */
const VERBS: readonly [pattern: string, verb: Verb, does?: Partial<Spoken>][] = [
  [`snoozed?${IT}`, "snooze"],
  [`(?:untag|remove (?:the )?tags?)${IT}`, "untag"],
  [`(?:(?:add |put )?(?:the )?tags?|tagged)${IT}(?: (?:as|with))?`, "tag"],
  [`(?:reschedule|postpone)${IT}`, "due"],
  [`archived?${IT}`, "plain", { status: "archived" }],
  [`(?:mark${IT}(?: as)? )?not done|reopen${IT}`, "plain", { reopen: true }],
  [`(?:mark${IT}(?: as)? )?done|complete${IT}`, "plain", { status: "done" }],
  [`unpin${IT}`, "plain", { pinned: false }],
  [`pin${IT}`, "plain", { pinned: true }],
  [`wake${IT}(?: up)?`, "plain", { snooze: "wake" }],
  [`delete${IT}|move${IT} to (?:the )?(?:trash|bin)`, "plain", { status: "trash" }],
  [`move${IT} to (?:the )?inbox`, "plain", { status: "inbox" }],
  [`move${IT} to later|later`, "plain", { status: "later" }],
  ["undo(?: (?:that|it))?", "plain", { undo: true }],
];
const END = String.raw`(?![\p{L}\p{N}])`;
const AT_START = VERBS.map(([pattern, verb, does]) => ({
  pattern: new RegExp(`^(?:please )?(?:${pattern})${END}`, "iu"),
  verb,
  does,
}));
/** Where another command begins that no mark parts from the one before. */
const WITHIN = new RegExp(
  String.raw`(?<=[\p{L}\p{N}]) (?:and |then |and then )?(?=(?:snooze|tag|untag|archive|reschedule|unpin|delete|undo|mark|move)${END})`,
  "iu",
);

/** Reads commands such as "Snooze to Monday, tag tax." */
export function readSpoken(text: string, region: Region): Spoken {
  const spoken: Spoken = { addTags: [], removeTags: [], undo: false, unknown: [], open: "" };
  let before: Command | null = null;
  for (const { piece, follows } of piecesOf(text)) {
    const command = commandOf(piece);
    if (command) {
      if (before) finish(before, spoken, region);
      before = command;
    } else if (before && belongsTo(before, piece, follows))
      before.rest = [before.rest, piece].filter(Boolean).join(", ");
    else spoken.unknown.push(piece);
  }
  if (before && before.verb !== "plain" && /^(?:to|till|until|for|by|on)?$/i.test(before.rest))
    spoken.open = `${before.said} ${before.rest}`.trim();
  else if (before) finish(before, spoken, region);
  return spoken;
}

/** Words of a tag that is named after another one. */
const MAX_TAG_WORDS = 3;

/** Whether a piece that is no command ends the one before: "tag tax, travel", "snooze to Monday, at nine". */
function belongsTo({ verb }: Command, piece: string, follows: boolean): boolean {
  if (verb === "plain") return false;
  if (verb === "snooze" || verb === "due") return /^at /i.test(piece);
  return follows && piece.split(/ and /i).every((tag) => tag.split(/\s+/).length <= MAX_TAG_WORDS);
}

/** The pieces between marks, and those that begin with a verb. `follows`: within the sentence of the one before. */
function piecesOf(text: string): { piece: string; follows: boolean }[] {
  const pieces: { piece: string; follows: boolean }[] = [];
  for (const sentence of text.split(/[.;!?]+(?=\s|$)/))
    for (const [at, part] of sentence.split(/,(?=\s|$)/).entries()) {
      let rest = part.trim().replace(/^(?:and|then|and then) /i, "");
      for (let follows = at > 0; rest; follows = true) {
        // The word behind a verb is its own: "tag archive".
        const from = commandOf(rest)?.said.length ?? 0;
        const next = WITHIN.exec(rest.slice(from).replace(/^ \S+/, (word) => "x".repeat(word.length)));
        const end = next ? from + next.index : rest.length;
        pieces.push({ piece: rest.slice(0, end).trim(), follows });
        rest = next ? rest.slice(end + next[0].length).trim() : "";
      }
    }
  return pieces;
}

function commandOf(piece: string): Command | null {
  for (const { pattern, verb, does } of AT_START) {
    const said = pattern.exec(piece)?.[0];
    if (!said) continue;
    const rest = piece.slice(said.length).trim();
    // "Later today I call" is no command to move something.
    if (verb === "plain" && rest && !/^(?:please|now)$/i.test(rest)) continue;
    return { verb, does, said, rest };
  }
  return null;
}

function finish({ verb, does, said, rest }: Command, spoken: Spoken, region: Region): void {
  if (verb === "plain") Object.assign(spoken, does);
  else if (verb === "tag") spoken.addTags.push(...tagsOf(rest, region.tags));
  else if (verb === "untag") spoken.removeTags.push(...tagsOf(rest, region.tags));
  else {
    const found = verb === "snooze" ? snoozeOf(rest, region) : dueOf(rest, region);
    if (found) Object.assign(spoken, found);
    else spoken.unknown.push(`${said} ${rest}`);
  }
}

/** "tax and travel"; a tag in use may itself have an "and". */
function tagsOf(rest: string, known: readonly string[]): string[] {
  return rest.split(", ").flatMap((said) => {
    const whole = nearestTag(said, known);
    const parts = whole === null ? said.split(/ and /i) : [said];
    return parts.map((part) => nearestTag(part, known) ?? part.trim().toLowerCase()).filter(Boolean);
  });
}

/** Names of times, in words that readDue knows or a part of the day follows. */
const USUAL: readonly [RegExp, means: string][] = [
  [/^(?:this evening|tonight)$/i, "today evening"],
  [/^later(?: today)?$/i, "in 3 hours"],
  [/^(?:for )?(?:this|next|the) weekend$/i, "Saturday"],
];
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
/** "to Monday at nine thirty" as readDue knows it: "Monday at 9:30". */
function timeWords(rest: string): string {
  const words = rest
    .replace(/^(?:to|till|until|by|on) /i, "")
    .replace(/^for (?=\S+ (?:minute|hour|day|week|month)s?\b)/i, "in ");
  const usual = USUAL.find(([pattern]) => pattern.test(words));
  if (usual) return usual[1];
  return words
    .replace(new RegExp(String.raw`\b(?:${NUMBERS.join("|")})\b`, "gi"), (word) =>
      String(NUMBERS.indexOf(word.toLowerCase()) + 1),
    )
    .replace(/\bhalf past (\d{1,2})\b/gi, "at $1:30")
    .replace(/\b(\d{1,2}) thirty\b/gi, "$1:30")
    .replace(/\b(\d{1,2}) o'?clock\b/gi, "$1:00")
    .replace(/, (?=at )/g, " ");
}

const PARTS_OF_DAY: Record<string, string> = {
  morning: "09:00",
  noon: "12:00",
  afternoon: "14:00",
  evening: "18:00",
  night: "20:00",
};
const MORNING = "09:00";

function snoozeOf(rest: string, region: Region): Pick<Spoken, "snooze"> | null {
  const { now, timeZone, locale } = region;
  const words = timeWords(rest);
  const at = inAWhile(words, now) ?? onADay(words, region);
  if (!at || at <= now) return null;
  const label = dueLabel({ day: dayOf(at, timeZone), time: clockOf(at, timeZone) }, { now, timeZone, locale });
  return { snooze: { at, label: inSentence(label) } };
}

/** "in 2 hours" */
function inAWhile(words: string, now: Date): Date | null {
  const [, count = "", unit = ""] = /^in (\d{1,3}|an?) (minute|hour)s?$/i.exec(words) ?? [];
  if (!unit) return null;
  const minutes = (/^a/i.test(count) ? 1 : Number(count)) * (unit.toLowerCase() === "hour" ? 60 : 1);
  return new Date(now.getTime() + minutes * 60_000);
}

/** "Monday", "tomorrow afternoon", "Friday at 5 pm": in the morning unless a time is said. */
function onADay(words: string, region: Region): Date | null {
  const part = /^(.+?)(?: in the)? (morning|noon|afternoon|evening|night)$/i.exec(words);
  const [named] = readDue(part?.[1] ?? words, region);
  if (named?.from !== 0 || named.to < (part?.[1] ?? words).length) return null;
  const time = named.due.time ?? PARTS_OF_DAY[part?.[2]?.toLowerCase() ?? ""] ?? MORNING;
  return momentOfDue({ ...named.due, time }, region.timeZone);
}

function dueOf(rest: string, region: Region): Pick<Spoken, "due"> | null {
  const words = timeWords(rest);
  const [named] = readDue(words, region);
  if (named?.from !== 0 || named.to < words.length) return null;
  const { day } = named.due;
  return { due: { day, label: inSentence(dueLabel({ day, time: null }, region)) } };
}

const inSentence = (label: string) => label.replace(/^To(?:day|morrow)/, (word) => word.toLowerCase());
const clockOf = (at: Date, timeZone?: string) =>
  at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
