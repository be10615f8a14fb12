import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { Events, type ServiceDefinition } from "@tessera/service-kit";

/** A service that does nothing but subscribe to events, beside the one under test. */
export function subscriber(subscribe: (events: Events) => void): ServiceDefinition {
  @Injectable()
  class Subscriber implements OnModuleInit {
    constructor(private readonly events: Events) {}
    onModuleInit(): void {
      subscribe(this.events);
    }
  }
  @Module({ providers: [Subscriber] })
  class SubscriberModule {}
  return { name: "subscriber", title: "Subscriber", module: SubscriberModule, schema: "subscriber", migrations: [] };
}
