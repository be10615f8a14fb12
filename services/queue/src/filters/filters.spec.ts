import { MAX_SAVED_FILTERS } from "@tessera/contracts-queue/limits.ts";
import { type QueueWorld, startQueueWorld } from "../testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

const filter = (name: string) => ({ name, state: "failed" as const, q: "", queue: null, hours: 24 });

test("filters are a person's own, in the order of their names", async () => {
  const [one, other] = [await world.person(), await world.person()];
  const late = await one.queue.saveFilter(filter("Torn"));
  const early = await one.queue.saveFilter(filter("broken"));
  expect((await one.queue.filters()).filters).toEqual([early, late]);
  expect((await other.queue.filters()).filters).toEqual([]);
  await expect(other.queue.deleteFilter(late.id)).rejects.toMatchObject({ status: 404, code: "filter_not_found" });
  await one.queue.deleteFilter(late.id);
  expect((await one.queue.filters()).filters).toEqual([early]);
});

test("a name is taken once, whatever its case, and so many are enough, also when they come at once", async () => {
  const { queue } = await world.person();
  await queue.saveFilter(filter("Torn"));
  await expect(queue.saveFilter(filter("TORN"))).rejects.toMatchObject({ status: 409, code: "filter_exists" });
  const saved = await Promise.allSettled(
    Array.from({ length: MAX_SAVED_FILTERS + 4 }, (_, at) => queue.saveFilter(filter(`Filter ${at}`))),
  );
  expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_SAVED_FILTERS - 1);
  expect((await queue.filters()).filters).toHaveLength(MAX_SAVED_FILTERS);
});
