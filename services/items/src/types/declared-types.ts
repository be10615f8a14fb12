import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import { ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import { Contributions, Log } from "@tessera/service-kit";
import { pluginOf } from "./declared-type.ts";
import type { TypePlugin } from "./plugin.ts";
import { TypeRegistry } from "./registry.ts";

/** Keeps the types that other areas declare in the registry, whichever process declares them and when. */
@Injectable()
export class DeclaredTypes implements OnModuleInit, OnModuleDestroy {
  private following: { close(): Promise<void> } | undefined;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly contributions: Contributions,
    private readonly log: Log,
  ) {}

  async onModuleInit(): Promise<void> {
    this.following = await this.contributions.follow(() => {
      this.reading = this.reading
        .then(() => this.read())
        .catch((error) => this.log.error({ err: error }, "The declared item types could not be read"));
    });
    this.reading = this.reading.then(() => this.read());
    await this.reading;
  }

  async onModuleDestroy(): Promise<void> {
    await this.following?.close();
    await this.reading;
  }

  private async read(): Promise<void> {
    const declared = await this.contributions.of(ITEM_TYPES);
    const plugins = declared.flatMap(({ service, entries }) => entries.flatMap((entry) => this.plugin(service, entry)));
    for (const type of this.registry.setDeclared(plugins))
      this.log.warn({ type }, "declared item type skipped: another type has its name");
  }

  /** One wrong declaration concerns that type alone. */
  private plugin(service: string, entry: unknown): TypePlugin[] {
    try {
      return [pluginOf(entry)];
    } catch (error) {
      this.log.warn({ service, err: error }, "declared item type skipped: it is not a declaration");
      return [];
    }
  }
}
