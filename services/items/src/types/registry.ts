import type { Log } from "@tessera/service-kit";
import { type Due, plainPlugin, type Share, type Shared, type TypePlugin } from "./plugin.ts";

/** Loads one plugin; a failure concerns that plugin alone. */
export type PluginLoader = { name: string; load: () => Promise<{ default: TypePlugin }> };

/** The item types: those of this service, and those that other areas declare. */
export class TypeRegistry {
  private declared = new Map<string, TypePlugin>();

  private constructor(private readonly own: ReadonlyMap<string, TypePlugin>) {}

  /** Takes the place of what other areas declared before. @returns the types that were left out: their name is taken */
  setDeclared(plugins: TypePlugin[]): string[] {
    const [kept, refused] = [new Map<string, TypePlugin>(), [] as string[]];
    for (const plugin of plugins) {
      const { type } = plugin.definition;
      if (this.own.has(type) || kept.has(type)) refused.push(type);
      else kept.set(type, plugin);
    }
    this.declared = kept;
    return refused;
  }

  /** Loads every plugin; one that fails is skipped with a log. */
  static async load(loaders: PluginLoader[], log: Pick<Log, "warn">): Promise<TypeRegistry> {
    const plugins = new Map<string, TypePlugin>();
    const loaded = await Promise.allSettled(loaders.map(async ({ load }) => (await load()).default));
    for (const [index, result] of loaded.entries()) {
      const plugin = result.status === "fulfilled" ? result.value : undefined;
      const type = plugin?.definition.type;
      if (!plugin || !type || plugins.has(type)) {
        const err =
          result.status === "rejected"
            ? result.reason
            : new Error(type ? `The type ${type} is there already` : "No plugin is exported");
        log.warn({ plugin: loaders[index]?.name, err }, "item type plugin skipped: it failed to load");
        continue;
      }
      plugins.set(type, plugin);
    }
    return new TypeRegistry(plugins);
  }

  /** Registered plugins in the order of the menu. */
  all(): TypePlugin[] {
    return [...this.own.values(), ...this.declared.values()].sort((a, b) => a.definition.order - b.definition.order);
  }

  /**
   * The plugin of a type; of its parent's when only the parent names it.
   * @returns undefined when the type is not valid
   */
  find(type: string): TypePlugin | undefined {
    return this.named(type) ?? this.all().find((plugin) => plugin.definition.childTypes.includes(type));
  }

  /** The plugin of a stored item; where nobody declares its type any more, one that takes what is there. */
  ofStored(type: string): TypePlugin {
    return this.find(type) ?? plainPlugin(type);
  }

  /** A type is valid if it is registered or a child type of a registered one; specification §5. */
  isValid(type: string): boolean {
    return this.find(type) !== undefined;
  }

  /** The types whose items a list of `type` holds: itself and its children. */
  family(type: string): string[] {
    return [type, ...(this.named(type)?.definition.childTypes ?? [])];
  }

  /** The types whose cards are due by a day. */
  withDue(): (TypePlugin & { due: Due })[] {
    return this.all().filter((plugin): plugin is TypePlugin & { due: Due } => plugin.due !== null);
  }

  /** The most confident plugin for a shared thing. @returns null when none takes it */
  accepting(shared: Shared): { plugin: TypePlugin; share: Share } | null {
    let best: { plugin: TypePlugin; share: Share } | null = null;
    for (const plugin of this.all()) {
      const share = plugin.handleShare(shared);
      if (share && share.confidence > (best?.share.confidence ?? 0)) best = { plugin, share };
    }
    return best;
  }

  private named(type: string): TypePlugin | undefined {
    return this.own.get(type) ?? this.declared.get(type);
  }
}
