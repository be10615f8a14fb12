import { webcrypto } from "node:crypto";
import { createStore } from "../stores/store.ts";
import type { StoredAct } from "./act-store.ts";
import { createOffline, type Stores } from "./offline.ts";
import { notSent } from "./offline-error.ts";

Object.defineProperty(globalThis.crypto, "randomUUID", {
  value: webcrypto.randomUUID.bind(webcrypto),
  configurable: true,
});

/** A page over stores in memory, and what happened in order. */
function open() {
  const log: string[] = [];
  const lost = createStore(true);
  const stored: (StoredAct & { person: string })[] = [];
  let person: string | null = "ada";
  const stores: Stores = {
    answers: { get: async () => null, put: async () => {}, remove: async () => {} },
    acts: {
      list: async (who) => stored.filter((act) => act.person === who),
      add: async (who, act) => void stored.push({ ...act, person: who, seq: stored.length }),
      replace: async () => true,
      remove: async (seq) =>
        void stored.splice(
          stored.findIndex((act) => act.seq === seq),
          1,
        ),
    },
    erase: async (who) => {
      log.push(`erased ${who}`);
      stored.splice(0);
    },
    eraseAnswersOfOthers: async (who) => void log.push(`erased but ${who}`),
  };
  const offline = createOffline({
    person: () => person,
    loadArea: async (area) => void log.push(`loaded ${area}`),
    connection: { lost, check: async () => !lost.get(), settled: async () => {} },
    openStores: async () => stores,
  });
  const declare = () =>
    offline.declare({
      area: "items",
      acts: {
        create: {
          async send(body) {
            if (lost.get()) throw notSent();
            log.push(`sent ${body}`);
          },
        },
      },
    });
  offline.onNews(() => void log.push("news"));
  return {
    offline,
    log,
    declare,
    capture: (body: string) => offline.run("items", { kind: "create", subjects: [body], title: body, body }),
    reconnect: () => lost.set(false),
    become: (who: string | null) => {
      person = who;
      return offline.turn();
    },
  };
}
const settled = () => new Promise((done) => setTimeout(done));

it("sends what waits before the page asks again, once the connection is back", async () => {
  const { capture, reconnect, log, declare, offline } = open();
  declare();
  await capture("one");
  expect(offline.state()).toMatchObject({ connected: false, acts: [{ title: "one" }] });
  reconnect();
  await settled();
  expect(log.slice(0, 2)).toEqual(["sent one", "news"]);
  expect(offline.state()).toMatchObject({ connected: true, acts: [] });
});

it("shows one person's changes to nobody else, and again to them", async () => {
  const { capture, become, offline, declare, log } = open();
  declare();
  await capture("of Ada");
  await become(null);
  expect(offline.state().acts).toEqual([]);
  await become("bob");
  expect(offline.state().acts).toEqual([]);
  expect(log).toContain("erased but bob");
  await become("ada");
  expect(offline.state().acts).toMatchObject([{ title: "of Ada" }]);
});

it("erases everything of a person who signs out", async () => {
  const { capture, offline, declare, log } = open();
  declare();
  await capture("of Ada");
  await offline.forget("ada");
  expect(log).toContain("erased ada");
  expect(offline.state().acts).toEqual([]);
});

it("loads the code of the area whose act waits, and says when it no longer sends such an act", async () => {
  const { capture, log } = open();
  await expect(capture("one")).rejects.toThrow("This version of the product no longer sends such a change.");
  expect(log).toContain("loaded items");
});
