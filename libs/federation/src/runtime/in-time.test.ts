import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { inTime, wholeInTime } from "./in-time.ts";

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

describe("the body of an answer", () => {
  /** Brings a part every 900 ms. @param ends after so many; without, it stops there and says nothing more */
  function slow(parts: number, { ends = true, cancelled = () => {} } = {}) {
    let at = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (at === parts) return ends ? controller.close() : never;
      await new Promise((resolve) => setTimeout(resolve, 900));
      controller.enqueue(new TextEncoder().encode(`${at++},`));
    };
    return new Response(new ReadableStream({ pull, cancel: cancelled }, { highWaterMark: 0 }), {
      status: 206,
      headers: { "content-type": "text/csv" },
    });
  }

  it("is read for as long as it brings more", async () => {
    const whole = wholeInTime(1_000, slow(5));
    await jest.advanceTimersByTimeAsync(10_000);
    const answer = await whole;
    expect(await answer.text()).toBe("0,1,2,3,4,");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([206, "text/csv"]);
  });

  it("that stops counts as a server that cannot be reached, and its request is ended", async () => {
    const cancelled = jest.fn();
    const failure = expect(wholeInTime(1_000, slow(2, { ends: false, cancelled }))).rejects.toThrow(TypeError);
    await jest.advanceTimersByTimeAsync(2_799);
    expect(cancelled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await failure;
    expect(cancelled).toHaveBeenCalledTimes(1);
  });

  it("may be empty where the status allows none", async () => {
    const answer = new Response(new ReadableStream({ start: (controller) => controller.close() }));
    Object.defineProperty(answer, "status", { value: 204 });
    expect((await wholeInTime(1_000, answer)).status).toBe(204);
  });

  it("is not waited for where there is none", async () => {
    const answer = new Response(null, { status: 204 });
    expect(await wholeInTime(1_000, answer)).toBe(answer);
  });
});
