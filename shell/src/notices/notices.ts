import type { Notification } from "@tessera/shell-api";
import { createStore, type Store } from "../stores/store.ts";

export interface Notice extends Notification {
  id: number;
}
export interface Notices {
  store: Store<readonly Notice[]>;
  show(notification: Notification): void;
  dismiss(id: number): void;
}

/** How long a notice stays, in ms; longer when it can be acted on. */
const STAYS = 4000;
const STAYS_WITH_ACTION = 8000;
/** More than this many at once would cover the page: the oldest go. */
const MAX_NOTICES = 3;
/** Only one success is shown at a time: the next one replaces it. */
const passing = ({ intent = "info" }: Notification) => intent === "info" || intent === "success";

export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>([]);
  let last = 0;
  const notices: Notices = {
    store,
    show(notification) {
      last += 1;
      const id = last;
      const kept = store.get().filter((notice) => !(passing(notification) && passing(notice)));
      store.set([...kept, { ...notification, id }].slice(-MAX_NOTICES));
      setTimeout(() => notices.dismiss(id), notification.action ? STAYS_WITH_ACTION : STAYS);
    },
    dismiss: (id) => store.set(store.get().filter((notice) => notice.id !== id)),
  };
  return notices;
}
