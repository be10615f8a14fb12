import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { termsGiven, termsWanted } from "@tessera/contracts-transcribe/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";
import type { World } from "./services.ts";

/** A service that keeps what areas give to people's vocabularies, checked against the contract. */
export function termsListener(given: EventPayload<typeof termsGiven>[]): ServiceDefinition {
  @Injectable()
  class Listener implements OnModuleInit {
    constructor(private readonly events: Events) {}
    onModuleInit() {
      this.events.on(termsGiven, "terms-listener", async (terms) => void given.push(terms));
    }
  }
  @Module({ providers: [Listener] })
  class ListenerModule {}
  return { name: "terms", title: "Terms", module: ListenerModule, schema: "terms", migrations: [] };
}

/** Asks the areas for a person's terms, and waits for their answers. */
export async function askForTerms(world: World, userId: string): Promise<void> {
  const events = world.application.nest.get(Events, { strict: false });
  await world.database.system((tx) => events.publish(tx, termsWanted, { userId }));
  await world.jobsIdle();
}
