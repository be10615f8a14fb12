import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { type ActKind, isOffline, type NewAct, type Offline, type WaitingAct } from "@tessera/shell-api";
import { createStore, type Store } from "../stores/store.ts";
import type { ActStore, StoredAct } from "./act-store.ts";

/** Ms before acts that could not be sent are tried again. */
const RETRY_MS = 30_000;

/** Statuses that say nothing about the act itself. */
const TEMPORARY = new Set([401, 408, 425, 429]);
/** An earlier request with the act's key is still worked on: it may be done yet. */
const IN_PROGRESS = "request_in_progress";

export interface Outbox extends Pick<Offline, "run" | "discard" | "retry"> {
  acts: Store<readonly WaitingAct[]>;
  /** Reads again what is stored: of this person, or by another tab. */
  load(): Promise<void>;
  /** Sends what waits, in order, one tab at a time. */
  send(): Promise<void>;
}

interface Options {
  person(): string | null;
  store(): Promise<ActStore>;
  isLost(): boolean;
  /** How the area sends this kind; its code is loaded when it is not there. */
  kindOf(area: string, kind: string): Promise<ActKind>;
  /** Runs work while no other tab does. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Tells the other tabs that the stored acts have changed. */
  tell(): void;
  /** Acts were sent or refused, and the answers that the page shows are out of date. */
  changed(): void;
  /** Calls `run` after so many ms, unless it is asked for again. @returns what stops it */
  later?: (run: () => void, ms: number) => () => void;
  now?: () => number;
}

const byTimer = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Changes that wait for the connection: stored by person before the page says so, sent in order. */
export function createOutbox(options: Options): Outbox {
  const { person, store, isLost, kindOf, alone, tell, changed, later = byTimer, now = Date.now } = options;
  const acts = createStore<readonly WaitingAct[]>([]);
  let sending: string | null = null;
  let stop = () => {};
  let queued: Promise<void> | null = null;

  const show = (stored: readonly StoredAct[]) =>
    acts.set(
      stored.map(({ seq: _seq, ...act }) => ({
        ...act,
        state: act.reason !== null ? "refused" : act.id === sending ? "sending" : "waiting",
      })),
    );
  const load = async () => {
    const who = person();
    const stored = who === null ? [] : await (await store()).list(who);
    if (person() === who) show(stored);
  };
  const changedStore = async () => {
    await load();
    tell();
  };
  const find = async (who: string, id: string) => (await (await store()).list(who)).find((act) => act.id === id);

  /** Sends one act. @returns whether the next may follow */
  const sendOne = async (who: string, act: StoredAct): Promise<boolean> => {
    sending = act.id;
    await load();
    const stored = await store();
    try {
      await (await kindOf(act.area, act.kind)).send(act.body, act.id);
      await stored.remove(act.seq);
      return true;
    } catch (error) {
      if (isOffline(error) || isTemporary(error)) return false;
      await stored.replace(who, { ...act, reason: error instanceof Error ? error.message : String(error) });
      return true;
    } finally {
      sending = null;
      await changedStore();
    }
  };

  const sendAll = async () => {
    const who = person();
    if (who === null) return;
    let any = false;
    for (;;) {
      if (person() !== who || isLost()) break;
      const next = (await (await store()).list(who)).find((act) => act.reason === null);
      if (!next || !(await sendOne(who, next))) break;
      any = true;
    }
    if (any && person() === who) changed();
  };
  // One run that waits is enough: it sends whatever is stored by then.
  const send = (): Promise<void> => {
    queued ??= alone(() => {
      queued = null;
      return sendAll();
    }).finally(() => {
      stop();
      // What waits after this was stopped by the service or the network: neither always says when it is back.
      if (acts.get().some(({ state }) => state === "waiting")) stop = later(() => void send(), RETRY_MS);
    });
    return queued;
  };

  const enqueue = async (who: string, area: string, act: NewAct, id: string): Promise<string> => {
    const stored = await store();
    const { merge } = await kindOf(area, act.kind);
    const last = merge && (await stored.list(who)).findLast((one) => shares(one, act));
    const { subjects, title, text = null, path = null, body, kind } = act;
    // An act that is being sent keeps its body.
    if (merge && last && last.kind === kind && last.reason === null && last.id !== sending) {
      const merged = { ...last, title, text, path, body: merge(last.body, body) };
      if (await stored.replace(who, merged)) return last.id;
    }
    await stored.add(who, { id, area, kind, subjects, title, text, path, body, at: now(), reason: null });
    return id;
  };

  return {
    acts,
    load,
    send,
    async run<T>(area: string, act: NewAct) {
      const who = person();
      if (who === null) throw new Error("Nobody is signed in.");
      const id = act.id ?? crypto.randomUUID();
      const behind = acts.get().some((one) => one.state !== "refused" && shares(one, act));
      if (!isLost() && !behind) {
        try {
          return { sent: true as const, answer: (await (await kindOf(area, act.kind)).send(act.body, id)) as T };
        } catch (error) {
          if (!isOffline(error)) throw error;
        }
      }
      const stored = await enqueue(who, area, act, id);
      await changedStore();
      if (!isLost()) void send();
      return { sent: false as const, id: stored };
    },
    async discard(id) {
      const who = person();
      if (who === null || id === sending) return false;
      const act = await find(who, id);
      if (!act) return false;
      await (await store()).remove(act.seq);
      await changedStore();
      changed();
      return true;
    },
    async retry(id) {
      const who = person();
      const act = who === null ? undefined : await find(who, id);
      if (who === null || !act) return;
      await (await store()).replace(who, { ...act, reason: null });
      await changedStore();
      await send();
    },
  };
}

const shares = (one: Pick<WaitingAct, "subjects">, other: Pick<NewAct, "subjects">) =>
  one.subjects.some((subject) => other.subjects.includes(subject));

const isTemporary = (error: unknown) =>
  error instanceof ProblemError && (error.status >= 500 || TEMPORARY.has(error.status) || error.code === IN_PROGRESS);
