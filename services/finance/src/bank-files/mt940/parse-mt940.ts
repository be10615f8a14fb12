import { currencyOf, NO_CURRENCY } from "../currency.ts";
import { dayOf, yearOf } from "../dates.ts";
import { LineSplitter } from "../lines.ts";
import { readMoney } from "../money.ts";
import type { OpenStatement, Output } from "../output.ts";
import type { FileParser, ParserContext } from "../parser.ts";
import type { AccountHint, Balance, Entry } from "../statement.ts";
import { accountOf, clean, joined, known } from "../text.ts";
import { type Details, moneyOf, readAmounts, readDetails, readNs } from "./details.ts";
import { type EntryLine, readEntryLine } from "./entry-line.ts";
import { type Field, FieldReader } from "./fields.ts";

interface Message {
  line: number;
  account: AccountHint;
  number?: string;
  /** MT942 has no balances. */
  interim: boolean;
}

/** MT940 and MT942 of SWIFT, with or without its blocks, one statement or pages of it in a message. */
export class Mt940Parser implements FileParser {
  private readonly lines: LineSplitter;
  private readonly fields: FieldReader;
  private message?: Message;
  private statement?: OpenStatement;
  /** The page ended with 62M: the next message continues. */
  private goesOn?: Balance;
  private closed = false;
  private warned?: OpenStatement;
  private pending?: { entry: EntryLine; line: number; details: string[][]; ns: string[] };
  private seen = new Set<string>();
  private turnover = newTurnover();
  private found = false;
  private last = 1;

  private readonly out: Output;
  private readonly context: ParserContext;

  constructor(out: Output, context: ParserContext) {
    this.out = out;
    this.context = context;

    this.fields = new FieldReader(
      (field) => this.field(field),
      (line) => this.endMessage(line),
    );
    this.lines = new LineSplitter((line) => {
      this.last = line.number;
      this.fields.push(line);
    });
  }

  push(text: string) {
    this.lines.push(text);
  }

  end() {
    this.last = Math.max(1, this.lines.end());
    this.fields.end(this.last);
    this.endStatement();
    if (!this.found) this.out.error(1, "This MT940 file has no statement. Export the transactions of an account.");
  }

  private field(field: Field) {
    const { tag, line } = field;
    const text = field.lines[0]!.trim();
    if (tag === "61") return this.entry(field);
    if (tag === "86") return this.more(field);
    if (tag === "NS" && this.pending) {
      this.pending.ns.push(...field.lines);
      return;
    }
    if (tag === "25" && this.pending && /^\d{3}[?>~]\d\d/u.test(text)) {
      this.out.warn(line, "Field 25 stands where the details of the entry (field 86) belong; it is read as these.");
      return this.more(field);
    }
    if (tag === "25" && this.statement && !this.closed && this.message?.account.number)
      return this.out.error(line, `Field 25 “${text.slice(0, 40)}” is inside a statement and is not read.`);
    this.finishEntry();
    if (tag === "20" && this.message) this.endMessage(line);
    this.message ??= { line, account: {}, interim: false };
    if (tag === "25" || tag === "25P") this.message.account = accountField(text);
    else if (tag === "28C" || tag === "28") this.message.number = clean(text);
    else if (tag === "34F") this.interim(text);
    else if (/^6[0245]/u.test(tag)) this.balance(tag, text, line);
    else if (/^90/u.test(tag)) this.totals(tag, text, line);
  }

  private interim(text: string) {
    if (!this.message) return;
    this.message.interim = true;
    this.message.account.currency ??= currencyOf(text.slice(0, 3));
  }

  /** MT942 says how many debits and credits it has, and their sum. */
  private totals(tag: string, text: string, line: number) {
    const statement = this.opened(line);
    const form = /^(\d{1,5})\s*([A-Z]{3})\s*([\d.,]+)/u.exec(text);
    if (!form) return;
    const money = readMoney(form[3]!.replace(/[.,]$/u, ""), statement.account.currency ?? NO_CURRENCY, ",");
    const read = this.turnover[tag === "90D" ? "debit" : "credit"];
    if (Number(form[1]) === read.count && "minor" in money && money.minor === read.sum) return;
    const what = tag === "90D" ? "debits" : "credits";
    this.out.warn(
      line,
      `The file says it has other ${what} (${text.slice(0, 40)}) than could be read; some may be missing.`,
    );
  }

  private opened(line: number): OpenStatement {
    this.message ??= { line, account: {}, interim: false };
    if (!this.statement) {
      const { account, number } = this.message;
      this.found = true;
      this.closed = false;
      this.turnover = newTurnover();
      this.statement = this.out.statement(this.message.line, account, number);
    }
    return this.statement;
  }

  private balance(tag: string, text: string, line: number) {
    const balance = this.balanceOf(text);
    if (typeof balance === "string") return this.out.warn(line, `Field ${tag} is not read: ${balance}.`);
    if (tag === "60F" || tag === "60M") return this.opening(tag, balance, line);
    const statement = this.opened(line);
    if (tag === "64") statement.available = balance;
    if (tag !== "62F" && tag !== "62M") return;
    statement.closing = balance;
    statement.to = balance.date;
    this.closed = true;
    this.goesOn = tag === "62M" ? balance : undefined;
  }

  private opening(tag: string, balance: Balance, line: number) {
    const account = this.message?.account ?? {};
    const before = this.statement?.account;
    const same = before && before.iban === account.iban && before.number === account.number;
    if (tag === "60M" && this.goesOn && same) {
      if (this.goesOn.amount !== balance.amount)
        this.out.warn(
          line,
          "This page does not begin with the balance that the page before ended with; one is missing.",
        );
      this.closed = false;
      return;
    }
    this.endStatement();
    account.currency ??= balance.currency === NO_CURRENCY ? undefined : balance.currency;
    const statement = this.opened(line);
    statement.opening = balance;
    statement.from = balance.date;
  }

  private balanceOf(text: string): Balance | string {
    const form = /^(R?[CD])\s*(\d\d)(\d\d)(\d\d)\s*([A-Z]{3})\s*([\d.,]+)/u.exec(text);
    if (!form) return `“${text.slice(0, 60)}” does not have the form that the standard gives it`;
    const currency = currencyOf(form[5]) ?? NO_CURRENCY;
    const money = readMoney(form[6]!.replace(/[.,]$/u, ""), currency, ",", "balance");
    if ("wrong" in money) return money.wrong;
    const date = dayOf(yearOf(form[2]!), Number(form[3]), Number(form[4]));
    const amount = form[1] === "C" || form[1] === "RD" ? money.minor : -money.minor;
    return known({ date, amount: amount || 0, currency });
  }

  private entry(field: Field) {
    this.finishEntry();
    this.opened(field.line);
    const entry = readEntryLine(field.lines);
    if ("wrong" in entry) return this.out.error(field.line, `This entry is left out: ${entry.wrong}.`, field.lines[0]);
    this.pending = { entry, line: field.line, details: [], ns: [] };
  }

  /** Field 86 belongs to the entry before it; after the last balance to the statement. */
  private more(field: Field) {
    this.pending?.details.push(field.lines);
  }

  private finishEntry() {
    const { pending } = this;
    this.pending = undefined;
    if (!pending) return;
    const { entry, line } = pending;
    const statement = this.opened(line);
    const currency = statement.account.currency ?? this.context.options.currency ?? NO_CURRENCY;
    const shown = `${entry.date} ${entry.mark} ${entry.amount} ${pending.details[0]?.[0] ?? ""}`;
    const money = readMoney(entry.amount, currency, entry.amount.includes(".") ? "." : ",");
    if ("wrong" in money) return this.out.error(line, `This entry is left out: ${money.wrong}.`, shown);
    if (entry.moved)
      this.out.warn(line, "The file has a day that does not exist; it is read as the end of that month.", shown);
    if (money.rounded) this.out.warn(line, "The amount has more digits than its currency and was rounded.", shown);
    if (currency === NO_CURRENCY && this.warned !== statement) {
      this.warned = statement;
      this.out.warn(line, "The file does not say its currency. Choose the account's currency.");
    }
    const credit = ["C", "RD", "EC"].includes(entry.mark);
    const turnover = this.turnover[credit ? "credit" : "debit"];
    turnover.count += 1;
    turnover.sum += money.minor;
    statement.entry(this.made(pending, credit ? money.minor : -money.minor || 0, currency));
  }

  private made(
    { entry, line, details, ns }: NonNullable<typeof this.pending>,
    amount: number,
    currency: string,
  ): Entry {
    const said: Details = ns.length ? readNs(ns.slice(1)) : details.length ? readAll(details, amount > 0) : {};
    const more = entry.more && readAmounts(entry.more);
    const reference = given(entry.reference);
    const isCheck = /^.CHK/u.test(entry.type ?? "") && /^\d{1,20}$/u.test(reference ?? "");
    return known({
      ...{ line, date: entry.date, amount, currency },
      valueDate: entry.valueDate,
      status: entry.mark.startsWith("E") ? ("pending" as const) : ("booked" as const),
      payee: said.payee ?? clean(entry.name),
      memo: joined([said.memo, said.memo || (more && Object.keys(more).length) ? undefined : entry.more]),
      reference: said.reference ?? (isCheck ? undefined : reference),
      importId: this.unique(given(entry.bankReference), amount),
      counterparty: said.counterparty,
      checkNumber: isCheck ? reference : undefined,
      type: said.type ?? clean(entry.type),
      reversal: entry.mark.startsWith("R") || undefined,
      ...moneyOf({ ...more, ...said }, amount < 0, currency),
    });
  }

  /** Short references of banks count up from 1 every day. */
  private unique(reference: string | undefined, amount: number): string | undefined {
    if (!reference || reference.length < 10) return undefined;
    const id = `${reference}:${amount}`;
    if (this.seen.has(id)) return undefined;
    this.seen.add(id);
    return id;
  }

  private endMessage(line: number) {
    this.finishEntry();
    const { message } = this;
    this.message = undefined;
    if (!message) return;
    // A message that only names an account is a statement without entries.
    if (!this.statement && (message.account.number ?? message.account.iban)) {
      this.message = message;
      this.opened(line);
      this.message = undefined;
      this.closed = true;
    }
    if (!this.closed && !message.interim && this.statement?.opening)
      this.out.warn(line, "The statement has no closing balance; the file may be cut off.");
    if (!this.goesOn) this.endStatement();
  }

  private endStatement() {
    this.finishEntry();
    this.statement?.end(this.last);
    this.statement = undefined;
    this.goesOn = undefined;
    this.closed = false;
  }
}

const given = (text: string | undefined) =>
  text && text.length > 1 && !/^NON ?REF$/iu.test(text) ? clean(text) : undefined;

/** Some banks write one field 86 for each line. */
const readAll = (details: string[][], isIn: boolean) =>
  readDetails(details.length > 1 ? details.map((lines) => lines.join(" ")) : details[0]!, isIn);

/** Field 25: "BLZ/number", an IBAN, or a number with its currency behind it. */
function accountField(text: string): AccountHint {
  const parts = text.split("/").map((part) => part.trim());
  const last = parts.length > 1 ? currencyOf(parts.at(-1)) : undefined;
  if (last) parts.pop();
  const [first = "", second] = parts;
  const number = second || first;
  const ended = /^(.{5,}\d)\s?([A-Z]{3})$/u.exec(number);
  const currency = last ?? (ended ? currencyOf(ended[2]) : undefined);
  const account = accountOf(ended && currency ? ended[1] : number);
  return known({ bankId: second ? clean(first) : undefined, ...account, currency });
}

const newTurnover = () => ({ debit: { count: 0, sum: 0 }, credit: { count: 0, sum: 0 } });
