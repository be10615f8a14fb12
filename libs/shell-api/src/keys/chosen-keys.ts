import type { Command } from "../types.ts";
import { type KeyLine, keyMap } from "./key-map.ts";

/** Keys that a person chose, by line of the map; lines without have the product's. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>;

const known = new Map(keyMap.map((line) => [line.id, line]));

/** The line of the map that a command is. */
export const lineOf = (command: Pick<Command, "id" | "act">): string => command.act ?? command.id;

/** The keys of a command: those that the person chose, else those of its line, else its own. */
export const keysOf = (command: Pick<Command, "id" | "act" | "keys">, chosen: KeyChoices): readonly string[] =>
  chosen[lineOf(command)] ?? known.get(command.act ?? "")?.keys ?? (command.keys ? [command.keys] : []);

/** The whole map with the person's choices: the product's own lines, and the commands of manifests. */
export const mapOf = (offered: readonly Pick<Command, "id" | "title" | "keys">[], chosen: KeyChoices): KeyLine[] =>
  [
    ...keyMap,
    ...offered.map(
      ({ id, title, keys }): KeyLine => ({
        id,
        title,
        group: "Go to and make",
        context: "everywhere",
        keys: keys ? [keys] : [],
      }),
    ),
  ].map((line) => ({ ...line, keys: chosen[line.id] ?? line.keys }));
