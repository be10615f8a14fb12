import type { Command, PaletteSource } from "@tessera/shell-api";
import { createStore, type Store } from "../stores/store.ts";

export interface CommandRegistry {
  commands: Store<readonly Command[]>;
  sources: Store<readonly PaletteSource[]>;
  register(commands: Command[]): () => void;
  /** Adds commands beneath all others: a remote that was loaded before replaces one by its id too. */
  offer(commands: Command[]): void;
  registerSource(source: PaletteSource): () => void;
  /** The command that holds now: the one registered last wins over an earlier one with the same id. */
  find(id: string): Command | undefined;
}

export function createCommandRegistry(): CommandRegistry {
  const commands = createStore<readonly Command[]>([]);
  const sources = createStore<readonly PaletteSource[]>([]);
  return {
    commands,
    sources,
    register(added) {
      commands.set([...commands.get(), ...added]);
      return () => commands.set(commands.get().filter((command) => !added.includes(command)));
    },
    offer: (places) => commands.set([...places, ...commands.get()]),
    registerSource(source) {
      // A release that takes the place of another brings the same source anew.
      sources.set([...sources.get().filter(({ id }) => id !== source.id), source]);
      return () => sources.set(sources.get().filter((one) => one !== source));
    },
    find: (id) => commands.get().findLast((command) => command.id === id),
  };
}

/** One of each id, the one registered last, in the order of their first registration. */
export function currentCommands(commands: readonly Command[]): Command[] {
  return [...new Map(commands.map((command) => [command.id, command])).values()];
}
