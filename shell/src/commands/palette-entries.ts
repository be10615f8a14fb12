import type { Command } from "@tessera/shell-api";

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
  run: () => void | Promise<void>;
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

/** Words of the query, each of which must be somewhere in the title. */
const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

export function matches(title: string, query: string): boolean {
  const text = title.toLowerCase();
  return wordsOf(query).every((word) => text.includes(word));
}

/** Commands and pages that a query finds; all of them when it is empty. */
export function localEntries(
  query: string,
  commands: Command[],
  pages: PalettePage[],
  go: (path: string) => void,
): PaletteEntry[] {
  const found: PaletteEntry[] = pages
    .filter((page) => matches(`${page.title} ${page.also ?? ""}`, query))
    .map((page) => ({
      id: `page:${page.id}`,
      group: "Pages",
      title: page.title,
      keys: page.keys,
      icon: page.icon.regular,
      run: () => go(page.path),
    }));
  for (const command of commands) {
    if (command.hidden || !matches(command.title, query)) continue;
    found.push({
      id: `command:${command.id}`,
      group: command.group ?? "Actions",
      title: command.title,
      keys: command.keys,
      run: command.run,
    });
  }
  return found;
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
