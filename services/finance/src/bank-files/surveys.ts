import { type DateOrder, inOrder, parseDate, splitDate } from "./dates.ts";

const ORDERS = ["DMY", "MDY", "YMD"] as const;

/** Tells the order of dates from all dates of a file together. */
export class DateSurvey {
  private readonly fitting: Record<DateOrder, number> = { DMY: 0, MDY: 0, YMD: 0 };
  /** Steps forward and back from one date to the next: files are sorted. */
  private readonly steps = { DMY: [0, 0], MDY: [0, 0] };
  private readonly last: { DMY?: string; MDY?: string } = {};
  private open = 0;
  private dots = 0;
  /** A date that reads as two days, for the sentence that asks. */
  example?: string;

  private readonly loose: boolean;

  constructor(loose = false) {
    this.loose = loose;
  }

  /** @returns whether the text is a date in any order */
  add(text: string): boolean {
    const date = splitDate(text, this.loose);
    if (!date) return false;
    const days = { DMY: inOrder(date, "DMY"), MDY: inOrder(date, "MDY"), YMD: inOrder(date, "YMD") };
    for (const order of ORDERS) if (days[order]) this.fitting[order] += 1;
    for (const order of ["DMY", "MDY"] as const) this.step(order, days[order]);
    if (days.DMY && days.MDY && days.DMY !== days.MDY) {
      this.open += 1;
      this.example ??= text.trim().slice(0, 30);
      if (date.separator === ".") this.dots += 1;
    }
    return Boolean(days.DMY ?? days.MDY ?? days.YMD);
  }

  /** @param usual the order when all dates can be read both ways */
  result(usual: "DMY" | "MDY"): { order: DateOrder; ambiguous: boolean } {
    const { DMY, MDY, YMD } = this.fitting;
    // Years come first only when nothing else fits better: "13-05-01" is 13 May before it is in 2013.
    if (YMD > DMY && YMD > MDY) return { order: "YMD", ambiguous: false };
    if (DMY !== MDY) return { order: DMY > MDY ? "DMY" : "MDY", ambiguous: false };
    if (this.open === 0 || this.dots * 2 > this.open) return { order: "DMY", ambiguous: false };
    const better = this.sorted("MDY") - this.sorted("DMY");
    return { order: better === 0 ? usual : better > 0 ? "MDY" : "DMY", ambiguous: true };
  }

  private step(order: "DMY" | "MDY", day: string | undefined) {
    const before = this.last[order];
    if (day && before && day !== before) this.steps[order][day > before ? 0 : 1]! += 1;
    if (day) this.last[order] = day;
  }

  private sorted(order: "DMY" | "MDY"): number {
    const [forward = 0, back = 0] = this.steps[order];
    return Math.max(forward, back) - Math.min(forward, back);
  }
}

/** Asks about the order of dates. @param example a date that is two days */
export function ambiguity(example: string, order: DateOrder): string {
  const other: DateOrder = order === "MDY" ? "DMY" : "MDY";
  const read = parseDate(example, order, true);
  const instead = parseDate(example, other, true);
  const ways = `“${example}” was read as ${read}, but may be ${instead}`;
  return `All dates of this file can be read in two ways: ${ways}. Choose the order of dates.`;
}

/** Tells the decimal separator from all numbers of a file together. */
export class NumberSurvey {
  private points = 0;
  private commas = 0;
  /** "1.000" alone: decimals of some, thousands of most. */
  private pointThousands = 0;
  private commaThousands = 0;

  /** @param exponent digits that the number has after the separator, if its currency is known */
  add(text: string, exponent = 2) {
    const digits = text.slice(0, 60).replace(/[^\d.,]/gu, "");
    const point = digits.lastIndexOf(".");
    const comma = digits.lastIndexOf(",");
    if (point < 0 && comma < 0) return;
    if (point >= 0 && comma >= 0) return this.count(point > comma);
    const mark = point >= 0 ? "." : ",";
    if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return this.count(mark === ",");
    const [whole = "", fraction = ""] = digits.split(mark);
    if (fraction.length !== 3 || exponent === 3 || /^0?$/u.test(whole) || whole.length > 3) this.count(mark === ".");
    else if (mark === ".") this.pointThousands += 1;
    else this.commaThousands += 1;
  }

  /** Nothing tells which sign is which. */
  get isOpen(): boolean {
    return this.points === this.commas && this.pointThousands === this.commaThousands;
  }

  result(): "." | "," {
    if (this.points !== this.commas) return this.points > this.commas ? "." : ",";
    return this.pointThousands > this.commaThousands ? "," : ".";
  }

  private count(isPoint: boolean) {
    if (isPoint) this.points += 1;
    else this.commas += 1;
  }
}
