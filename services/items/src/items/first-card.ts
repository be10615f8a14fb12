import { Injectable } from "@nestjs/common";
import { ENTRY_CLOSED, type EntryClosed, WELCOME_KEY } from "@tessera/contracts/queue.ts";
import { Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Who has captured a first card needs to be told how no more: the welcome leaves the queue. */
@Injectable()
export class FirstCard {
  constructor(private readonly events: Events) {}

  async settle(tx: Tx, userId: string, id: string): Promise<void> {
    const { rows } = await tx.execute(sql`select from items.item where user_id = ${userId} and id <> ${id} limit 1`);
    if (!rows.length) await this.events.publish(tx, ENTRY_CLOSED, { userId, key: WELCOME_KEY } satisfies EntryClosed);
  }
}
