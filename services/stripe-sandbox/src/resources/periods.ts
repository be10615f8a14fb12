/**
 * `count` intervals after `from` (seconds since 1970, UTC): the same day of the month, or its last day where it has
 * none.
 */
export function addIntervals(from: number, every: { interval: string; interval_count: number }, count: number): number {
  const steps = every.interval_count * count;
  if (every.interval === "day") return from + steps * 86_400;
  if (every.interval === "week") return from + steps * 7 * 86_400;
  const start = new Date(from * 1000);
  const months = every.interval === "year" ? steps * 12 : steps;
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0)).getUTCDate();
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  end.setUTCDate(Math.min(start.getUTCDate(), last));
  return Math.floor(end.getTime() / 1000);
}

/** End of the period that begins at `start`, counted from the anchor so that short months do not move the day. */
export function nextPeriodEnd(
  anchor: number,
  every: { interval: string; interval_count: number },
  start: number,
): number {
  let count = 1;
  while (addIntervals(anchor, every, count) <= start) count++;
  return addIntervals(anchor, every, count);
}
