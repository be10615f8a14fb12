export interface SnoozeTime {
  id: string;
  label: string;
  at: Date;
}

/** Hours at which a day's evening and morning begin for a snooze. */
const EVENING = 18;
const MORNING = 9;

/** The times a person may put a card off to; those already past are left out. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const at = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const weekday = now.getDay();
  const toSaturday = (6 - weekday + 7) % 7 || 7;
  const toMonday = (1 - weekday + 7) % 7 || 7;
  const times: SnoozeTime[] = [
    { id: "evening", label: "This evening", at: at(0, EVENING) },
    { id: "tomorrow", label: "Tomorrow morning", at: at(1, MORNING) },
    { id: "weekend", label: "This weekend", at: at(toSaturday, MORNING) },
    { id: "week", label: "Next week", at: at(toMonday, MORNING) },
    { id: "month", label: "In a month", at: new Date(now.getFullYear(), now.getMonth() + 1, now.getDate(), MORNING) },
  ];
  return times.filter((time) => time.at.getTime() > now.getTime() + 30 * 60_000);
}
