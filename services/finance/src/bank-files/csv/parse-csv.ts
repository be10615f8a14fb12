import { NO_CURRENCY } from "../currency.ts";
import type { OpenStatement, Output } from "../output.ts";
import type { FileParser, ParserContext } from "../parser.ts";
import type { Entry } from "../statement.ts";
import { ambiguity } from "../surveys.ts";
import { accountOf, clean, ibanOf, joined, known } from "../text.ts";
import { continues, isNoEntry } from "./after-entries.ts";
import { plainName } from "./column-names.ts";
import { hasEnough, isData } from "./layout.ts";
import type { ColumnRole, CsvProfile } from "./profile.ts";
import { rolesOf } from "./recognise.ts";
import { type CsvRecord, RecordReader } from "./records.ts";
import { RowReader } from "./row.ts";
import { RunningBalance } from "./running-balance.ts";

interface Account {
  statement: OpenStatement;
  balance: RunningBalance;
}

/** Entries after which it is strange that all of them are money in. */
const MANY = 3;

/** A CSV file, by its profile. */
export class CsvParser implements FileParser {
  private readonly reader: RecordReader;
  private rows?: RowReader;
  private columns: (ColumnRole | null)[] = [];
  private iban?: string;
  private readonly accounts = new Map<string, Account>();
  private readonly usable: boolean;
  private found = false;
  /** The last entry, until it is known that no line continues it. */
  private held?: { entry: Entry; statement: OpenStatement };
  private moneyIn = 0;
  private moneyOut = 0;
  private firstLine = 1;
  private last = 1;

  private readonly out: Output;
  private readonly context: ParserContext;
  private readonly profile: CsvProfile;
  private readonly example?: string;

  /** @param example a date that could be two days */
  constructor(out: Output, context: ParserContext, profile: CsvProfile, example?: string) {
    this.out = out;
    this.context = context;
    this.profile = profile;
    this.example = example;

    this.reader = new RecordReader(profile.delimiter, (record) => this.record(record));
    this.usable = hasEnough(profile.columns);
    if (!this.usable)
      out.error(1, "No columns with a date and an amount were found in this file. Choose what its columns hold.");
    else if (!profile.header) this.begin(profile.columns);
  }

  push(text: string) {
    if (this.usable) this.reader.push(text);
  }

  end() {
    if (!this.usable) return;
    this.last = Math.max(1, this.reader.end());
    this.release();
    if (!this.rows) this.out.error(1, "The columns of the profile are not in this file. Choose what its columns hold.");
    else if (!this.found) this.out.error(1, "This file has no entries. Export the transactions of an account.");
    this.sayAllIn();
    for (const account of this.accounts.values()) this.finish(account);
  }

  /** Cards often write what was spent without a sign, and nothing in the file tells. */
  private sayAllIn() {
    const { columns, negate } = this.profile;
    const tells = negate || columns.some((role) => role === "debit" || role === "credit" || role === "direction");
    if (tells || this.moneyOut > 0 || this.moneyIn < MANY) return;
    this.out.warn(
      this.firstLine,
      "All amounts are money in. If they are what you spent, correct how the file is read.",
    );
  }

  private begin(columns: (ColumnRole | null)[]) {
    this.columns = columns;
    this.rows = new RowReader(this.profile, columns, this.context.options.currency);
  }

  private record(record: CsvRecord) {
    const { cells, line } = record;
    if (!this.rows) return this.header(cells);
    if (cells.every((cell) => cell === "")) return this.release();
    if (!this.found && !isData(cells, this.columns) && !this.profile.header) return this.preamble(cells);
    if (this.held && continues(cells, this.columns)) return this.more(record);
    this.release();
    const row = this.rows.read(cells, line);
    if (row.nothing) return;
    if (!row.entry) return this.left(record, row.wrong!);
    const shown = cells.filter(Boolean).join(" ");
    if (record.unclosed) this.out.warn(line, "A quotation mark in this line is not closed; check the entry.", shown);
    if (row.rounded) this.out.warn(line, "The amount has more digits than its currency and was rounded.", shown);
    const { statement, balance } = this.account(cells, line);
    this.once(line, row.entry.currency);
    this.held = { entry: row.entry, statement };
    if (row.entry.amount < 0) this.moneyOut += 1;
    else this.moneyIn += 1;
    if (row.entry.status === "booked")
      balance.add({ amount: row.entry.amount, balance: row.balance, line, date: row.entry.date });
  }

  /** Some banks write the second line of a text as a line of the file. */
  private more({ cells }: CsvRecord) {
    const entry = this.held!.entry;
    entry.memo = joined([entry.memo, ...cells]);
  }

  private release() {
    if (this.held) this.held.statement.entry(this.held.entry);
    this.held = undefined;
  }

  /** The line with the names of the columns; those that are used may stand in another order than in the profile. */
  private header(cells: string[]) {
    const wanted = this.profile.header!.map(plainName);
    const names = cells.map(plainName);
    const { columns } = this.profile;
    if (names.join("\n") === wanted.join("\n")) return this.begin(columns);
    const used = wanted.filter((_, index) => columns[index]);
    if (!used.every((name) => names.includes(name))) return this.preamble(cells);
    this.begin(rolesOf(cells, this.profile));
  }

  private preamble(cells: string[]) {
    this.iban ??= cells.map(ibanOf).find((iban) => iban);
  }

  private left({ cells, line, unclosed }: CsvRecord, wrong: string) {
    if (isNoEntry(cells, this.columns)) return;
    const reason = unclosed ? "a quotation mark in it is not closed" : wrong;
    this.out.error(line, `This line is left out: ${reason}.`, cells.filter(Boolean).join(" "));
  }

  private account(cells: string[], line: number): Account {
    const name = this.rows!.cell(cells, "account").replace(/^["']+|["']+$/gu, "");
    const before = this.accounts.get(name);
    if (before) return before;
    const account = name
      ? /\d/u.test(name)
        ? accountOf(name)
        : { name: clean(name) }
      : this.iban
        ? { iban: this.iban }
        : {};
    const statement = this.out.statement(line, known({ ...account, currency: this.profile.currency ?? undefined }));
    const made = { statement, balance: new RunningBalance() };
    this.accounts.set(name, made);
    return made;
  }

  /** What is said once for the file, at its first entry. */
  private once(line: number, currency: string) {
    if (this.found) return;
    this.found = true;
    this.firstLine = line;
    if (currency === NO_CURRENCY)
      this.out.warn(line, "The file does not say its currency. Choose the account's currency.");
    if (this.profile.dateAmbiguous && this.example)
      this.out.warn(line, ambiguity(this.example, this.profile.dateOrder));
  }

  private finish({ statement, balance }: Account) {
    const found = balance.result();
    const currency = statement.account.currency ?? NO_CURRENCY;
    if (found) {
      statement.opening = { date: clean(found.opening.date), amount: found.opening.balance, currency };
      statement.closing = { date: clean(found.closing.date), amount: found.closing.balance, currency };
    }
    statement.end(found?.brokenAt ?? this.last);
  }
}
