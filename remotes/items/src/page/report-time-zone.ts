import { useUiSettings } from "@tessera/ui";
import { useEffect } from "react";
import { items } from "../api.ts";

const KEY = "tessera.items.zone";

/** Reports the person's time zone to the service, once for each zone on this device: "due today" depends on it. */
export function useReportTimeZone(userId: string | undefined): void {
  const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = useUiSettings();
  useEffect(() => {
    if (!userId || reported() === `${userId} ${timeZone}`) return;
    items.setTimeZone({ timeZone }).then(
      () => keep(`${userId} ${timeZone}`),
      // Reported when the page is opened next; until then the earlier zone applies.
      () => undefined,
    );
  }, [userId, timeZone]);
}

function reported(): string | null {
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
    // Without storage it is reported each time.
  }
}
