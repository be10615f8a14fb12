/** Months of usage are those of UTC: "2026-11". */
export const monthAt = (at: Date): string => at.toISOString().slice(0, 7);

/**
 * The month of an address: the present one without parameters, the last that has begun of a year alone; null for what
 * is no month.
 */
export function monthOfAddress(year: string | undefined, month: string | undefined, now: Date): string | null {
  const present = monthAt(now);
  if (year === undefined) return present;
  if (!/^20\d\d$/.test(year)) return null;
  if (month === undefined) return year === present.slice(0, 4) ? present : `${year}-12`;
  return /^(0?[1-9]|1[0-2])$/.test(month) ? `${year}-${month.padStart(2, "0")}` : null;
}

export const addressOf = (month: string): string => `/usage/${month.replace("-", "/")}`;

export function stepMonth(month: string, by: number): string {
  const [year, number] = month.split("-").map(Number);
  return monthAt(new Date(Date.UTC(year!, number! - 1 + by)));
}

/** Every day of a month: "2026-11-01" and so on. */
export function daysOfMonth(month: string): string[] {
  const [year, number] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year!, number!, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
}
