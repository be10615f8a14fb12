import { currencyOf, NO_CURRENCY } from "../currency.ts";
import { parseDate } from "../dates.ts";
import { MAX_CATEGORY_DEPTH } from "../limits.ts";
import { type Money, readMoney } from "../money.ts";
import type { Counterparty, Entry } from "../statement.ts";
import { accountOf, clean, joined, known } from "../text.ts";
import { directionOf } from "./directions.ts";
import type { ColumnRole, CsvProfile } from "./profile.ts";

const PENDING =
  /pending|vorgemerkt|ausstehend|en attente|pendiente|in attesa|authorized|authori[sz]ation|hold|oczekuj/iu;
/** Rows of these states moved no money. */
const VOID = /declined|failed|rejected|reverted|cancel|abgelehnt|fehlgeschlagen|storniert|refus|rechazad|annull/iu;

/** Rows that say what was there before or after the entries. */
const BALANCE_ROW = new RegExp(
  "^(?:(?:beginning|opening|closing|starting|ending|previous) balance(?: as of .*)?|" +
    "balance (?:brought|carried) forward|(?:anfangs|end|alt|neu)saldo|" +
    "saldo (?:inicial|final|anterior|iniziale|finale|initial|początkowe|końcowe)|solde (?:initial|final|précédent)|" +
    "likutis (?:pradžiai|pabaigai)|apyvarta|algsaldo|lõppsaldo|käive|(?:sākuma|beigu) atlikums|apgrozījums|turnover)$",
  "iu",
);

/** What some banks write where nothing was said. */
const NOTHING = /^\s*(?:[-\u2013\u2014]+|n\/a)\s*$/iu;
/** Exporters put an apostrophe before cells that a spreadsheet would run. */
const FORMULA_GUARD = /^'(?='*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/u;

export interface ReadRow {
  entry?: Entry;
  /** Why there is no entry, as the end of a sentence. */
  wrong?: string;
  /** The row is about no movement of money. */
  nothing?: true;
  rounded?: boolean;
  /** Balance after the entry, minor units. */
  balance?: number;
}

/** Reads cells by the role of their column. */
export class RowReader {
  private readonly at: Partial<Record<ColumnRole, number>> = {};
  private readonly memos: number[];

  private readonly profile: CsvProfile;
  private readonly currency: string | undefined;

  constructor(profile: CsvProfile, columns: (ColumnRole | null)[], currency: string | undefined) {
    this.profile = profile;
    this.currency = currency;

    for (const [index, role] of columns.entries()) if (role) this.at[role] ??= index;
    this.memos = columns.flatMap((role, index) => (role === "memo" ? [index] : []));
  }

  cell(cells: string[], role: ColumnRole): string {
    const index = this.at[role];
    return index === undefined ? "" : (cells[index] ?? "");
  }

  read(raw: string[], line: number): ReadRow {
    const { profile } = this;
    const cells = raw.map((cell) => cell.replace(FORMULA_GUARD, ""));
    const cell = (role: ColumnRole) => this.cell(cells, role);
    const state = cell("status");
    if (VOID.test(state)) return { nothing: true };
    const dateText = cell("date") || cell("valueDate");
    const date = parseDate(dateText, profile.dateOrder);
    if (!date)
      return {
        wrong: dateText
          ? `its date “${dateText.slice(0, 40)}” is not a day in the order of this file`
          : "it has no date",
      };
    if (BALANCE_ROW.test(cell("payee")) || this.memos.some((index) => BALANCE_ROW.test(cells[index] ?? "")))
      return { nothing: true };
    const currency = this.currencyOf(cells);
    const money = this.amount(cells, currency);
    if ("wrong" in money) return { wrong: money.wrong };
    const balance = readMoney(cell("balance"), currency, profile.decimal);
    const valueDate = parseDate(cell("valueDate"), profile.dateOrder);
    const { payee, account, memo } = this.otherSide(cells, money.minor > 0);
    const counterparty: Counterparty = known({
      ...(account ? { name: payee, ...accountOf(account) } : {}),
      ...(account && cell("counterpartyBank") ? { bankId: clean(cell("counterpartyBank")) } : {}),
    });
    const category = [cell("category"), cell("subcategory")]
      .flatMap((names) => names.split(":"))
      .map((name) => clean(name))
      .filter((name) => name !== undefined);
    const path = category.filter((name, index) => name !== category[index - 1]).slice(0, MAX_CATEGORY_DEPTH);
    const tags = cell("tags")
      .split(/[,;\s]+/u)
      .filter(Boolean);
    const isPending =
      PENDING.test(state) || (!cell("date") && this.at.date !== undefined && this.at.balance !== undefined);
    const entry: Entry = {
      ...{ line, date, valueDate, amount: money.minor, currency, payee },
      status: isPending ? "pending" : "booked",
      memo,
      reference: clean(cell("reference")),
      importId: clean(cell("importId"))?.slice(0, 255),
      counterparty: Object.keys(counterparty).length ? counterparty : undefined,
      original: this.originalOf(cells, currency, money.minor),
      checkNumber: clean(cell("checkNumber")),
      type: clean(cell("type")),
      category: path.length ? path : undefined,
      tags: tags.length ? tags.slice(0, 50) : undefined,
    };
    return { entry: known(entry), rounded: money.rounded, balance: "minor" in balance ? balance.minor : undefined };
  }

  /** Who paid what came in, and who was paid what went out. A bank leaves out the name that its customer knows. */
  private otherSide(cells: string[], isIn: boolean) {
    const [first, second] = isIn ? (["payer", "payee"] as const) : (["payee", "payer"] as const);
    const [own, other] = isIn
      ? (["payerAccount", "counterpartyAccount"] as const)
      : (["counterpartyAccount", "payerAccount"] as const);
    const given = (role: ColumnRole) => clean(this.cell(cells, role).replace(NOTHING, ""));
    const text = joined(this.memos.map((index) => cells[index]?.replace(NOTHING, "")));
    const said = given(first) ?? given(second);
    const { payee, memo } = said ? { payee: said, memo: text } : namedWithin(text, isIn);
    // The other account of two is the person's own.
    const isPair = this.at.payerAccount !== undefined && this.at.counterpartyAccount !== undefined;
    const account = given(own) ?? (isPair ? undefined : given(other));
    return { payee, account, memo };
  }

  /** What was paid in another currency; the cell may name it beside the number. */
  private originalOf(cells: string[], currency: string, amount: number): Entry["original"] {
    const text = this.cell(cells, "originalAmount");
    const other =
      currencyOf(this.cell(cells, "originalCurrency")) ??
      currencyOf(/\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(text)?.[0]);
    if (!text || !other || other === currency) return undefined;
    const money = readMoney(text, other, this.profile.decimal);
    if ("wrong" in money || money.minor === 0) return undefined;
    const paid = Math.abs(money.minor);
    return { amount: amount < 0 ? -paid : paid, currency: other };
  }

  private currencyOf(cells: string[]): string {
    const stated = currencyOf(this.cell(cells, "currency"));
    if (stated) return stated;
    const text = this.cell(cells, "amount") || this.cell(cells, "debit") || this.cell(cells, "credit");
    const sign = currencyOf(/(?:\p{L}{1,3})?\p{Sc}|\p{L}{2,3}/u.exec(text)?.[0]);
    return sign ?? this.profile.currency ?? this.currency ?? NO_CURRENCY;
  }

  private amount(cells: string[], currency: string): Money {
    const { profile } = this;
    const money = (role: ColumnRole) => readMoney(this.cell(cells, role), currency, profile.decimal);
    let read: Money;
    if (this.at.amount !== undefined) {
      read = money("amount");
      if ("wrong" in read) return read;
      const says = this.cell(cells, "direction").trim();
      const direction = directionOf(says);
      if (says && !direction) return { wrong: `“${says.slice(0, 40)}” does not say whether money went out or came in` };
      if (direction) read = { ...read, minor: direction === "out" ? -Math.abs(read.minor) : Math.abs(read.minor) };
    } else {
      const [debit, credit] = [money("debit"), money("credit")];
      const texts = [this.cell(cells, "debit"), this.cell(cells, "credit")];
      const broken = [debit, credit].find((one, index) => texts[index] && "wrong" in one);
      if (broken) return broken;
      if (!texts[0] && !texts[1]) return { wrong: "it has no amount" };
      const out = "minor" in debit ? debit : { minor: 0, rounded: false };
      const into = "minor" in credit ? credit : { minor: 0, rounded: false };
      // Some banks write a minus before what the column already says.
      read = { minor: into.minor - Math.abs(out.minor), rounded: out.rounded || into.rounded };
    }
    const fee = profile.fees === "extra" ? money("fee") : undefined;
    const taken = fee && "minor" in fee ? Math.abs(fee.minor) : 0;
    const minor = (profile.negate ? -read.minor : read.minor) - taken;
    return { ...read, minor: minor || 0 };
  }
}

const PARTS = /(?:^|\s)(Auftraggeber|Empfänger|Kto\/IBAN|BLZ\/BIC|Buchungstext): ?/gu;

/** "Auftraggeber: Shop Buchungstext: Tea Ref. 12": some banks write all of it into one cell. */
function namedWithin(text: string | undefined, isIn: boolean): { payee?: string; memo?: string } {
  const marks = [...(text ?? "").matchAll(PARTS)];
  if (!text || !marks.length) return { memo: text };
  const parts = new Map(
    marks.map((mark, index) => [mark[1]!, clean(text.slice(mark.index + mark[0].length, marks[index + 1]?.index))]),
  );
  const [payer, paid] = [parts.get("Auftraggeber"), parts.get("Empfänger")];
  const payee = isIn ? (payer ?? paid) : (paid ?? payer);
  return payee ? { payee, memo: parts.get("Buchungstext") } : { memo: text };
}
