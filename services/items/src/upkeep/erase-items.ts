import { Injectable, type OnModuleInit } from "@nestjs/common";
import { USER_DELETED, UserDeleted } from "@tessera/contracts/identity.ts";
import { Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { deleteItems } from "../items/item.store.ts";
import { FileCleaner } from "./file-cleaner.ts";

/** Items deleted in one transaction. */
const BATCH = 500;

/** Deletes the items, files and imports of a person whose account is gone. */
@Injectable()
export class EraseItems implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly files: FileCleaner,
  ) {}

  onModuleInit() {
    this.events.on(USER_DELETED, "items.erase", async (data) => {
      const { userId } = UserDeleted.parse(data);
      await this.imports(userId);
      await this.database.system((tx) => tx.execute(sql`delete from items.person where user_id = ${userId}`));
      while ((await this.some(userId)) === BATCH);
    });
  }

  private imports(userId: string): Promise<void> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ files: { key: string }[] }>(
        sql`delete from items.import_session where user_id = ${userId} returning files`,
      );
      await this.files.remove(
        tx,
        rows.flatMap(({ files }) => files.map(({ key }) => key)),
      );
    });
  }

  private some(userId: string): Promise<number> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`select id from items.item where user_id = ${userId} limit ${BATCH} for update`);
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
