import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  // Those whose place was seen need not be worked on.
  await world.database.system((tx) => tx.execute(sql`delete from pgboss.job where state in ('created', 'retry')`));
  await world.jobsIdle();
});

/** Works on jobs of this name one after another, each as it is let. */
function gate(name: string) {
  const order: string[] = [];
  let open: (() => void)[] = [];
  let isOpen = false;
  works.set(name, async ({ userId }) => {
    order.push(userId ?? "");
    if (!isOpen) await new Promise<void>((resolve) => open.push(resolve));
  });
  return {
    order,
    release: () => {
      isOpen = true;
      for (const go of open) go();
      open = [];
    },
  };
}

const count = async (userId: string, state: string) => {
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ count: number }>(
      sql`select count(*)::int as count from kit.job where user_id = ${userId} and state = ${state}`,
    ),
  );
  return rows[0]!.count;
};

test("1,000 jobs of one person do not delay another's first, nor those after it more than one in two", async () => {
  const [busy, other] = [await world.person(), await world.person()];
  const { order, release } = gate("page");
  for (let n = 0; n < 1000; n++) await world.work(busy.userId, "page");
  await until("the first job to begin", async () => order.length === 1);
  for (let n = 0; n < 3; n++) await world.work(other.userId, "page");
  release();
  await until("the other's jobs to end", async () => (await count(other.userId, "done")) === 3);
  const places = order.flatMap((userId, place) => (userId === other.userId ? [place] : []));
  // A few of the same round were sent before; never the thousand.
  expect(places[0]).toBeLessThanOrEqual(10);
  expect(places[2]).toBeLessThanOrEqual(20);
});

test("retried jobs queue up like new ones: 300 do not delay another's first", async () => {
  const [busy, other] = [await world.person(), await world.person()];
  works.set("again", async () => {
    throw new Error("Not now");
  });
  const { order, release } = gate("first");
  await world.database.system((tx) =>
    tx.execute(sql`insert into kit.job (id, user_id, queue, title, state, data, created_at, finished_at)
      select gen_random_uuid(), ${busy.userId}, 'works.run', 'Work ' || n, 'failed', '{"name": "first"}', now(),
        now() - interval '1 second' from generate_series(1, 300) n`),
  );
  await busy.queue.changeMatching({ action: "retry", filter: { state: "failed" } });
  await until("a first retried job to begin", async () => order.length >= 1);
  await world.work(other.userId, "first");
  release();
  await until("the other's job to end", async () => (await count(other.userId, "done")) === 1);
  expect(order.indexOf(other.userId)).toBeLessThanOrEqual(10);
});

test("jobs of a kind that is limited for each person wait for one another, and not another person's for them", async () => {
  const [busy, other] = [await world.person(), await world.person()];
  const { order, release } = gate("apart");
  const send = (userId: string) => world.work(userId, "apart", { queue: "works.apart" });
  await send(busy.userId);
  await until("the first job to begin", async () => order.length === 1);
  for (let n = 0; n < 3; n++) await send(busy.userId);
  await send(other.userId);
  await until("the other's job to begin", async () => order.length > 1);
  expect(order).toEqual([busy.userId, other.userId]);
  expect(await count(busy.userId, "waiting")).toBe(3);
  release();
  await until("all to end", async () => (await count(busy.userId, "done")) === 4);
});
