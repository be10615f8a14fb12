import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { inTime } from "./in-time.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const never = new Promise<never>(() => {});

it("an answer that does not come counts as a server that cannot be reached, and its request is ended", async () => {
  let asked: AbortSignal | undefined;
  const answer = inTime(1_000, (signal) => {
    asked = signal;
    return never;
  });
  const failure = expect(answer).rejects.toThrow(TypeError);
  await jest.advanceTimersByTimeAsync(999);
  expect(asked?.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await failure;
  expect(asked?.aborted).toBe(true);
});

it("an answer that comes is given, and is read for as long as it takes", async () => {
  let asked: AbortSignal | undefined;
  const answer = inTime(1_000, async (signal) => {
    asked = signal;
    return "answer";
  });
  expect(await answer).toBe("answer");
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked?.aborted).toBe(false);
});

it("ends when the caller gives up", () => {
  const caller = new AbortController();
  let asked: AbortSignal | undefined;
  void inTime(
    1_000,
    (signal) => {
      asked = signal;
      return never;
    },
    caller.signal,
  );
  caller.abort();
  expect(asked?.aborted).toBe(true);
});
