import type { AskAbout, Contributions, ItemTypeEntry, Lazy, QueueKindEntry, SettingsEntry } from "./contributions.ts";

type Data<Entry, Code extends keyof Entry> = Omit<Entry, "owner" | Code>;

/** `contributes` of a remote's manifest: modules are named where an entry has code. */
export interface Declared {
  itemTypes?: readonly (Data<ItemTypeEntry, "view" | "capture"> & {
    view: string;
    capture?: Omit<NonNullable<ItemTypeEntry["capture"]>, "code"> & { module: string };
  })[];
  queueKinds?: readonly (Data<QueueKindEntry, "view"> & { view?: string })[];
  settings?: readonly (Data<SettingsEntry, "pane"> & { module: string })[];
  ask?: { command: string; module: string };
}

export interface ContributionHost {
  /** Default export of a module of a remote. */
  load<T>(owner: string, module: string): Promise<T>;
  report(owner: string, error: unknown): void;
}

/**
 * The contributions of all remotes, in their order. The first to declare a type, kind or section has it; others are
 * reported.
 */
export function contributionsOf(
  remotes: readonly { name: string; contributes?: Declared }[],
  { load, report }: ContributionHost,
): Contributions & { forget(owner: string): void } {
  const modules = new Map<string, unknown>();
  const lazy = <T>(owner: string, module: string): Lazy<T> => {
    const key = `${owner}/${module}`;
    return {
      owner,
      loaded: () => (modules.get(key) as T | undefined) ?? null,
      async load() {
        const code = await load<T>(owner, module);
        modules.set(key, code);
        return code;
      },
    };
  };
  const collect = <K extends Exclude<keyof Declared, "ask">, Entry>(
    list: K,
    keyOf: (entry: NonNullable<Declared[K]>[number]) => string,
    entryOf: (owner: string, entry: NonNullable<Declared[K]>[number]) => Entry,
  ): Map<string, Entry> => {
    const entries = new Map<string, Entry>();
    for (const { name, contributes } of remotes) {
      for (const entry of contributes?.[list] ?? []) {
        const key = keyOf(entry);
        if (entries.has(key)) report(name, new Error(`${name} contributes ${list} "${key}", which another area has`));
        else entries.set(key, entryOf(name, entry));
      }
    }
    return entries;
  };
  const itemTypes = collect(
    "itemTypes",
    ({ type }) => type,
    (owner, { view, capture, ...entry }): ItemTypeEntry => {
      const { module, ...words } = capture ?? {};
      return {
        ...entry,
        owner,
        view: lazy(owner, view),
        ...(capture && module ? { capture: { ...(words as typeof capture), code: lazy(owner, module) } } : {}),
      };
    },
  );
  const queueKinds = collect(
    "queueKinds",
    ({ kind }) => kind,
    (owner, { view, ...entry }): QueueKindEntry => ({ ...entry, owner, ...(view ? { view: lazy(owner, view) } : {}) }),
  );
  const settings = collect(
    "settings",
    ({ id }) => id,
    (owner, { module, ...entry }): SettingsEntry => ({ ...entry, owner, pane: lazy(owner, module) }),
  );
  const [asked = null] = remotes.flatMap(({ name, contributes }) =>
    contributes?.ask ? { ...lazy<AskAbout>(name, contributes.ask.module), command: contributes.ask.command } : [],
  );
  return {
    ask: asked,
    itemTypes: [...itemTypes.values()],
    queueKinds: [...queueKinds.values()],
    settings: [...settings.values()].sort((a, b) => a.order - b.order),
    itemType: (type) => itemTypes.get(type),
    queueKind: (kind) => queueKinds.get(kind),
    report,
    /** Another release of the remote took its place: its code is asked for again. */
    forget(owner) {
      for (const key of [...modules.keys()]) if (key.startsWith(`${owner}/`)) modules.delete(key);
    },
  };
}
