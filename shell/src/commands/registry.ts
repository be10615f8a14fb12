import { isChunkError } from "@tessera/federation/runtime/load-error.ts";
import type { Command, PaletteSource } from "@tessera/shell-api";
import { createStore, type Store } from "../stores/store.ts";
import { holdKeysUntilDialog } from "./hold-keys.ts";

/** What a command needs could not be fetched, from no release. */
export class PartMissing extends Error {
  override name = "PartMissing";
  constructor(cause: unknown) {
    super("This part of the page could not be loaded. Nothing was changed; check the connection and try again.", {
      cause,
    });
  }
}

export interface CommandRegistry {
  commands: Store<readonly Command[]>;
  sources: Store<readonly PaletteSource[]>;
  register(commands: Command[]): () => void;
  /** Adds commands beneath all others: a remote that was loaded before replaces one by its id too. */
  offer(commands: Command[]): void;
  registerSource(source: PaletteSource): () => void;
  /** Whether the code of the page that is shown brought it, not a manifest. */
  isOfPage(command: Command): boolean;
  /** The command that holds now: the one registered last wins over an earlier one with the same id. */
  find(id: string): Command | undefined;
}

/**
 * Puts the stable release in the place of the remote whose part did not arrive; false when nothing can take its place.
 */
export type RecoverPart = (error: Error) => Promise<boolean>;

export function createCommandRegistry(recover: RecoverPart = async () => false): CommandRegistry {
  const commands = createStore<readonly Command[]>([]);
  const sources = createStore<readonly PaletteSource[]>([]);
  const find = (id: string) => commands.get().findLast((command) => command.id === id);
  /**
   * A command whose part is missing is run once more by the release that took the place of its own: what was asked for
   * happens.
   */
  const whole = (command: Command): Command => ({
    ...command,
    async run() {
      try {
        await command.run();
      } catch (error) {
        if (!isChunkError(error)) throw error;
        const replaced = await recover(error as Error);
        const again = find(command.id);
        if (!replaced || !again || isOf.get(again) === command) throw new PartMissing(error);
        await again.run();
      }
    },
  });
  /** What a remote registered, by what is run in its place. */
  const isOf = new WeakMap<Command, Command>();
  return {
    commands,
    sources,
    register(registered) {
      const added = registered.map((command) => {
        const own = holding(whole(command));
        isOf.set(own, command);
        return own;
      });
      commands.set([...commands.get(), ...added]);
      return () => commands.set(commands.get().filter((command) => !added.includes(command)));
    },
    offer: (places) => commands.set([...places.map(holding), ...commands.get()]),
    isOfPage: (command) => isOf.has(command),
    registerSource(source) {
      // A release that takes the place of another brings the same source again.
      sources.set([...sources.get().filter(({ id }) => id !== source.id), source]);
      return () => sources.set(sources.get().filter((one) => one !== source));
    },
    find,
  };
}

/** By whatever way the command is run: its key, the palette, a button of the shell. */
const holding = (command: Command): Command => {
  const { withText, opensDialog } = command;
  if (!opensDialog) return command;
  return {
    ...command,
    run: () => holdKeysUntilDialog(() => command.run()),
    withText: withText && ((text) => holdKeysUntilDialog(() => withText(text))),
  };
};

/** One of each id, the one registered last, in the order of their first registration. */
export function currentCommands(commands: readonly Command[]): Command[] {
  return [...new Map(commands.map((command) => [command.id, command])).values()];
}
