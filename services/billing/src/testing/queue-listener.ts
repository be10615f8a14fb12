import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { entryClosed, entryOpened } from "@tessera/contracts-queue/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";

/** Hears what billing asks of people, as the queue service does: the keys of the entries that are open, by person. */
@Injectable()
export class QueueListener implements OnModuleInit {
  private readonly open = new Map<string, Map<string, string>>();
  constructor(private readonly events: Events) {}

  onModuleInit(): void {
    this.events.on(entryOpened, "listener", async ({ userId, key, title }) => {
      this.entriesOf(userId).set(key, title);
    });
    this.events.on(entryClosed, "listener", async ({ userId, key }) => {
      this.entriesOf(userId).delete(key);
    });
  }

  titles(userId: string): string[] {
    return [...this.entriesOf(userId).values()];
  }

  private entriesOf(userId: string): Map<string, string> {
    const entries = this.open.get(userId) ?? new Map<string, string>();
    this.open.set(userId, entries);
    return entries;
  }
}

@Module({ providers: [QueueListener] })
class ListenerModule {}

export const listenerService: ServiceDefinition = {
  name: "listener",
  title: "Listener",
  module: ListenerModule,
  schema: "listener",
  migrations: [],
};
