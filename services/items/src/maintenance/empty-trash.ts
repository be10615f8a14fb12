import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { deleteItems } from "../items/item.store.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { FileCleaner } from "./file-cleaner.ts";

const QUEUE = "items.empty-trash";
/** Days that an item stays in the trash. */
const KEPT_DAYS = 30;
const BATCH = 500;

/** Deletes for good, each night, what has lain in the trash long enough. */
@Injectable()
export class EmptyTrash implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly files: FileCleaner,
    private readonly processing: ProcessingService,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, () => this.empty());
    this.jobs.schedule(QUEUE, "20 3 * * *", {
      name: "Empty the trash",
      does: "Deletes cards that have been in the trash for long enough, with their files.",
    });
  }

  async empty(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
    while ((await this.some(before)) === BATCH);
  }

  private some(before: Date): Promise<number> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string; user_id: string; type: string }>(
        sql`select id, user_id, type from items.item where trashed_at < ${before.toISOString()}::timestamptz order by trashed_at limit ${BATCH} for update skip locked`,
      );
      await this.processing.moved(tx, rows, "gone");
      await this.files.remove(
        tx,
        await deleteItems(
          tx,
          rows.map(({ id }) => id),
        ),
      );
      return rows.length;
    });
  }
}
