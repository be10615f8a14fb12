import { PermanentError } from "@tessera/service-kit";
import { queueConformance } from "@tessera/testing/conformance/queue.ts";
import { type QueueWorld, startQueueWorld, works } from "./testing/queue-world.ts";

/** What pages rely on; remotes/queue/src/testing/queue-server.test.ts asks their stand-in the same. */
let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

queueConformance(async () => {
  const { userId, queue } = await world.person();
  const run = async (name: string, work: () => Promise<void>) => {
    works.set(name, work);
    const id = await world.work(userId, name);
    await world.jobsIdle();
    return id;
  };
  return {
    queue,
    opened: (title) => world.opened({ userId, key: title, kind: "delivery-due", title }),
    closed: (title) => world.closed(userId, title),
    failed: (error) =>
      run("fails", async () => {
        throw new PermanentError(error);
      }),
    done: () => run("ends", async () => undefined),
  };
});
