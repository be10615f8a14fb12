import { Injectable } from "@nestjs/common";
import { ENTRY_CLOSED, type EntryClosed, WELCOME_KEY } from "@tessera/contracts/queue.ts";
import { Events, type Tx } from "@tessera/service-kit";
import { heldCards } from "./card-room.ts";

/** Who has captured or imported a first card needs to be told how no more: the welcome leaves the queue. */
@Injectable()
export class FirstCard {
  constructor(private readonly events: Events) {}

  /** @param added cards that this transaction has stored for the person */
  async settle(tx: Tx, userId: string, added: number): Promise<void> {
    if (added > 0 && (await heldCards(tx, userId)) === added)
      await this.events.publish(tx, ENTRY_CLOSED, { userId, key: WELCOME_KEY } satisfies EntryClosed);
  }
}
