import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { fetchIntegrity } from "./fetch-integrity.ts";
import { FILE_LIMIT_MS } from "./file-limit.ts";

const { fetch } = globalThis;
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = fetch;
});

it("hashes that never come are given up in the time of a file: the next try asks again", async () => {
  const never = jest.fn<typeof globalThis.fetch>(() => new Promise(() => {}));
  globalThis.fetch = never;
  const hashes = fetchIntegrity({ integrity: {}, moreIntegrity: "/builds/integrity/items/1.json" });
  const failure = expect(hashes).rejects.toThrow(TypeError);
  await jest.advanceTimersByTimeAsync(FILE_LIMIT_MS);
  await failure;
  expect(never.mock.calls[0]![1]!.signal!.aborted).toBe(true);
});
