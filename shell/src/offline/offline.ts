import type { Transport } from "@tessera/contracts-core/client.ts";
import type { Offline, OfflineState } from "@tessera/shell-api";
import { createStore } from "../stores/store.ts";
import type { ActStore } from "./act-store.ts";
import type { AnswerStore } from "./answer-store.ts";
import { type Connection, createConnection } from "./connection.ts";
import { createDeclared } from "./declared.ts";
import { keepAnswers } from "./kept-transport.ts";
import { createOutbox } from "./outbox.ts";

/** The shell's own answers: they say nothing about the age of a page. */
export const SHELL = "shell";
/** Name of the lock and of the channel between tabs. */
const NAME = "tessera.outbox";

interface Options {
  person(): string | null;
  /** Loads the code of a remote, which declares what it keeps. */
  loadArea(area: string): Promise<unknown>;
  connection?: Connection;
  openStores?: () => Promise<Stores>;
}

export interface Stores {
  answers: AnswerStore;
  acts: ActStore;
  erase(person: string): Promise<void>;
  eraseAnswersOfOthers(person: string): Promise<void>;
}

export interface ShellOffline extends Offline {
  /** The transport that keeps answers. */
  transport(net: Transport): Transport;
  /** Called when the connection is back, or acts were sent: what the page shows is out of date. */
  onNews(listener: () => void): () => void;
  /** Reads what waits for the person who is signed in now, and sends it. Answers of others are erased. */
  turn(): Promise<void>;
  /** Erases everything of the person who has just signed out. */
  forget(person: string): Promise<void>;
  /** Sends what waits now, where there is a connection. */
  send(): Promise<void>;
}

/** One small answer that no worker or cache gives. */
const reach = (signal: AbortSignal) => fetch(`/builds/latest.json?reach=${Date.now()}`, { cache: "no-store", signal });

/** Without a secure context there is neither encryption nor a service worker: such a page works online alone. */
const openOwnStores = async (): Promise<Stores> =>
  (await import(/* webpackChunkName: "framed" */ "./stores.ts")).openStores();

export function createOffline({
  person,
  loadArea,
  connection = createConnection({ reach }),
  openStores = openOwnStores,
}: Options): ShellOffline {
  let opened: Promise<Stores> | null = null;
  const stores = () => {
    opened ??= openStores();
    opened.catch(() => {
      opened = null;
    });
    return opened;
  };
  const listeners = new Set<() => void>();
  const news = () => {
    for (const listener of [...listeners]) listener();
  };
  /** The page that kept answers were shown on, and the oldest of them. */
  const shown = createStore<{ page: string; at: number } | null>(null);
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);

  const declared = createDeclared(() => outbox.acts.get(), loadArea);
  const outbox = createOutbox({
    person,
    store: async () => (await stores()).acts,
    isLost: connection.lost.get,
    kindOf: declared.kindOf,
    alone: (work) => (navigator.locks ? navigator.locks.request(`${NAME}.${person()}`, work) : work()),
    tell: () => channel?.postMessage(null),
    changed: news,
  });
  channel?.addEventListener("message", () => void outbox.load().catch(() => undefined));

  const stateOf = (): OfflineState => ({
    connected: !connection.lost.get(),
    asOf: shown.get()?.at ?? null,
    acts: outbox.acts.get(),
  });
  const state = createStore(stateOf());
  for (const part of [connection.lost, shown, outbox.acts]) part.subscribe(() => state.set(stateOf()));

  let readOf: string | null = null;
  let reading: Promise<void> = Promise.resolve();
  const actsAreRead = () => {
    if (readOf !== person()) {
      readOf = person();
      reading = outbox.load().catch(() => undefined);
    }
    return reading;
  };

  const send = () => (connection.lost.get() ? Promise.resolve() : outbox.send());
  connection.lost.subscribe(() => {
    if (connection.lost.get()) return;
    shown.set(null);
    // First what waits, then the answers: one from before would show the old state.
    void send().finally(news);
  });

  return {
    state: state.get,
    subscribe: state.subscribe,
    declare: declared.declare,
    run: outbox.run,
    discard: outbox.discard,
    retry: outbox.retry,
    send,
    transport: (net) =>
      keepAnswers(net, {
        connection,
        person,
        store: async () => (await stores()).answers,
        keptPath: declared.keptPath,
        actsAreRead,
        shown: ({ area }, at) => {
          if (area === SHELL) return;
          const before = shown.get();
          const page = location.pathname;
          if (before?.page !== page || at < before.at) shown.set({ page, at });
        },
      }),
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async turn() {
      shown.set(null);
      const who = person();
      if (readOf === null || readOf !== who) {
        readOf = null;
        outbox.acts.set([]);
      }
      if (who === null) return;
      const own = await stores().catch(() => null);
      if (!own) return;
      await own.eraseAnswersOfOthers(who);
      await actsAreRead();
      await send();
    },
    async forget(who) {
      readOf = null;
      outbox.acts.set([]);
      shown.set(null);
      // What cannot be opened holds nothing.
      await (await stores().catch(() => null))?.erase(who);
      channel?.postMessage(null);
    },
  };
}
