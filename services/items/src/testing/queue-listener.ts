import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { ENTRY_CLOSED, ENTRY_OPENED, EntryClosed, EntryOpened, WELCOME_KEY } from "@tessera/contracts-queue/queue.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";
import type { z } from "zod";

export interface Heard {
  opened: z.output<typeof EntryOpened>[];
  closed: EntryClosed[];
  /** People whose welcome was closed; kept apart from the rest. */
  welcomed: string[];
}

/** A service that keeps what the queue would be told, checked against the contract. */
export function queueListener(heard: Heard): ServiceDefinition {
  @Injectable()
  class Listener implements OnModuleInit {
    constructor(private readonly events: Events) {}
    onModuleInit() {
      this.events.on(ENTRY_OPENED, "listener", async (data) => void heard.opened.push(EntryOpened.parse(data)));
      this.events.on(ENTRY_CLOSED, "listener", async (data) => {
        const closed = EntryClosed.parse(data);
        if (closed.key === WELCOME_KEY) heard.welcomed.push(closed.userId);
        else heard.closed.push(closed);
      });
    }
  }
  @Module({ providers: [Listener] })
  class ListenerModule {}
  return { name: "listener", title: "Listener", module: ListenerModule, schema: "listener", migrations: [] };
}
