import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { ENTRY_CLOSED, ENTRY_OPENED, EntryClosed, EntryOpened } from "@tessera/contracts-queue/queue.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";

/** Hears what billing asks of people, as the queue service does: the keys of the entries that are open, by person. */
@Injectable()
export class QueueListener implements OnModuleInit {
  private readonly open = new Map<string, Map<string, string>>();
  constructor(private readonly events: Events) {}

  onModuleInit(): void {
    this.events.on(ENTRY_OPENED, "listener", async (data) => {
      const { userId, key, title } = EntryOpened.parse(data);
      this.entriesOf(userId).set(key, title);
    });
    this.events.on(ENTRY_CLOSED, "listener", async (data) => {
      const { userId, key } = EntryClosed.parse(data);
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
