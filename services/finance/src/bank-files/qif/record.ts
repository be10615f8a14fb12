import { parseDate } from "../dates.ts";
import { MAX_CATEGORY_DEPTH, MAX_SPLITS } from "../limits.ts";
import { readMoney } from "../money.ts";
import type { Entry, Split } from "../statement.ts";
import { clean, joined, known } from "../text.ts";
import type { QifForm } from "./qif-survey.ts";

/** Lines of one transaction. */
export interface QifRecord {
  line: number;
  fields: Map<string, string>;
  address: string[];
  splits: { category: string; memo?: string; amount?: string; percent?: string }[];
}

export const newRecord = (line: number): QifRecord => ({ line, fields: new Map(), address: [], splits: [] });

/** Adds a line to the record; letters without a meaning for money are left out. */
export function addField(record: QifRecord, text: string) {
  const code = text[0]!;
  const value = text.slice(1).trim();
  const split = record.splits.at(-1);
  if (code === "S") {
    if (record.splits.length <= MAX_SPLITS) record.splits.push({ category: value });
  } else if (code === "E" && split) split.memo = joined([split.memo, value]);
  else if (code === "$" && split) split.amount ??= value;
  else if (code === "%" && split) split.percent ??= value;
  else if (code === "A") {
    if (value && record.address.length < 8) record.address.push(value);
  } else if (/^[DTUCNPMLY]$/u.test(code) && !record.fields.has(code)) record.fields.set(code, value);
}

/** "Food:Groceries/Holiday" and "[Savings]": category, account, class. */
export function categoryOf(text: string | undefined): Pick<Split, "category" | "transferAccount" | "tags"> {
  const value = clean(text);
  if (!value || /^--?split--?$/iu.test(value)) return {};
  const [, account, named = "", tag] = /^(?:\[([^\]]*)\]|([^/]*))(?:\/(.*))?$/u.exec(value) ?? [];
  const category = named
    .split(":")
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, MAX_CATEGORY_DEPTH);
  return known({
    category: category.length ? category : undefined,
    transferAccount: clean(account),
    tags: tag?.trim() ? [tag.trim()] : undefined,
  });
}

export const shownOf = ({ fields }: QifRecord) => ["D", "T", "P", "M"].map((code) => fields.get(code) ?? "").join(" ");

/**
 * The record as an entry.
 * @param accountName of the section; an opening balance names the account itself
 */
export function entryOf(
  record: QifRecord,
  currency: string,
  form: QifForm,
): { entry?: Entry; wrong?: string; warnings: string[] } {
  const { fields } = record;
  const warnings: string[] = [];
  const dateText = fields.get("D");
  if (!dateText) return { wrong: "it has no date (D)", warnings };
  const date = parseDate(dateText, form.dateOrder, true);
  if (!date) {
    const order = { DMY: "day, month, year", MDY: "month, day, year", YMD: "year, month, day" }[form.dateOrder];
    return { wrong: `its date “${dateText.slice(0, 40)}” is not a day in the order ${order}`, warnings };
  }
  const money = readMoney(fields.get("T") ?? fields.get("U"), currency, form.decimal);
  if ("wrong" in money) return { wrong: money.wrong, warnings };
  if (money.rounded) warnings.push("The amount has more digits than its currency and was rounded.");
  const number = fields.get("N");
  const isCheck = number !== undefined && /^\d+$/u.test(number);
  const category = categoryOf(fields.get("L"));
  const splits = splitsOf(record, money.minor, currency, form, warnings);
  const mark = fields.get("C")?.toUpperCase() ?? "";
  const payee = clean(fields.get("P"));
  const entry: Entry = known({
    ...{ line: record.line, date, amount: money.minor, currency, status: "booked" as const, payee },
    memo: joined([fields.get("M")]),
    checkNumber: isCheck ? number : undefined,
    type: isCheck ? undefined : clean(number),
    // The category of the whole repeats that of its first part.
    ...(splits ? {} : category),
    splits,
    cleared: /^[XR]/u.test(mark) ? ("reconciled" as const) : /^[*C]/u.test(mark) ? ("cleared" as const) : undefined,
    opening:
      category.transferAccount && /^opening balance$|^solde initial$|^anfangssaldo$/iu.test(payee ?? "")
        ? (true as const)
        : undefined,
  });
  return { entry, warnings };
}

function splitsOf(
  record: QifRecord,
  total: number,
  currency: string,
  form: QifForm,
  warnings: string[],
): Split[] | undefined {
  if (record.splits.length === 0) return undefined;
  if (record.splits.length > MAX_SPLITS) {
    warnings.push(`The entry has more than ${MAX_SPLITS} parts; it is read without them.`);
    return undefined;
  }
  const amounts = record.splits.map(({ amount, percent }) => {
    if (amount === undefined && percent) return Math.round((total * Number.parseFloat(percent)) / 100);
    const money = readMoney(amount, currency, form.decimal);
    return "minor" in money ? money.minor : undefined;
  });
  const without = amounts.filter((amount) => amount === undefined || Number.isNaN(amount)).length;
  const sum = amounts.reduce((all: number, amount) => all + (amount || 0), 0);
  let rest = total - sum;
  const splits: Split[] = record.splits.map(({ category, memo }, index) => {
    const stated = amounts[index];
    const missing = stated === undefined || Number.isNaN(stated);
    const amount = missing && without === 1 ? rest : (stated ?? 0) || 0;
    if (missing && without === 1) rest = 0;
    return known({ amount, ...categoryOf(category), memo: clean(memo) });
  });
  if (rest !== 0) {
    warnings.push("The parts of the entry do not add up to its amount; the rest is a part without a category.");
    splits.push({ amount: rest });
  }
  return splits;
}
