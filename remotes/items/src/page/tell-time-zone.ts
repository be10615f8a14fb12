import { useUiSettings } from "@tessera/ui";
import { useEffect } from "react";
import { items } from "../api.ts";

const KEY = "tessera.items.zone";

/** Tells the service where the person's days begin, once for each zone on this device: what is due today follows it. */
export function useTellTimeZone(userId: string | undefined): void {
  const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = useUiSettings();
  useEffect(() => {
    if (!userId || told() === `${userId} ${timeZone}`) return;
    items.setTimeZone({ timeZone }).then(
      () => keep(`${userId} ${timeZone}`),
      // Told the next time that the page is opened; until then the days are those from before.
      () => undefined,
    );
  }, [userId, timeZone]);
}

function told(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(value: string): void {
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // A browser that stores nothing tells it each time.
  }
}
