import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { Database, Jobs } from "@tessera/service-kit";
import { indexWords } from "../items/item.store.ts";
import { contentOf } from "../processing/content-of.ts";
import { TypeRegistry } from "../types/registry.ts";

const QUEUE = "items.index-words";
/** Cards of one transaction: others wait for it on the embedded database. */
const BATCH = 20;

/** Indexes the words of cards again that an older version has stored, a few at a time, until none is left. */
@Injectable()
export class StaleWords implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, ({ signal }) => this.index(signal));
    this.jobs.schedule(QUEUE, "*/10 * * * *", {
      name: "Index cards for search",
      does: "Indexes the words of cards that were indexed by an earlier version.",
    });
  }

  async index(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await this.some()) === BATCH);
  }

  private some(): Promise<number> {
    return this.database.system((tx) =>
      indexWords(
        tx,
        (type) => this.registry.find(type),
        (row) => ({ ...contentOf(row), titleSource: row.title_source, identity: row.identity }),
        BATCH,
      ),
    );
  }
}
