import { shell } from "@tessera/shell-api";
import { clock } from "@tessera/ui/clock";
import type { SnoozeChoice } from "@tessera/ui/snooze";

/** Asks until when something stays away; undefined when the person changed their mind. */
export async function askSnooze(title: string): Promise<Date | undefined> {
  const { dialogs } = shell();
  const choice = await dialogs.loading(async () => {
    const { SnoozeDialog } = await import("@tessera/ui/snooze");
    return dialogs.open<SnoozeChoice>(SnoozeDialog, {}, { title: `Snooze ${title}`, width: "400px", buttons: [] });
  });
  return choice?.at;
}

/** "Mon 23 Nov, 09:00" in the person's locale and time zone. */
export function untilWords(until: Date): string {
  const { locale, timeZone } = shell().preferences.get();
  return until.toLocaleString(locale || undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...clock(locale || undefined),
    timeZone: timeZone || undefined,
  });
}
