import { jest } from "@jest/globals";
import { ContentError } from "./content-error.ts";
import { readersOf } from "./reader.ts";
import type * as hostile from "./testing/hostile-readers.ts";
import { UntrustedReaders } from "./untrusted-readers.ts";

const reader = readersOf<typeof hostile>("@tessera/service-kit/testing/hostile-readers");
const limits = { cpuMs: 300, maxInput: 1_000_000, maxOutput: 1_000_000 };
const nothing = { value: undefined as never, blobs: [] };

let readers: UntrustedReaders;
beforeEach(() => {
  readers = new UntrustedReaders();
});
afterEach(() => readers.close());

const echo = (text: string, person = "ann") =>
  readers.read(reader("echo", limits), { value: { text }, blobs: [] }, { person });
const failure = (read: Promise<unknown>): Promise<ContentError> =>
  read.then(
    () => Promise.reject(new Error("It was read")),
    (error: ContentError) => error,
  );

it("gives back a value and bytes, from one process for one content after the other", async () => {
  const bytes = Buffer.alloc(300_000, 7);
  const first = await readers.read(
    reader("echo", limits),
    { value: { text: "Grüße" }, blobs: [bytes, Buffer.alloc(0)] },
    { person: "ann" },
  );
  expect(first.value.text).toBe("Grüße");
  expect(first.blobs.map((blob) => blob.length)).toEqual([300_000, 0]);
  expect(bytes.equals(first.blobs[0]!)).toBe(true);
  expect((await echo("again")).value.pid).toBe(first.value.pid);
});

it.each([
  ["loop", "time", /took too long/],
  ["growMap", "memory", /too much memory/],
  ["growBuffers", "memory", /too much memory/],
  ["recurse", "too-complex", /too complex/],
  ["exit", "crashed", /ended unexpectedly/],
  ["fail", "unreadable", /^The content could not be read$/],
  ["refuse", "too-complex", /^It has too many parts$/],
  ["long", "too-large", /too large/],
] as const)(
  "ends %s with the reason and continues with the next content",
  async (name, kind, words) => {
    await echo("warm");
    const error = await failure(
      readers.read(reader(name, { ...limits, cpuMs: kind === "memory" ? 60_000 : 300 }), nothing, { person: "ann" }),
    );
    expect(error).toBeInstanceOf(ContentError);
    expect([error.kind, error.message]).toEqual([kind, expect.stringMatching(words)]);
    expect((await echo("next")).value.text).toBe("next");
  },
  120_000,
);

it("ends a process above the memory that its readers were given", async () => {
  const small = new UntrustedReaders(undefined, { maxRss: 1024 * 1024 });
  try {
    const error = await failure(small.read(reader("loop", { ...limits, cpuMs: 60_000 }), nothing, { person: "ann" }));
    expect(error.kind).toBe("memory");
  } finally {
    small.close();
  }
});

it("counts CPU time beside the process that reads, not only the time that passes", async () => {
  await echo("warm");
  // The clock of this process stands still, so only the watchdog of the other one can end the loop.
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  try {
    const error = await failure(readers.read(reader("loop", limits), nothing, { person: "ann" }));
    expect(error.kind).toBe("time");
  } finally {
    jest.useRealTimers();
  }
});

it("refuses content beyond the limit before it is sent", async () => {
  const read = readers.read(
    reader("echo", limits),
    { value: { text: "" }, blobs: [Buffer.alloc(1_000_001)] },
    { person: "ann" },
  );
  expect((await failure(read)).kind).toBe("too-large");
});

it("knows none of our variables and may write nothing", async () => {
  expect((await readers.read(reader("look", limits), nothing, { person: "ann" })).value).toEqual({
    variables: 0,
    written: false,
  });
});

it("ends what runs and what waits when it is cancelled, and everything when the service stops", async () => {
  const endless = reader("loop", { ...limits, cpuMs: 60_000 });
  const cancel = new AbortController();
  const running = [1, 2].map(() => failure(readers.read(endless, nothing, { person: "ann", signal: cancel.signal })));
  const waiting = failure(readers.read(endless, nothing, { person: "ann", signal: cancel.signal }));
  cancel.abort(new Error("Cancelled"));
  expect((await Promise.all([...running, waiting])).map(({ message }) => message)).toEqual([
    "Cancelled",
    "Cancelled",
    "Cancelled",
  ]);
  expect((await echo("free again")).value.text).toBe("free again");
  const stopped = [1, 2, 3].map(() => failure(readers.read(endless, nothing, { person: "ann" })));
  readers.close();
  expect((await Promise.all(stopped)).map(({ kind, temporary }) => [kind, temporary])).toEqual(
    Array(3).fill(["stopped", true]),
  );
  expect((await failure(echo("late"))).kind).toBe("stopped");
});

it("turns content away when too much of it waits", async () => {
  const endless = reader("loop", { ...limits, cpuMs: 60_000 });
  const reads = Array.from({ length: 503 }, () => failure(readers.read(endless, nothing, { person: "ann" })));
  expect((await reads[502]!).kind).toBe("busy");
  readers.close();
  await Promise.all(reads);
});
