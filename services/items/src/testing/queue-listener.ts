import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { toolAnswered } from "@tessera/contracts-agents/events.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import {
  type CardAssigned,
  type CardMetRule,
  cardAssigned,
  cardMetRule,
  cardTakenBack,
  mailKept,
} from "@tessera/contracts-items/events.ts";
import { type EntryClosed, entryClosed, entryOpened, WELCOME_KEY } from "@tessera/contracts-queue/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";

export interface RecordedEvents {
  opened: EventPayload<typeof entryOpened>[];
  closed: EntryClosed[];
  /** People whose welcome was closed; kept apart from the rest. */
  welcomed: string[];
  /** What the tools of agents answered. */
  answered: EventPayload<typeof toolAnswered>[];
  met: CardMetRule[];
  assigned: CardAssigned[];
  takenBack: EventPayload<typeof cardTakenBack>[];
  mails: EventPayload<typeof mailKept>[];
  /** What people would be told by mail. */
  notices: EventPayload<typeof notice>[];
}

/** A service that keeps what the queue would receive, checked against the contract. */
export function queueListener(received: RecordedEvents): ServiceDefinition {
  @Injectable()
  class Listener implements OnModuleInit {
    constructor(private readonly events: Events) {}
    onModuleInit() {
      this.events.on(entryOpened, "listener", async (opened) => void received.opened.push(opened));
      this.events.on(cardMetRule, "listener", async (met) => void received.met.push(met));
      this.events.on(cardAssigned, "listener", async (assigned) => void received.assigned.push(assigned));
      this.events.on(cardTakenBack, "listener", async (taken) => void received.takenBack.push(taken));
      this.events.on(mailKept, "listener", async (mail) => void received.mails.push(mail));
      this.events.on(toolAnswered, "listener", async (answer) => void received.answered.push(answer));
      this.events.on(notice, "listener", async (told) => void received.notices.push(told));
      this.events.on(entryClosed, "listener", async (closed) => {
        if (closed.key === WELCOME_KEY) received.welcomed.push(closed.userId);
        else received.closed.push(closed);
      });
    }
  }
  @Module({ providers: [Listener] })
  class ListenerModule {}
  return { name: "listener", title: "Listener", module: ListenerModule, schema: "listener", migrations: [] };
}
