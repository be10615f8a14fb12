import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { entryClosed, entryOpened } from "@tessera/contracts-queue/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";

interface Entry {
  kind: string;
  title: string;
  line: string;
  path?: string | null;
}

/** What stands for the queue: `open` has the entries that wait, as the queue would have them, by person and key. */
export function queueStandIn(): { open: Map<string, Entry>; queue: ServiceDefinition } {
  const open = new Map<string, Entry>();
  @Injectable()
  class Listener implements OnModuleInit {
    constructor(private readonly events: Events) {}
    onModuleInit() {
      this.events.on(entryOpened, "queue", async ({ userId, key, kind, title, line, path }) => {
        open.set(`${userId} ${key}`, { kind, title, line, path });
      });
      this.events.on(entryClosed, "queue", async ({ userId, key }) => void open.delete(`${userId} ${key}`));
    }
  }
  @Module({ providers: [Listener] })
  class QueueModule {}
  return { open, queue: { name: "queue", title: "Queue", module: QueueModule, schema: "queue", migrations: [] } };
}
