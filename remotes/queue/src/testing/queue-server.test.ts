import { queueClient } from "@tessera/contracts-queue/client.ts";
import { provideShell } from "@tessera/shell-api";
import { mockShell } from "@tessera/shell-api/testing";
import { queueConformance } from "@tessera/testing/conformance/queue.ts";
import { entryOf, jobOf, type QueueServer, startQueueServer } from "./queue-server.ts";

/** The stand-in keeps to what the service does; services/queue/src/conformance.spec.ts asks the service the same. */
let server: QueueServer;
let made = 0;
beforeEach(async () => {
  provideShell(mockShell());
  server = await startQueueServer();
});
afterEach(() => server.stop());

queueConformance(async () => {
  const job = (fields: Parameters<typeof jobOf>[1]) => {
    const added = jobOf(++made, fields);
    server.jobs.push(added);
    return added.id;
  };
  return {
    queue: queueClient(server.http),
    opened: async (title) => void server.entries.push(entryOf(++made, { title })),
    closed: async (title) => void Object.assign(server.entries.find((entry) => entry.title === title)!, { state: "closed" }),
    failed: async (error) => job({ state: "failed", error }),
    done: async () => job({ state: "done" }),
  };
});
