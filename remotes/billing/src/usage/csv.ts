import type { Usage } from "@tessera/contracts-billing/usage.ts";

/** A spreadsheet runs a cell that begins with one of these: an apostrophe keeps it a text (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const cell = (value: string | number) => {
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The month as a table: a line for each day, model and agent of a meter, in the whole units of the meter. */
export function usageCsv({ meters }: Pick<Usage, "meters">): string {
  const lines = meters.flatMap(({ meter, unit, days, models, agents }) => [
    ...days.map(({ day, quantity, uses }) => [meter, unit, "day", day, quantity, uses]),
    ...models.map(({ name, quantity, uses }) => [meter, unit, "model", name, quantity, uses]),
    ...agents.map(({ name, quantity, uses }) => [meter, unit, "agent", name, quantity, uses]),
  ]);
  return [["meter", "unit", "by", "name", "quantity", "uses"], ...lines]
    .map((line) => `${line.map(cell).join(",")}\r\n`)
    .join("");
}
