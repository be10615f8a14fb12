import { jest } from "@jest/globals";
import { provideShell, type ShellApi } from "@tessera/shell-api";
import { ShellRequests } from "./shell-requests.ts";

type Init = NonNullable<Parameters<ShellApi["http"]>[1]>;

/** Services that say nothing until they are told to. @returns the requests as they came */
function silentServices() {
  const asked: { init: Init; answer(response: Response): void }[] = [];
  const http = (_path: string, init: Init = {}) =>
    new Promise<Response>((answer, reject) => {
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      asked.push({ init, answer });
    });
  provideShell({ http } as unknown as ShellApi);
  return asked;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const part = (requests: ShellRequests) => requests.createRequest("PATCH", "/api/transcribe/uploads/1");

test("a part of which nothing is sent or answered for a minute counts as cut", async () => {
  const asked = silentServices();
  const request = part(new ShellRequests());
  const sent: number[] = [];
  request.setProgressHandler((bytes) => sent.push(bytes));
  const ends: unknown[] = [];
  void request.send(new Blob(["sound"])).catch((error: unknown) => ends.push(error));
  await jest.advanceTimersByTimeAsync(59_999);
  asked[0]!.init.onUploadProgress?.({ sent: 3, total: 5 });
  await jest.advanceTimersByTimeAsync(59_999);
  expect(ends).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(ends).toEqual([expect.any(TypeError)]);
  expect(asked[0]!.init.signal?.aborted).toBe(true);
  expect(sent).toEqual([3]);
});

test("one that is answered is waited for no longer, and says how much has arrived", async () => {
  const asked = silentServices();
  const requests = new ShellRequests();
  const answer = part(requests).send(new Blob(["sound"]));
  asked[0]!.answer(new Response(null, { status: 204, headers: { "upload-offset": "5" } }));
  expect((await answer).getStatus()).toBe(204);
  expect(requests.arrived).toBe(5);
  expect(jest.getTimerCount()).toBe(0);
});
