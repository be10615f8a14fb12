/** The month `count` months after a month, both YYYY-MM. */
export function addMonths(month: string, count: number): string {
  const all = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${String(Math.floor(all / 12)).padStart(4, "0")}-${String((all % 12) + 1).padStart(2, "0")}`;
}

/** So many months up to and with `to`, the oldest first. */
export const monthsTo = (to: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(to, index - count + 1));

/** The first and the last day of a month. @param firstDay on which months begin */
export function daysOf(month: string, firstDay = 1): { from: string; to: string } {
  const day = String(firstDay).padStart(2, "0");
  const next = Date.parse(`${addMonths(month, 1)}-${day}`);
  return { from: `${month}-${day}`, to: new Date(next - 86_400_000).toISOString().slice(0, 10) };
}

/** The month that a day is in. @param firstDay on which months begin */
export const monthOf = (day: string, firstDay = 1): string =>
  Number(day.slice(8)) < firstDay ? addMonths(day.slice(0, 7), -1) : day.slice(0, 7);
