import type { RowChange } from "@tessera/shell-api";
import { changeWords, type LiveRecord } from "./words.ts";

/** Changes that are kept, the newest; and cards whose last state is remembered to say what changed. */
const KEPT = 500;
const REMEMBERED = 5_000;

export interface StreamedChange {
  kind: "change";
  key: string;
  change: RowChange["type"];
  id: string;
  /** Last known title and type; null where the card was unknown before it was deleted. */
  title: string | null;
  type: string | null;
  words: string;
  /** When it was committed. */
  at: string;
  /** What the card is under now; null once it is deleted. */
  status: string | null;
}
/** A time in which nothing could arrive. */
export interface Gap {
  kind: "gap";
  key: string;
  from: string;
  /** Null while it lasts. */
  to: string | null;
}
export type Entry = StreamedChange | Gap;

export interface Stream {
  /** Newest first. */
  entries: readonly Entry[];
  paused: boolean;
  /** Changes that came while paused. */
  held: number;
}

/** The changes that arrived since the page was opened. */
export function createStream(now: () => Date = () => new Date()) {
  let state: Stream = { entries: [], paused: false, held: 0 };
  let waiting: Entry[] = [];
  let count = 0;
  const known = new Map<string, LiveRecord>();
  const listeners = new Set<() => void>();
  const set = (part: Partial<Stream>) => {
    state = { ...state, ...part };
    for (const listener of [...listeners]) listener();
  };
  const remember = (record: LiveRecord) => {
    known.delete(record.id);
    known.set(record.id, record);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
  };
  const add = (entry: Entry) => {
    if (!state.paused) return set({ entries: [entry, ...state.entries].slice(0, KEPT) });
    waiting = [entry, ...waiting].slice(0, KEPT);
    set({ held: state.held + (entry.kind === "change" ? 1 : 0) });
  };
  const endGap = (entries: readonly Entry[]) =>
    entries.map((entry) => (entry.kind === "gap" && entry.to === null ? { ...entry, to: now().toISOString() } : entry));

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    accept({ type, at, record, old }: RowChange) {
      const present = type === "DELETE" ? null : (record as unknown as LiveRecord);
      const id = String(present?.id ?? old.id);
      const before = known.get(id) ?? null;
      if (present) remember(present);
      else known.delete(id);
      const shown = present ?? before;
      add({
        kind: "change",
        key: String(++count),
        change: type,
        id,
        title: shown?.title ?? null,
        type: shown?.type ?? null,
        words: changeWords(type, present, before),
        at,
        status: present?.status ?? null,
      });
    },
    /** The connection was lost, or is there again. */
    interrupted() {
      const [newest] = [...waiting, ...state.entries];
      if (newest?.kind === "gap" && newest.to === null) return;
      add({ kind: "gap", key: String(++count), from: now().toISOString(), to: null });
    },
    resumed() {
      waiting = endGap(waiting) as Entry[];
      set({ entries: endGap(state.entries) });
    },
    pause: () => set({ paused: true }),
    resume() {
      const entries = [...waiting, ...state.entries].slice(0, KEPT);
      waiting = [];
      set({ entries, paused: false, held: 0 });
    },
    clear() {
      waiting = [];
      set({ entries: [], held: 0 });
    },
  };
}
export type LiveStream = ReturnType<typeof createStream>;
