import { jest } from "@jest/globals";
import { busyMs, inBackground, MAX_PASSED, Turns } from "./turns.ts";

/** Lets everything that waits take its place. */
const settle = () => new Promise((done) => setImmediate(done));

/** Holds the connection, has others wait for it in this order, and says in which they had it. */
async function order(waiting: ("person" | "job")[]): Promise<string[]> {
  const turns = new Turns();
  const had: string[] = [];
  const end = await turns.take();
  const one = async (name: string) => {
    const over = await turns.take();
    had.push(name);
    over();
    over(); // a second end is none
  };
  const all = waiting.map((kind, at) =>
    kind === "job" ? inBackground.run(true, () => one(`job ${at}`)) : one(`person ${at}`),
  );
  await settle();
  end();
  await Promise.all(all);
  return had;
}

it("lets people go before jobs, each in their order", async () => {
  expect(await order(["job", "person", "job", "person"])).toEqual(["person 1", "person 3", "job 0", "job 2"]);
});

it("lets a job have its turn however many people wait", async () => {
  const had = await order(["job", ...Array.from({ length: MAX_PASSED * 2 }, () => "person" as const)]);
  expect(had.indexOf("job 0")).toBe(MAX_PASSED);
});

it("is free again once nobody waits", async () => {
  const turns = new Turns();
  (await turns.take())();
  const end = await turns.take();
  let second = false;
  const waiting = turns.take().then(() => {
    second = true;
  });
  await settle();
  expect(second).toBe(false);
  end();
  await waiting;
});

it("does not count what work waits for its turn as its own time", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
  try {
    const turns = new Turns();
    const end = await turns.take();
    const measured = busyMs(async () => {
      const over = await turns.take();
      jest.advanceTimersByTime(7);
      over();
    });
    await settle();
    jest.advanceTimersByTime(1000);
    end();
    expect(await measured).toBe(7);
  } finally {
    jest.useRealTimers();
  }
});
