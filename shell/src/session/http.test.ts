import { jest } from "@jest/globals";
import type { TransportInit } from "@tessera/contracts-core/client.ts";
import { createTransport, LateWriteError } from "./http.ts";

function transport(
  answers: (Response | Error)[],
  tokens: (string | null)[] = ["one"],
  renewed: string | null = "two",
  preloaded?: (path: string) => Promise<Response> | null,
) {
  const waits: number[] = [];
  const send = jest.fn(async (_path: RequestInfo | URL, _init?: RequestInit) => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next ?? Response.json({});
  });
  const http = createTransport({
    preloaded,
    accessToken: async () => tokens[0] ?? null,
    renew: async () => renewed,
    fetch: send as typeof fetch,
    wait: async (ms) => void waits.push(ms),
  });
  const sentTokens = () => send.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
  return { http, send, waits, sentTokens };
}

const unreachable = () => new TypeError("fetch failed");

describe("transport", () => {
  it("adds the access token", async () => {
    const { http, sentTokens } = transport([Response.json({ a: 1 })]);
    await http("/api/items");
    expect(sentTokens()).toEqual(["Bearer one"]);
  });

  it("renews the token once when it is refused", async () => {
    const { http, sentTokens } = transport([new Response(null, { status: 401 }), new Response(null, { status: 401 })]);
    expect((await http("/api/items")).status).toBe(401);
    expect(sentTokens()).toEqual(["Bearer one", "Bearer two"]);
  });

  it("tries up to three times more when the server cannot be reached [session.fetch-retry]", async () => {
    const { http, send, waits } = transport([unreachable(), unreachable(), unreachable(), Response.json({})]);
    expect((await http("/api/items")).ok).toBe(true);
    expect(send).toHaveBeenCalledTimes(4);
    expect(waits).toEqual([200, 400, 800]);
    const hopeless = transport(Array.from({ length: 9 }, unreachable));
    await expect(hopeless.http("/api/items")).rejects.toThrow("fetch failed");
    expect(hopeless.send).toHaveBeenCalledTimes(4);
  });

  it("does not try again when the caller gave up [session.fetch-retry]", async () => {
    const stop = new AbortController();
    stop.abort();
    const { http, send } = transport([unreachable()]);
    await expect(http("/api/items", { signal: stop.signal })).rejects.toThrow();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("sends a write twice only under an idempotency key", async () => {
    const once = transport([unreachable()]);
    await expect(once.http("/api/items", { method: "POST" })).rejects.toThrow();
    expect(once.send).toHaveBeenCalledTimes(1);
    const keyed = transport([unreachable()]);
    expect((await keyed.http("/api/items", { method: "POST", headers: { "idempotency-key": "k" } })).ok).toBe(true);
  });

  it("gives the token to nobody else", async () => {
    const { http, send } = transport([]);
    await expect(http("https://evil.example/api")).rejects.toThrow("not an address of the product");
    await expect(http("//evil.example/api")).rejects.toThrow("not an address of the product");
    expect(send).not.toHaveBeenCalled();
  });

  it("takes the answer that the page asked for before, once and for a GET alone", async () => {
    const early = new Map([["/api/items", Promise.resolve(Response.json({ early: true }))]]);
    const take = (path: string) => {
      const answer = early.get(path) ?? null;
      early.delete(path);
      return answer;
    };
    const { http, send } = transport([Response.json({ early: false })], ["one"], "two", take);
    expect(await (await http("/api/items")).json()).toEqual({ early: true });
    expect(await (await http("/api/items")).json()).toEqual({ early: false });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["failed", async () => Promise.reject(unreachable())],
    ["was refused for its token", async () => new Response(null, { status: 401 })],
  ])("asks again when the early request %s", async (_, early) => {
    const { http } = transport([Response.json({ late: true })], ["one"], "two", early);
    expect(await (await http("/api/items")).json()).toEqual({ late: true });
  });

  it("uses no early answer after a write", async () => {
    const { http } = transport([Response.json({}), Response.json({ late: true })], ["one"], "two", async () =>
      Response.json({}),
    );
    await http("/api/items", { method: "POST" });
    expect(await (await http("/api/items")).json()).toEqual({ late: true });
  });
});

describe("an answer that never comes", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const never = () => new Promise<never>(() => {});
  const answering = { accessToken: async () => "one", renew: async () => "two", fetch: async () => Response.json({}) };
  const json = { headers: { accept: "application/json" } };
  const inProgress = () =>
    Response.json({ status: 409, code: "request_in_progress", detail: "Ask again in a moment." }, { status: 409 });

  it.each<[string, Partial<Parameters<typeof createTransport>[0]>]>([
    ["of the service", { fetch: never }],
    ["to what the page asked for early", { preloaded: never }],
    ["to the renewal of the token", { accessToken: never }],
    [
      "to the renewal of a token that was refused",
      { fetch: async () => new Response(null, { status: 401 }), renew: never },
    ],
  ])("%s fails after 30 s as if the server could not be reached, where JSON is read", async (_, part) => {
    const http = createTransport({ ...answering, ...part });
    const end = jest.fn();
    http("/api/items", json).catch(end);
    await jest.advanceTimersByTimeAsync(29_999);
    expect(end).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(end).toHaveBeenCalledWith(expect.any(TypeError));
  });

  it("is asked for once, and its request is ended", async () => {
    const fetch = jest.fn<typeof globalThis.fetch>((_, init) => {
      const { signal } = init!;
      return new Promise((_resolve, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
    });
    const failure = expect(createTransport({ ...answering, fetch })("/api/items", json)).rejects.toThrow("in time");
    await jest.advanceTimersByTimeAsync(60_000);
    await failure;
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each<[string, RequestInit]>([
    ["a file that is made", {}],
    ["what is written", { ...json, method: "POST" }],
  ])("may still come where it is %s", async (_, init) => {
    const end = jest.fn();
    const slow = (): Promise<Response> => new Promise((answer) => setTimeout(answer, 120_000, Response.json({})));
    createTransport({ ...answering, fetch: slow })("/api/items", init).then(end, end);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(end).toHaveBeenCalledWith(expect.any(Response));
  });

  it("to a write says, after 160 s, that it may have been done, and sends it once", async () => {
    const fetch = jest.fn(never);
    const end = jest.fn();
    createTransport({ ...answering, fetch })("/api/items", { ...json, method: "PATCH", body: "{}" }).catch(end);
    await jest.advanceTimersByTimeAsync(159_999);
    expect(end).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(end.mock.calls).toEqual([[expect.any(LateWriteError)]]);
    expect(end).toHaveBeenCalledWith(expect.objectContaining({ mayBeDone: true }));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("to a write under an idempotency key has it sent again under that key, also while the first is worked on", async () => {
    const answers = [never, async () => inProgress(), async () => Response.json({ done: true })];
    const fetch = jest.fn<typeof globalThis.fetch>(() => answers.shift()!());
    const init = { method: "POST", body: "{}", headers: { ...json.headers, "idempotency-key": "k" } };
    const answer = createTransport({ ...answering, fetch })("/api/items", init);
    await jest.advanceTimersByTimeAsync(29_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await (await answer).json()).toEqual({ done: true });
    const keys = fetch.mock.calls.map(([, sent]) => new Headers(sent?.headers).get("idempotency-key"));
    expect(keys).toEqual(["k", "k", "k"]);
  });

  it("to a long text under an idempotency key is waited for as long as a slow connection takes to send it", async () => {
    const fetch = jest.fn<typeof globalThis.fetch>(
      (_, init) =>
        new Promise((answer, fail) => {
          setTimeout(answer, 55_000, Response.json({ done: true }));
          init!.signal!.addEventListener("abort", () => fail(init!.signal!.reason));
        }),
    );
    const headers = { ...json.headers, "idempotency-key": "k" };
    const init = { method: "POST", body: "x".repeat(500_000), headers };
    const answer = createTransport({ ...answering, fetch })("/api/items", init);
    await jest.advanceTimersByTimeAsync(55_000);
    expect(await (await answer).json()).toEqual({ done: true });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("to a write under an idempotency key whose connection broke is waited for while the service is at work", async () => {
    const answers = [
      async () => Promise.reject(new TypeError("fetch failed")),
      async () => inProgress(),
      async () => Response.json({ done: true }),
    ];
    const fetch = jest.fn<typeof globalThis.fetch>(() => answers.shift()!());
    const init = { method: "POST", body: "{}", headers: { ...json.headers, "idempotency-key": "k" } };
    const answer = createTransport({ ...answering, fetch })("/api/items", init);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await (await answer).json()).toEqual({ done: true });
  });

  it("to a write under an idempotency key that is never answered ends after 160 s", async () => {
    const fetch = jest.fn(never);
    const end = jest.fn();
    const init = { method: "POST", headers: { "idempotency-key": "k" } };
    createTransport({ ...answering, fetch })("/api/items", init).catch(end);
    await jest.advanceTimersByTimeAsync(160_000);
    expect(end).toHaveBeenCalledWith(expect.any(LateWriteError));
    expect(fetch).toHaveBeenCalledTimes(6);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(fetch).toHaveBeenCalledTimes(6);
  });

  it("leaves a request that is in progress elsewhere to whom asks for the first time", async () => {
    const fetch = async () => inProgress();
    const init = { method: "POST", headers: { "idempotency-key": "k" } };
    expect((await createTransport({ ...answering, fetch })("/api/items", init)).status).toBe(409);
  });

  it.each<[string, TransportInit]>([
    ["a file that is sent", { method: "POST", body: new FormData(), headers: { "idempotency-key": "k" } }],
    ["bytes whose progress is shown", { method: "PATCH", body: "…", onUploadProgress: () => {} }],
    ["a stream of events", { headers: { accept: "text/event-stream" } }],
  ])("is waited for while it is to %s", async (_, init) => {
    const fetch = jest.fn(never);
    const end = jest.fn();
    createTransport({ ...answering, fetch })("/api/items", init).then(end, end);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(end).not.toHaveBeenCalled();
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
