/** Months and days of usage are those of UTC: "2026-11", "2026-11-23". */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
export const firstDay = (month: string): string => `${month}-01`;
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000));
export const lastDay = (month: string): string => {
  const [year, number] = month.split("-").map(Number);
  return dayOf(new Date(Date.UTC(year!, number!, 0)));
};
export const monthAfter = (month: string): string => addDays(lastDay(month), 1).slice(0, 7);
