import type { Apis } from "./apis.ts";
import { commandOf, filterNames, filterOf, firstWords, withinGroup } from "./catalogue.ts";
import { type Command, JSON_OPTION, type Option } from "./command.ts";
import { LineMistake, unfinished, type Word, written } from "./command-line.ts";

/** Words that are offered at once. */
const MAX_WORDS = 50;

export interface Completions {
  /** Character of the line from which a word replaces it. */
  from: number;
  words: string[];
}

/** What may be typed at the end of a line: commands, options and their values, lists, agents. */
export async function complete(line: string, apis: Apis): Promise<Completions> {
  const { before, word, from, isFirstStage } = unfinished(line);
  const candidates = await candidatesOf(before, word, isFirstStage, apis);
  const begun = candidates.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  return { from, words: [...new Set(begun)].slice(0, MAX_WORDS).map(written) };
}

async function candidatesOf(before: Word[], word: string, isFirstStage: boolean, apis: Apis): Promise<string[]> {
  if (!before.length) return isFirstStage ? firstWords() : filterNames();
  const [{ text: first }] = before as [Word];
  const group = isFirstStage && before.length === 1 ? withinGroup(first) : [];
  if (group.length && !word.startsWith("-")) return group;
  const found = isFirstStage ? whenFound(() => commandOf(before)) : whenFound(() => filterOf(before));
  return found ? argumentsOf(found.command, found.rest, word, apis) : [];
}

function whenFound<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof LineMistake) return undefined;
    throw error;
  }
}

async function argumentsOf(
  { options: declared = {}, values }: Omit<Command, "run">,
  rest: Word[],
  word: string,
  apis: Apis,
): Promise<string[]> {
  const options: Record<string, Option> = { ...declared, json: JSON_OPTION };
  const last = rest.at(-1)?.text ?? "";
  const open = Object.entries(options).find(
    ([name, { takes, short }]) => takes && (last === `--${name}` || (short && last === `-${short}`)),
  );
  if (open) {
    const of = open[1].values;
    return [...(typeof of === "function" ? await of(apis) : (of ?? []))];
  }
  if (word.startsWith("-")) return Object.keys(options).map((name) => `--${name}`);
  const before = rest.filter(({ text }) => !text.startsWith("-")).map(({ text }) => text);
  return values ? await values(apis, before) : [];
}
