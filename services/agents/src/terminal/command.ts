import type { Caller } from "@tessera/service-kit";
import type { Apis } from "./apis.ts";
import { didYouMean, LineMistake, type Word } from "./command-line.ts";
import type { Row } from "./row.ts";

export interface Option {
  /** What it takes, as help calls it; none for a switch. */
  takes?: string;
  title: string;
  /** One letter that means the same. */
  short?: string;
  /** What its value may be. */
  values?: readonly string[] | ((apis: Apis) => Promise<string[]>);
}

/** What a command is called with. */
export interface Call {
  apis: Apis;
  caller: Pick<Caller, "userId" | "email">;
  /** What the numbers of the last list stand for. */
  numbers: Numbers;
  words: Word[];
  options: Record<string, string | true | undefined>;
  signal: AbortSignal;
}

export interface Command {
  /** One or two words: "items ls". */
  name: string;
  /** Other names, for those who are used to them. */
  aliases?: readonly string[];
  /** What stands after the name: "[LIST]". */
  takes?: string;
  title: string;
  options?: Record<string, Option>;
  examples?: readonly string[];
  /** What the next argument may be. */
  values?: (apis: Apis, before: readonly string[]) => Promise<string[]> | string[];
  run(call: Call): AsyncIterable<Row>;
}

/** Works on what the command before it printed. */
export interface Filter extends Omit<Command, "run"> {
  apply(rows: AsyncIterable<Row>, call: Pick<Call, "words" | "options">): AsyncIterable<Row>;
}

/** The numbers in front of the rows of the last list, and what they stand for. */
export class Numbers {
  private readonly lists = new Map<string, string[]>();

  begin(kind: string): void {
    this.lists.set(kind, []);
  }

  /** @returns the number */
  add(kind: string, id: string): number {
    const list = this.lists.get(kind) ?? [];
    this.lists.set(kind, list);
    return list.push(id);
  }

  /** @param kind "card" @param lister the command that lists them @throws LineMistake */
  idOf(kind: string, typed: string | undefined, lister: string): string {
    if (!typed) throw new LineMistake(`Say which ${kind}: its number in the last list (${lister}), or its id.`);
    if (UUID.test(typed)) return typed.toLowerCase();
    const id = /^\d{1,4}$/.test(typed) ? this.lists.get(kind)?.[Number(typed) - 1] : undefined;
    if (!id) throw new LineMistake(`There is no ${kind} “${typed}” in the last list. List them first: ${lister}`);
    return id;
  }
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of every command that lists: for programs. */
export const JSON_OPTION: Option = { title: "one JSON object a line" };

/**
 * Tells options from arguments. What is not declared and looks like one is a mistake; `--` ends them.
 * @throws LineMistake
 */
export function readOptions(
  { name, options: declared = {} }: Pick<Command, "name" | "options">,
  words: readonly Word[],
): Pick<Call, "words" | "options"> {
  const known: Record<string, Option> = { ...declared, json: JSON_OPTION };
  const call: Pick<Call, "words" | "options"> = { words: [], options: {} };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word.source === "--") return { ...call, words: [...call.words, ...words.slice(at + 1)] };
    const [, long, given] = /^--([^=]*)(?:=(.*))?$/s.exec(word.source.startsWith("-") ? word.text : "") ?? [];
    const short = /^-[a-z]$/.test(word.source) ? word.text.slice(1) : undefined;
    const found = long ?? Object.keys(known).find((one) => short && known[one]!.short === short);
    if (found === undefined) {
      call.words.push(word);
      continue;
    }
    const option = Object.hasOwn(known, found) ? known[found] : undefined;
    if (!option) {
      const names = Object.keys(known).map((one) => `--${one}`);
      const guess = didYouMean(`--${found}`, names, ` See: help ${name}`);
      throw new LineMistake(`“${name}” has no option “--${found}”.${guess}`);
    }
    const value = option.takes ? (given ?? words[++at]?.text) : true;
    if (value === undefined) throw new LineMistake(`“--${found}” takes ${option.takes}: --${found} ${option.takes}`);
    const { values } = option;
    if (Array.isArray(values) && !values.includes(value))
      throw new LineMistake(`“--${found}” takes ${values.join(", ")}.${didYouMean(String(value), values)}`);
    call.options[found] = value;
  }
  return call;
}

/** A whole number that an option gives. @throws LineMistake */
export function numberOf(option: string, value: string | true | undefined, otherwise: number, most: number): number {
  if (value === undefined) return otherwise;
  const number = /^\d{1,6}$/.test(String(value)) ? Number(value) : 0;
  if (number < 1 || number > most) throw new LineMistake(`“${option}” takes a number from 1 to ${most}.`);
  return number;
}
