const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, made);
  return made;
}

/** What clocks of the zone show at an instant, as the ms of the epoch at which UTC shows the same. */
export function wallClock(timeZone: string, at: number): number {
  const parts = new Map<string, number>(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

const offsetAt = (timeZone: string, at: number) => wallClock(timeZone, at) - Math.floor(at / 1000) * 1000;

/**
 * Instants at which clocks of the zone show a time: two where clocks are set back over it; where they are set forward
 * over it, the one at which they would have shown it.
 */
export function instantsOf(timeZone: string, wall: number): number[] {
  const before = offsetAt(timeZone, wall - DAY);
  const after = offsetAt(timeZone, wall + DAY);
  const shown = [...new Set([wall - before, wall - after])]
    .filter((at) => wallClock(timeZone, at) === wall)
    .sort((one, other) => one - other);
  return shown.length ? shown : [wall - before];
}

/** Instants between two, at which clocks of the zone are set. */
export function clockChanges(timeZone: string, from: number, to: number): number[] {
  const found: number[] = [];
  for (let day = from; day < to; day += DAY) {
    let [low, high] = [day, Math.min(day + DAY, to)];
    const before = offsetAt(timeZone, low);
    if (offsetAt(timeZone, high) === before) continue;
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
      if (middle <= low) break;
      if (offsetAt(timeZone, middle) === before) low = middle;
      else high = middle;
    }
    found.push(Math.floor(high / MINUTE) * MINUTE);
  }
  return found;
}
