import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { stepEnded } from "@tessera/contracts-items/events.ts";
import { entryOpened } from "@tessera/contracts-queue/events.ts";
import { sampleAreaClient } from "@tessera/contracts-sample-area/client.ts";
import { recordCreated } from "@tessera/contracts-sample-area/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sampleAreaService } from "../index.ts";

export interface SampleAreaWorld extends World {
  billing: BillingAnswers;
  /** What other services received. */
  received: {
    created: EventPayload<typeof recordCreated>[];
    opened: EventPayload<typeof entryOpened>[];
    ended: EventPayload<typeof stepEnded>[];
  };
  person(userId?: string): Promise<{ userId: string; sampleArea: ReturnType<typeof sampleAreaClient> }>;
}

/** The service over HTTP, with what stands for billing and the queue beside it. */
export async function startSampleArea(): Promise<SampleAreaWorld> {
  const billing: BillingAnswers = { status: "active", entitlements: {} };
  const received: SampleAreaWorld["received"] = { created: [], opened: [], ended: [] };
  const world = await startServices([sampleAreaService, billingStandIn(billing), listener(received)]);
  return {
    ...world,
    billing,
    received,
    person: async (userId = crypto.randomUUID()) => ({
      userId,
      sampleArea: sampleAreaClient(world.client(await world.token({ userId }))),
    }),
  };
}

function listener(received: SampleAreaWorld["received"]): ServiceDefinition {
  @Injectable()
  class Listener implements OnModuleInit {
    constructor(private readonly events: Events) {}
    onModuleInit() {
      this.events.on(recordCreated, "others", async (event) => void received.created.push(event));
      this.events.on(entryOpened, "others", async (event) => void received.opened.push(event));
      this.events.on(stepEnded, "others", async (event) => void received.ended.push(event));
    }
  }

  @Module({ providers: [Listener] })
  class ListenerModule {}
  return { name: "listener", title: "Listener", module: ListenerModule, schema: "listener", migrations: [] };
}
