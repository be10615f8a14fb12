import { Injectable } from "@nestjs/common";
import { entryClosed, WELCOME_KEY } from "@tessera/contracts-queue/events.ts";
import { Events, type Tx } from "@tessera/service-kit";
import type { Saved } from "./item.store.ts";

/** After a first card nobody needs to be told how to capture one: the welcome leaves the queue. */
@Injectable()
export class FirstCard {
  constructor(private readonly events: Events) {}

  /** @param saved what this transaction has stored for the person in one statement */
  async settle(tx: Tx, userId: string, saved: Saved[]): Promise<void> {
    if (saved.some(({ created, heldBefore }) => created && heldBefore === 0))
      await this.events.publish(tx, entryClosed, { userId, key: WELCOME_KEY });
  }
}
