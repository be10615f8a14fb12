import { currencyOf, NO_CURRENCY } from "../currency.ts";
import { parseDate } from "../dates.ts";
import { MAX_CATEGORY_DEPTH } from "../limits.ts";
import { type Money, readMoney } from "../money.ts";
import type { Counterparty, Entry } from "../statement.ts";
import { accountOf, clean, joined, known } from "../text.ts";
import type { ColumnRole, CsvProfile } from "./profile.ts";

const OUT = /^(?:debit|dbit|dr|d|s|soll|af|debet|-|dare|cargo)$/iu;
const IN = /^(?:credit|crdt|cr|c|h|haben|bij|\+|avere|abono)$/iu;
const PENDING =
  /pending|vorgemerkt|ausstehend|en attente|pendiente|in attesa|authorized|authori[sz]ation|hold|oczekuj/iu;
/** Rows of these states moved no money. */
const VOID = /declined|failed|rejected|reverted|cancel|abgelehnt|fehlgeschlagen|storniert|refus|rechazad|annull/iu;

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
    const currency = this.currencyOf(cells);
    const money = this.amount(cells, currency);
    if ("wrong" in money) return { wrong: money.wrong };
    const balance = readMoney(cell("balance"), currency, profile.decimal);
    const valueDate = parseDate(cell("valueDate"), profile.dateOrder);
    const account = cell("counterpartyAccount");
    const payee = clean(cell("payee"));
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
      memo: joined(this.memos.map((index) => cells[index]?.replace(NOTHING, ""))),
      reference: clean(cell("reference")),
      importId: clean(cell("importId"))?.slice(0, 255),
      counterparty: Object.keys(counterparty).length ? counterparty : undefined,
      checkNumber: clean(cell("checkNumber")),
      type: clean(cell("type")),
      category: path.length ? path : undefined,
      tags: tags.length ? tags.slice(0, 50) : undefined,
    };
    return { entry: known(entry), rounded: money.rounded, balance: "minor" in balance ? balance.minor : undefined };
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
      const direction = this.cell(cells, "direction").trim();
      if (OUT.test(direction)) read = { ...read, minor: -Math.abs(read.minor) };
      else if (IN.test(direction)) read = { ...read, minor: Math.abs(read.minor) };
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
