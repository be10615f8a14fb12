import { dayOf, daysIn, yearOf } from "../dates.ts";

/** Field 61 taken apart. */
export interface EntryLine {
  /** The day it was booked; the day of value when the bank gives no other. */
  date: string;
  valueDate: string;
  /** A day such as 30 February was written, and the last day of the month taken. */
  moved: boolean;
  mark: "C" | "D" | "RC" | "RD" | "EC" | "ED";
  amount: string;
  type?: string;
  reference?: string;
  bankReference?: string;
  /** What stands behind the 16 characters of the reference: the other side's name at some banks. */
  name?: string;
  /** Lines below. */
  more?: string;
}

const FORM =
  /^\s*(\d{6})(\d{4})?\s*(RC|RD|EC|ED|C|D)([A-Z])?\s*(\d{1,15}(?:[,.]\d{0,8})?)\s*(?:([A-Z][A-Z0-9 ]{3})(.*))?$/u;
const MAX_REFERENCE = 16;

/** @returns the parts, or why they are none, as the end of a sentence */
export function readEntryLine(lines: string[]): EntryLine | { wrong: string } {
  let [first = "", ...rest] = lines;
  let form = FORM.exec(first);
  if (!form && rest.length) {
    // Some banks break the line inside the amount.
    first = `${first.trim()}${rest[0]!.trim()}`;
    rest = rest.slice(1);
    form = FORM.exec(first);
  }
  if (!form) return { wrong: `field 61 “${lines[0]!.trim().slice(0, 60)}” does not have the form of the standard` };
  const [, value, booked, mark, , amount, type, behind = ""] = form;
  const valueDay = dayOfNumbers(value!.slice(0, 2), value!.slice(2, 4), value!.slice(4));
  if (!valueDay) return { wrong: `its date “${value}” is not a day` };
  const bookedDay = booked ? nearest(booked, Number(valueDay.day.slice(0, 4)), valueDay.day) : undefined;
  if (booked && !bookedDay) return { wrong: `its booking date “${booked}” is not a day` };
  const [before = "", ...bank] = behind.split("//");
  const reference = bank.length ? before : before.slice(0, MAX_REFERENCE);
  return {
    date: bookedDay?.day ?? valueDay.day,
    valueDate: valueDay.day,
    moved: valueDay.moved || Boolean(bookedDay?.moved),
    mark: mark as EntryLine["mark"],
    amount: amount!.replace(/[,.]$/u, ""),
    type: type?.trim(),
    reference: reference.trim(),
    bankReference: bank.join("//").trim(),
    name: bank.length ? "" : before.slice(MAX_REFERENCE).trim(),
    more: rest.map((text) => text.trim()).join(" "),
  };
}

/** Banks that count 30 days a month write a 30th of February. */
function dayOfNumbers(year: string, month: string, day: string): { day: string; moved: boolean } | undefined {
  const [y, m, d] = [yearOf(year), Number(month), Number(day)];
  const exact = dayOf(y, m, d);
  if (exact) return { day: exact, moved: false };
  if (!(m >= 1 && m <= 12 && d > daysIn(y, m) && d <= 31)) return undefined;
  return { day: dayOf(y, m, daysIn(y, m))!, moved: true };
}

/** The day MMDD that is nearest to the day of value: entries of January may have value in December. */
function nearest(monthDay: string, year: number, value: string) {
  const days = [year - 1, year, year + 1]
    .map((one) => dayOfNumbers(String(one), monthDay.slice(0, 2), monthDay.slice(2)))
    .filter((one) => one !== undefined);
  const distance = (one: { day: string }) => Math.abs(Date.parse(one.day) - Date.parse(value));
  return days.sort((a, b) => Number(a.moved) - Number(b.moved) || distance(a) - distance(b))[0];
}
