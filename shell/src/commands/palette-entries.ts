import type { Command } from "@tessera/shell-api";
import { type Finds, finding, wordsOf } from "./finding.ts";
import type { UsedEntries } from "./used-entries.ts";

export interface PaletteEntry {
  id: string;
  group: string;
  title: string;
  line?: string;
  keys?: string;
  /** `d` of a path in a box of 20 × 20. */
  icon?: string;
  /** A thing that was found, rather than an action. */
  path?: string;
  /** Does something with what the page shows. */
  isOfPage?: boolean;
  /** Of these, with the one thing that is open. */
  ofOpen?: boolean;
  run: () => void | Promise<void>;
}

/** A command as the palette knows it. */
export interface PaletteCommand extends Command {
  icon?: string;
  /** Other words that it is found by. */
  also?: string;
  isOfPage?: boolean;
}

export interface PalettePage {
  id: string;
  title: string;
  path: string;
  icon: { regular: string };
  keys?: string;
  /** What the command says that leads there: the page is found by that, too. */
  also?: string;
}

/** Letters from which a word may have one that is wrong, missing, too many or in its neighbour's place. */
const FORGIVEN_FROM = 4;

/** Each word of the query is in the title, or begins one of its words but for one slip of a finger. */
function nearlyFinding(query: string): Finds {
  const typed = wordsOf(query);
  return (title) => {
    const text = title.toLowerCase();
    const words = text.split(/[^\p{L}\p{N}]+/u);
    return typed.every(
      (one) => text.includes(one) || (one.length >= FORGIVEN_FROM && words.some((word) => isOneSlip(one, word))),
    );
  };
}

/** Whether `typed` becomes the beginning of `word`, or all of it, by one letter changed, left out, added or swapped. */
function isOneSlip(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  // The first letter is what people look for a word by.
  if (at === 0) return false;
  const rest = typed.slice(at);
  const wanted = word.slice(at);
  const begins = (a: string, b: string) => b.startsWith(a);
  return (
    begins(rest.slice(1), wanted.slice(1)) ||
    begins(rest.slice(1), wanted) ||
    begins(rest, wanted.slice(1)) ||
    (rest.length > 1 && rest[0] === wanted[1] && rest[1] === wanted[0] && begins(rest.slice(2), wanted.slice(2)))
  );
}

/** Commands and pages that a query finds, those with a slip in it when no other; all of them when it is empty. */
export function localEntries(
  query: string,
  commands: PaletteCommand[],
  pages: PalettePage[],
  go: (path: string) => void,
): PaletteEntry[] {
  const exact = entriesBy(finding(query), commands, pages, go);
  return exact.length > 0 ? exact : entriesBy(nearlyFinding(query), commands, pages, go);
}

function entriesBy(
  isFound: Finds,
  commands: PaletteCommand[],
  pages: PalettePage[],
  go: (path: string) => void,
): PaletteEntry[] {
  const found: PaletteEntry[] = pages
    .filter((page) => isFound(`${page.title} ${page.also ?? ""}`))
    .map((page) => ({
      id: `page:${page.id}`,
      group: "Pages",
      title: page.title,
      keys: page.keys,
      icon: page.icon.regular,
      run: () => go(page.path),
    }));
  for (const command of commands) {
    if (command.hidden || !isFound(`${command.title} ${command.also ?? ""}`)) continue;
    found.push({
      id: `command:${command.id}`,
      group: command.group ?? "Actions",
      title: command.title,
      keys: command.keys,
      icon: command.icon,
      isOfPage: command.isOfPage,
      ofOpen: command.ofOpen,
      run: command.run,
    });
  }
  return found;
}

/** Commands that take any text, with the query; not those that it finds by their own title. */
export function textEntries(
  query: string,
  commands: readonly PaletteCommand[],
  local: readonly PaletteEntry[],
): PaletteEntry[] {
  const text = query.trim();
  if (!text) return [];
  return commands.flatMap(({ id, title, group = "Actions", icon, withText }) =>
    withText && !local.some((entry) => entry.id === `command:${id}`)
      ? { id: `text:${id}`, group, title: `${title}: “${text}”`, icon, run: () => withText(text) }
      : [],
  );
}

/** Pages and commands that a query shows at most: what is found has room below them. */
const MAX_LOCAL = 8;

/** Entries that are offered before all others while nothing is typed: what the person chooses most. */
const MAX_USED = 4;

/**
 * What is there at once stands above what is found later: nothing moves under the eye or the finger. Without a query
 * the actions of an open card come first, those of its list next, then what the person chooses most, the pages, what
 * was changed last, and all other commands.
 */
export function arranged(
  query: string,
  local: readonly PaletteEntry[],
  found: readonly PaletteEntry[],
  { weightOf, isCardOpen }: { weightOf: UsedEntries["weightOf"]; isCardOpen: boolean },
): PaletteEntry[] {
  const isOfOpen = ({ ofOpen }: PaletteEntry) => isCardOpen && ofOpen === true;
  if (query.trim()) return [...byMatch(query, local, weightOf, isOfOpen).slice(0, MAX_LOCAL), ...found];
  const ofPage = isCardOpen ? local.filter(({ isOfPage }) => isOfPage) : [];
  // Whichever of card and list was registered first: that depends on how the page was opened.
  const first = together([...ofPage.filter(isOfOpen), ...ofPage.filter((entry) => !isOfOpen(entry))]);
  const used = local
    .filter((entry) => weightOf(entry.id) > 0 && !first.includes(entry))
    .sort((a, b) => weightOf(b.id) - weightOf(a.id))
    .slice(0, MAX_USED);
  const isPage = ({ id }: PaletteEntry) => id.startsWith("page:");
  const others = local.filter((entry) => !used.includes(entry) && !first.includes(entry));
  return [
    ...first,
    ...used.map((entry) => ({ ...entry, group: "Used most" })),
    ...others.filter(isPage),
    ...found,
    ...others.filter((entry) => !isPage(entry)),
  ];
}

/** Groups in the order of their first entries. */
const together = (entries: readonly PaletteEntry[]): PaletteEntry[] =>
  [...Map.groupBy(entries, ({ group }) => group).values()].flat();

/**
 * Those whose title, or a word of it, begins as the query does come first, of these the actions of an open card, then
 * what the person chooses more; groups stay together.
 */
function byMatch(
  query: string,
  entries: readonly PaletteEntry[],
  weightOf: UsedEntries["weightOf"],
  isOfOpen: (entry: PaletteEntry) => boolean,
): PaletteEntry[] {
  const begin = query.trim().toLowerCase();
  const rank = ({ title }: PaletteEntry) => {
    const at = title.toLowerCase().indexOf(begin);
    return at === 0 ? 0 : at > 0 && !/[\p{L}\p{N}]/u.test(title[at - 1] ?? "") ? 1 : 2;
  };
  const ranked = entries
    .map((entry) => ({ entry, rank: rank(entry), open: Number(isOfOpen(entry)), weight: weightOf(entry.id) }))
    .sort((a, b) => a.rank - b.rank || b.open - a.open || b.weight - a.weight);
  return together(ranked.map(({ entry }) => entry));
}

/** Parts of a title, those that match the query's words marked. */
export function highlighted(title: string, query: string): { text: string; match: boolean }[] {
  const words = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return [{ text: title, match: false }];
  return title
    .split(new RegExp(`(${words.join("|")})`, "gi"))
    .map((text, index) => ({ text, match: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
