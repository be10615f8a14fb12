import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { entryClosed, entryOpened } from "@tessera/contracts-queue/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";

/**
 * Hears what billing asks of people, as the queue service does: the keys of the entries that are open, by person. And
 * what it has mailed.
 */
@Injectable()
export class QueueListener implements OnModuleInit {
  private readonly open = new Map<string, Map<string, string>>();
  private readonly mails: { userId: string; subject: string }[] = [];
  constructor(private readonly events: Events) {}

  onModuleInit(): void {
    this.events.on(entryOpened, "listener", async ({ userId, key, title, urgent }) => {
      this.entriesOf(userId).set(key, urgent ? `Urgent: ${title}` : title);
    });
    this.events.on(notice, "listener", async ({ userId, subject }) => void this.mails.push({ userId, subject }));
    this.events.on(entryClosed, "listener", async ({ userId, key }) => {
      this.entriesOf(userId).delete(key);
    });
  }

  /** Subjects of the notices to the person, in the order of their text. */
  mailed(userId: string): string[] {
    return this.mails.flatMap((mail) => (mail.userId === userId ? [mail.subject] : [])).sort();
  }

  /** Titles of the open entries; "Urgent: " before those that are. */
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
