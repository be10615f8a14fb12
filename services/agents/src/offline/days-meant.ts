import { addDays, weekdayOf } from "@tessera/contracts-core/days.ts";

export interface Days {
  from: string;
  to: string;
}

const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december".split("|");

const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const monthOf = (year: number, month: number): Days => ({
  from: `${year}-${String(month).padStart(2, "0")}-01`,
  to: lastOf(year, month),
});

/** The past days that a question names: "last month", "in March", "this year", "since January"; null when none. */
export function daysMeant(question: string, today: string): { days: Days; rest: string } | null {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7));
  const first = monthOf(year, month).from;
  const before = addDays(first, -1);
  const named: [RegExp, (match: RegExpExecArray) => Days][] = [
    [/\btoday\b/i, () => ({ from: today, to: today })],
    [/\byesterday\b/i, () => ({ from: addDays(today, -1), to: addDays(today, -1) })],
    [/\bthis week\b/i, () => ({ from: monday, to: today })],
    [/\blast week\b/i, () => ({ from: addDays(monday, -7), to: addDays(monday, -1) })],
    [/\bthis month\b/i, () => ({ from: first, to: today })],
    [/\blast month\b/i, () => ({ from: `${before.slice(0, 7)}-01`, to: before })],
    [/\bthis year\b/i, () => ({ from: `${year}-01-01`, to: today })],
    [/\blast year\b/i, () => ({ from: `${year - 1}-01-01`, to: `${year - 1}-12-31` })],
    [/\b(?:in the )?last (\d{1,3}) days\b/i, ([, count]) => ({ from: addDays(today, -Number(count)), to: today })],
    [
      new RegExp(String.raw`\b(since |in |of )?(${MONTHS.join("|")})(?: (\d{4}))?\b`, "i"),
      ([, word = "", name = "", said]) => {
        const at = MONTHS.indexOf(name.toLowerCase()) + 1;
        const of = said ? Number(said) : at > month ? year - 1 : year;
        const days = monthOf(of, at);
        return /since/i.test(word) ? { from: days.from, to: today } : days;
      },
    ],
    [
      /\b(since |in |of )(20\d{2})\b/i,
      ([, word = "", said]) => ({ from: `${said}-01-01`, to: /since/i.test(word) ? today : `${said}-12-31` }),
    ],
  ];
  for (const [pattern, daysOf] of named) {
    const match = pattern.exec(question);
    if (match) return { days: daysOf(match), rest: question.replace(match[0], " ") };
  }
  return null;
}
