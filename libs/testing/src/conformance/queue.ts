import type { ProblemError } from "@tessera/contracts-core/problem.ts";
import type { queueClient } from "@tessera/contracts-queue/client.ts";
import { failureSignature } from "@tessera/contracts-queue/client.ts";

/** A person's queue, and how something comes into it. */
export interface QueueUnderTest {
  queue: ReturnType<typeof queueClient>;
  /** Opens an entry. Later ones are newer. */
  opened(title: string): Promise<void>;
  /** Closes the entry of that title from outside, as the service that opened it does. */
  closed(title: string): Promise<void>;
  /** Runs a job that fails with this error. */
  failed(error: string): Promise<string>;
  /** Runs a job that succeeds. */
  done(): Promise<string>;
}

const NOBODY = "00000000-0000-4000-8000-00000000ffff";
const HOUR_MS = 3_600_000;
/** Status and code of what is refused. */
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ problem }: ProblemError) => [problem.status, problem.code],
  );

/**
 * What pages rely on of the queue service: run against the service and against its stand-in for the tests of pages.
 * @param open the empty queue of a person
 */
export function queueConformance(open: () => Promise<QueueUnderTest>): void {
  const titles = async ({ queue }: QueueUnderTest, query: Parameters<QueueUnderTest["queue"]["entries"]>[0] = {}) =>
    (await queue.entries(query)).items.map(({ title }) => title);
  const idOf = async ({ queue }: QueueUnderTest, title: string) =>
    (await queue.entries({})).items.find((entry) => entry.title === title)!.id;

  it("lists what is open, finds it by words, and counts all of it", async () => {
    const world = await open();
    for (const title of ["Oak fronts", "Ash fronts", "Invoice"]) await world.opened(title);
    expect((await titles(world)).sort()).toEqual(["Ash fronts", "Invoice", "Oak fronts"]);
    expect((await titles(world, { q: "FRONTS" })).sort()).toEqual(["Ash fronts", "Oak fronts"]);
    expect((await world.queue.entries({ q: "oak" })).open).toBe(3);
    const first = await world.queue.entries({ limit: 2 });
    const second = await world.queue.entries({ limit: 2, cursor: first.nextCursor! });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
  });

  it("moves what is decided to where it belongs, and back", async () => {
    const world = await open();
    for (const title of ["Accept", "Decline", "Snooze"]) await world.opened(title);
    const [accept, decline, snooze] = [await idOf(world, "Accept"), await idOf(world, "Decline"), await idOf(world, "Snooze")];
    const snoozeUntil = new Date(Date.now() + HOUR_MS).toISOString();
    const { changed } = await world.queue.decideMany({ ids: [accept], action: "accept" });
    expect(changed).toMatchObject([{ id: accept, state: "accepted", snoozeUntil: null }]);
    await world.queue.decideMany({ ids: [decline], action: "decline" });
    await world.queue.decideMany({ ids: [snooze], action: "snooze", snoozeUntil });
    expect(await titles(world)).toEqual([]);
    expect((await titles(world, { state: "settled" })).sort()).toEqual(["Accept", "Decline"]);
    expect((await world.queue.entries({ state: "snoozed" })).items).toMatchObject([{ id: snooze, snoozeUntil }]);
    await world.queue.decideMany({ ids: [accept, snooze], action: "reopen" });
    expect((await titles(world)).sort()).toEqual(["Accept", "Snooze"]);
  });

  it("skips what is not there or was settled elsewhere, with a reason for each", async () => {
    const world = await open();
    await world.opened("Settled");
    const id = await idOf(world, "Settled");
    await world.closed("Settled");
    const { changed, skipped } = await world.queue.decideMany({ ids: [id, NOBODY], action: "accept" });
    expect(changed).toEqual([]);
    expect(skipped.map((one) => [one.id, /\w.*\.$/.test(one.reason)])).toEqual([
      [id, true],
      [NOBODY, true],
    ]);
    expect((await world.queue.entry(id)).state).toBe("closed");
    expect(await refusal(world.queue.entry(NOBODY))).toEqual([404, "entry_not_found"]);
  });

  it("lists jobs by state, and counts each state", async () => {
    const world = await open();
    const [done, failed] = [await world.done(), await world.failed("There is no paper")];
    const page = await world.queue.jobs({});
    expect(page.counts).toEqual({ waiting: 0, running: 0, done: 1, failed: 1, cancelled: 0 });
    expect(page.items.map(({ id }) => id).sort()).toEqual([done, failed].sort());
    expect((await world.queue.jobs({ state: "failed" })).items).toMatchObject([{ id: failed, error: "There is no paper" }]);
    expect(await world.queue.job(done)).toMatchObject({ id: done, state: "done", error: null });
    expect(await refusal(world.queue.job(NOBODY))).toEqual([404, "job_not_found"]);
  });

  it("changes the jobs that can be changed so, and says why it skips the others", async () => {
    const { queue, ...world } = await open();
    const [done, failed] = [await world.done(), await world.failed("There is no paper")];
    for (const [action, ids] of [
      ["cancel", [done, failed]],
      ["retry", [done, NOBODY]],
    ] as const) {
      const { changed, skipped } = await queue.changeMany({ action, ids: [...ids] });
      expect([action, changed, skipped.map(({ id }) => id)]).toEqual([action, [], [...ids]]);
    }
    expect(await queue.changeMany({ action: "remove", ids: [done, failed] })).toEqual({ changed: [done, failed], skipped: [] });
    expect((await queue.jobs({})).items).toEqual([]);
  });

  it("groups failures that differ in names alone, and runs them all again", async () => {
    const { queue, ...world } = await open();
    const alike = [await world.failed('The file "a" is not there'), await world.failed('The file "b" is not there')];
    await world.failed("There is no paper");
    const { groups } = await queue.failures();
    expect(groups.map(({ count }) => count)).toEqual([2, 1]);
    expect(groups[0]!.signature).toBe(failureSignature(groups[0]!.queue, groups[0]!.error));
    const { retried, remaining } = await queue.retryLike(groups[0]!.signature);
    expect([[...retried].sort(), remaining]).toEqual([[...alike].sort(), 0]);
  });
}
