/** Hours and minutes as clocks of the locale have them: "9:05 AM", but "09:05". For `Intl.DateTimeFormat`. */
export function clock(locale: string | undefined): { hour: "numeric" | "2-digit"; minute: "2-digit" } {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return { hour: hour12 ? "numeric" : "2-digit", minute: "2-digit" };
}
