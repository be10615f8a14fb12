import { type Command, type Filter, JSON_OPTION, type Option } from "./command.ts";
import { didYouMean, LineMistake, type Word } from "./command-line.ts";
import { accountCommands } from "./commands/account.ts";
import { agentCommands } from "./commands/agents.ts";
import { itemCommands } from "./commands/items.ts";
import { queueCommands } from "./commands/queue.ts";
import { FILTERS } from "./filters.ts";
import { note, type Row, row, span } from "./row.ts";

const NAME_WIDTH = 24;
type Described = Omit<Command, "run">;

/** What the page does on its own; help names it all the same. */
const OF_THE_PAGE: readonly Described[] = [
  { name: "clear", title: "Empties the screen" },
  { name: "history", takes: "[N]", title: "The lines of before, in this browser" },
];

const help: Command = {
  name: "help",
  takes: "[COMMAND]",
  title: "All commands, or how one is used",
  examples: ["help", "help items ls"],
  values: (_, before) =>
    all()
      .map(({ name }) => name.split(" "))
      .filter((words) => before.every((word, at) => words[at] === word))
      .map((words) => words[before.length] ?? "")
      .filter(Boolean),
  async *run({ words }) {
    if (words.length) yield* helpOf(words.map(({ text }) => text).join(" "));
    else yield* overview();
  },
};

export const COMMANDS: readonly Command[] = [
  help,
  ...itemCommands,
  ...queueCommands,
  ...agentCommands,
  ...accountCommands,
];
const all = (): readonly Described[] => [...COMMANDS, ...OF_THE_PAGE, ...FILTERS];
const namesOf = ({ name, aliases = [] }: Described) => [name, ...aliases];

function* overview(): Iterable<Row> {
  const lines = function* (title: string, commands: readonly Described[]): Iterable<Row> {
    yield note(title, "strong");
    for (const { name, takes, title: about } of commands)
      yield row(
        { name, takes: takes ?? null, title: about },
        span(`  ${[name, takes].filter(Boolean).join(" ").padEnd(NAME_WIDTH)} `, "accent"),
        span(about, "dim"),
      );
  };
  yield* lines("Commands", [...COMMANDS, ...OF_THE_PAGE]);
  yield* lines("Behind a bar, as in: items ls task | grep milk | count", FILTERS);
  yield note("Every list takes --json. CARD, ENTRY and RUN: the number in the last list, or an id.");
  yield note("Tab completes, ↑ and ↓ walk the history, Ctrl+R searches it, Ctrl+C stops, Esc and then Tab leaves.");
}

function* helpOf(name: string): Iterable<Row> {
  const found = all().find((one) => namesOf(one).includes(name));
  const within = all().filter((one) => one.name.startsWith(`${name} `));
  if (!found && within.length) {
    for (const one of within) yield* helpOf(one.name);
    return;
  }
  if (!found)
    throw new LineMistake(
      `There is no command “${name}”.${didYouMean(
        name,
        all().map((one) => one.name),
      )}`,
    );
  const { takes, title, options = {}, aliases = [], examples = [] } = found;
  yield row({ name: found.name, title }, span([found.name, takes].filter(Boolean).join(" "), "accent"));
  yield note(`  ${title}`);
  if (aliases.length) yield note(`  Also: ${aliases.join(", ")}`);
  for (const [option, about] of Object.entries<Option>({ ...options, json: JSON_OPTION })) {
    const short = about.short ? `-${about.short}, ` : "";
    const written = `${short}--${option}${about.takes ? ` ${about.takes}` : ""}`;
    yield { line: [span(`  ${written.padEnd(NAME_WIDTH)} `, "strong"), span(about.title, "dim")] };
  }
  for (const example of examples) yield note(`  Example: ${example}`);
}

/** First words of commands that have two. */
const groups = () => new Set(COMMANDS.filter(({ name }) => name.includes(" ")).map(({ name }) => name.split(" ")[0]!));
/** What stands behind the first word of a group. */
export const withinGroup = (group: string): string[] =>
  COMMANDS.flatMap(namesOf)
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => name.slice(group.length + 1));

export interface Found<T> {
  command: T;
  /** What stands behind the name. */
  rest: Word[];
}

/** The command that words begin with. @throws LineMistake */
export function commandOf(words: readonly Word[]): Found<Command> {
  const [first = "", second] = words.map(({ text }) => text);
  const named = (name: string) => COMMANDS.find((one) => namesOf(one).includes(name));
  const two = second === undefined ? undefined : named(`${first} ${second}`);
  if (two) return { command: two, rest: words.slice(2) };
  const one = named(first);
  const isGroup = groups().has(first);
  const isPlain = second === undefined || second.startsWith("-");
  if (one && (!isGroup || isPlain)) return { command: one, rest: words.slice(1) };
  if (isGroup) {
    const known = withinGroup(first);
    const choice = ` “${first}” continues with ${known.join(", ")}.`;
    if (second === undefined) throw new LineMistake(`This is not a whole command.${choice}`);
    throw new LineMistake(`There is no command “${first} ${second}”.${didYouMean(second, known, choice)}`);
  }
  if (FILTERS.some((filter) => namesOf(filter).includes(first)))
    throw new LineMistake(`“${first}” works on what another command prints, as in: items ls | ${first}`);
  throw new LineMistake(`There is no command “${first}”.${didYouMean(first, firstWords(), " For all of them: help")}`);
}

/** The filter that words begin with. @throws LineMistake */
export function filterOf(words: readonly Word[]): Found<Filter> {
  const [{ text: first } = { text: "" }, ...rest] = words;
  const command = FILTERS.find((filter) => namesOf(filter).includes(first));
  if (command) return { command, rest };
  const known = FILTERS.flatMap(namesOf);
  throw new LineMistake(
    `“${first}” cannot stand behind a bar.${didYouMean(first, known, ` What can: ${known.join(", ")}.`)}`,
  );
}

export const firstWords = (): string[] => [
  ...new Set([...COMMANDS, ...OF_THE_PAGE].flatMap(namesOf).map((name) => name.split(" ")[0]!)),
];
export const filterNames = (): string[] => FILTERS.flatMap(namesOf);
