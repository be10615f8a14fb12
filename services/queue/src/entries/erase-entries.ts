import { Injectable, type OnModuleInit } from "@nestjs/common";
import { USER_DELETED, UserDeleted } from "@tessera/contracts/identity.ts";
import { Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Forgets what waited for a person whose account is gone. */
@Injectable()
export class EraseEntries implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    this.events.on(USER_DELETED, "queue.erase", async (data) => {
      const { userId } = UserDeleted.parse(data);
      await this.database.system((tx) => tx.execute(sql`delete from queue.entry where user_id = ${userId}`));
    });
  }
}
