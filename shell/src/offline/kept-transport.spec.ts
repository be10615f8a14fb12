import "fake-indexeddb/auto";
import { LateError } from "@tessera/federation/runtime/in-time.ts";
import type { WaitingAct } from "@tessera/shell-api/offline.ts";
import { IDBFactory } from "fake-indexeddb";
import { LateWriteError } from "../session/http.ts";
import { createStore } from "../stores/store.ts";
import { createDeclared } from "./declared.ts";
import { keepAnswers } from "./kept-transport.ts";
import { openStores } from "./stores.ts";

const DAY = 24 * 60 * 60 * 1000;
const CARD = "/api/items/0b0f3a52-3a1e-4d4c-9a44-0c6f6a3b9d11";

/** A page of one person, with a service whose answers can be changed. */
async function open() {
  globalThis.indexedDB = new IDBFactory();
  const { answers } = await openStores();
  const lost = createStore(false);
  let reachable = true;
  let service: (path: string) => Response = (path) => Response.json({ path });
  let acts: WaitingAct[] = [];
  let stored: WaitingAct[] = [];
  let now = Date.now();
  let person: string | null = "ada";
  const asked: string[] = [];
  const shown: number[] = [];
  const declared = createDeclared(
    () => acts,
    async () => {},
  );
  declared.declare({
    area: "items",
    keep: [{ path: "/api/items" }, { path: "/api/items/:id" }, { path: "/api/check", days: 7 }],
    overlay: (answer, path, waiting) => ({ ...(answer as object), at: path, over: waiting.map(({ id }) => id) }),
  });
  const kept: Promise<void>[] = [];
  const removed: string[] = [];
  const connection = {
    lost,
    settled: async () => {},
    check: async () => {
      lost.set(!reachable);
      return reachable;
    },
  };
  const transport = keepAnswers(
    async (path) => {
      asked.push(path);
      if (!reachable) throw new TypeError("Failed to fetch");
      return service(path);
    },
    {
      connection,
      person: () => person,
      store: async () => ({
        ...answers,
        remove: async (...args) => {
          await answers.remove(...args);
          removed.push(args[1]);
        },
        put: (...args) => {
          const put = answers.put(...args);
          kept.push(put);
          return put;
        },
      }),
      keptPath: declared.keptPath,
      actsAreRead: async () => {
        acts = stored;
      },
      shown: (_kept, at) => void shown.push(at),
      now: () => now,
    },
  );
  const json = async (path: string) => (await transport(path)).json();
  /** Asks, and waits until the answer is on the disk. */
  const visit = async (path: string) => {
    const before = kept.length;
    await json(path);
    while (kept.length === before) await new Promise((next) => setImmediate(next));
    await Promise.all(kept);
  };
  return {
    check: () => connection.check(),
    /** Asks, and waits until nothing of the address is on the disk. */
    forgotten: async (path: string) => {
      await transport(path);
      while (!removed.includes(path)) await new Promise((next) => setImmediate(next));
    },
    transport,
    json,
    visit,
    asked,
    shown,
    goOffline: () => {
      reachable = false;
    },
    goOnline: () => {
      reachable = true;
    },
    answer: (make: typeof service) => {
      service = make;
    },
    pass: (ms: number) => {
      now += ms;
    },
    become: (who: string | null) => {
      person = who;
    },
    wait: (id: string) => {
      acts = stored = [{ id, area: "items", state: "waiting" } as WaitingAct];
    },
    /** Another page stored it. */
    store: (id: string) => {
      stored = [{ id, area: "items", state: "waiting" } as WaitingAct];
    },
  };
}

it("gives the last answer of an address while the server cannot be reached, and says when it was given", async () => {
  const page = await open();
  await page.visit("/api/items?type=inbox");
  page.goOffline();
  expect(await page.json("/api/items?type=inbox")).toEqual({ path: "/api/items?type=inbox" });
  expect(page.shown).toHaveLength(1);
  // Known to be out of reach: the network is not tried for what is on the device.
  const { length } = page.asked;
  await page.json("/api/items?type=inbox");
  expect(page.asked).toHaveLength(length);
});

it("says so when an answer is not on this device, and when a change cannot be sent", async () => {
  const page = await open();
  page.goOffline();
  await expect(page.transport(CARD)).rejects.toThrow(
    "You are offline, and this is not on this device. It opens once the connection is back.",
  );
  await expect(page.transport("/api/queue/jobs")).rejects.toMatchObject({ name: "OfflineError" });
  await expect(page.transport(CARD, { method: "PATCH" })).rejects.toThrow("There is no connection to the server.");
});

it("gives the last answer of an address where none comes in time, and says so where there is none", async () => {
  const page = await open();
  await page.visit(CARD);
  page.answer(() => {
    throw new LateError("The server did not answer in time.");
  });
  expect(await page.json(CARD)).toEqual({ path: CARD });
  expect(page.shown).toHaveLength(1);
  await expect(page.transport("/api/items")).rejects.toThrow("The server did not answer in time.");
});

it("keeps the words of a change that got no answer, which may have been done", async () => {
  const page = await open();
  page.answer(() => {
    throw new LateWriteError();
  });
  const late = { name: "OfflineError", message: new LateWriteError().message, mayBeDone: true };
  await expect(page.transport(CARD, { method: "PATCH" })).rejects.toMatchObject(late);
});

it("asks the server again before it refuses, and uses it once it is back", async () => {
  const page = await open();
  page.goOffline();
  await expect(page.transport(CARD)).rejects.toThrow();
  page.goOnline();
  expect(await page.json(CARD)).toEqual({ path: CARD });
});

it("keeps only what an area declared", async () => {
  const page = await open();
  await page.json("/api/items/types");
  await page.json(`${CARD}/attachments`);
  page.goOffline();
  await expect(page.transport("/api/items/types")).rejects.toThrow();
  await expect(page.transport(`${CARD}/attachments`)).rejects.toThrow();
});

it("keeps no refusal, and forgets a card that is gone", async () => {
  const page = await open();
  await page.visit(CARD);
  page.answer(() => new Response(null, { status: 500 }));
  await page.transport(CARD);
  page.goOffline();
  expect(await page.json(CARD)).toEqual({ path: CARD });
  page.goOnline();
  page.answer(() => new Response(null, { status: 404 }));
  await page.check();
  await page.forgotten(CARD);
  page.goOffline();
  await expect(page.transport(CARD)).rejects.toThrow("this is not on this device");
});

it("shows an answer for as many days as its area says", async () => {
  const page = await open();
  await page.visit("/api/check");
  page.goOffline();
  page.pass(7 * DAY - 1000);
  expect(await page.json("/api/check")).toMatchObject({ path: "/api/check" });
  page.pass(2000);
  await expect(page.transport("/api/check")).rejects.toThrow("You are offline");
});

it("shows nothing to another person, or to nobody", async () => {
  const page = await open();
  await page.visit(CARD);
  page.goOffline();
  for (const person of ["bob", null]) {
    page.become(person);
    await expect(page.transport(CARD)).rejects.toThrow();
  }
});

it("lays what waits over kept and over fresh answers", async () => {
  const page = await open();
  await page.visit(CARD);
  page.wait("act-1");
  expect(await page.json(CARD)).toEqual({ path: CARD, at: CARD, over: ["act-1"] });
  page.goOffline();
  expect(await page.json(CARD)).toEqual({ path: CARD, at: CARD, over: ["act-1"] });
});

it("reads what waits before it shows the first kept answer", async () => {
  const page = await open();
  await page.visit(CARD);
  page.goOffline();
  page.store("act-1");
  expect(await page.json(CARD)).toMatchObject({ over: ["act-1"] });
});

it("leaves an aborted request an aborted request", async () => {
  const page = await open();
  await page.visit(CARD);
  page.goOffline();
  const abort = new AbortController();
  abort.abort();
  await expect(page.transport(CARD, { signal: abort.signal })).rejects.toThrow("Failed to fetch");
});
