import type { Notification } from "@tessera/shell-api";
import { createStore, type Store } from "../stores/store.ts";

export interface Notice extends Notification {
  id: number;
}
export interface Notices {
  store: Store<readonly Notice[]>;
  show(notification: Notification): void;
  dismiss(id: number): void;
  /** A person points at the notice, or has the keyboard in it: nothing takes it from under the finger. */
  hold(id: number): void;
  release(id: number): void;
}

/** How long a notice stays, in ms; longer when it can be acted on. */
const STAYS = 4000;
const STAYS_WITH_ACTION = 8000;
/** How long a notice that was let go is still held, in ms: a tap arrives after the finger has left. */
const TAP = 1000;
/** More than this many at once would cover the page: the oldest go. */
const MAX_NOTICES = 3;
/** Only one success is shown at a time: the next one replaces it. */
const passing = ({ intent = "info" }: Notification) => intent === "info" || intent === "success";

export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>([]);
  let last = 0;
  const held = new Set<number>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const after = (ms: number, id: number, run: () => void) => {
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(run, ms));
  };
  const end = (notice: Notice) =>
    after(notice.action ? STAYS_WITH_ACTION : STAYS, notice.id, () => notices.dismiss(notice.id));
  const keep = (notices: readonly Notice[]) => {
    for (const { id } of store.get().filter((notice) => !notices.includes(notice))) {
      clearTimeout(timers.get(id));
      timers.delete(id);
      held.delete(id);
    }
    store.set(notices);
  };
  const notices: Notices = {
    store,
    show(notification) {
      last += 1;
      const notice = { ...notification, id: last };
      const before = store.get().filter(({ id, ...one }) => held.has(id) || !(passing(notification) && passing(one)));
      const free = before.filter(({ id }) => !held.has(id));
      const gone = free.slice(0, Math.max(0, before.length + 1 - MAX_NOTICES));
      keep([...before.filter((one) => !gone.includes(one)), notice]);
      end(notice);
    },
    dismiss: (id) => keep(store.get().filter((notice) => notice.id !== id)),
    hold(id) {
      held.add(id);
      clearTimeout(timers.get(id));
    },
    release(id) {
      const notice = store.get().find((one) => one.id === id);
      if (!notice) return;
      after(TAP, id, () => {
        held.delete(id);
        end(notice);
      });
    },
  };
  return notices;
}
