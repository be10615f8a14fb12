import type { Services } from "../services.ts";

/** Shows on the icon of the installed app what waits for the person: the numbers beside navigation entries together. */
export function followAppBadge({ badges: { store } }: Pick<Services, "badges">): void {
  const show = () => {
    const waiting = [...store.get().values()].reduce((sum, count) => sum + count, 0);
    // Refused where the page is no installed app.
    void navigator.setAppBadge?.(waiting).catch(() => undefined);
  };
  store.subscribe(show);
}
