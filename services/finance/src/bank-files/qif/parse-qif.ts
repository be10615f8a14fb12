import { NO_CURRENCY } from "../currency.ts";
import { type Line, LineSplitter } from "../lines.ts";
import type { OpenStatement, Output } from "../output.ts";
import type { FileParser, ParserContext } from "../parser.ts";
import type { AccountHint } from "../statement.ts";
import { ambiguity } from "../surveys.ts";
import { clean, known } from "../text.ts";
import type { QifForm } from "./qif-survey.ts";
import { addField, entryOf, newRecord, type QifRecord, shownOf } from "./record.ts";
import { accountKind, type Section, sectionOf } from "./sections.ts";

/** QIF of Quicken, Money, GnuCash and banks. */
export class QifParser implements FileParser {
  private section: Section = { kind: "transactions", account: "checking" };
  private record?: QifRecord;
  private named: AccountHint = {};
  private statement?: OpenStatement;
  private trades = { count: 0, line: 1 };
  private found = false;
  private last = 1;
  private readonly lines = new LineSplitter((line) => this.line(line));

  private readonly out: Output;
  private readonly context: ParserContext;
  private readonly form: QifForm;

  constructor(out: Output, context: ParserContext, form: QifForm) {
    this.out = out;
    this.context = context;
    this.form = form;
  }

  push(text: string) {
    this.lines.push(text);
  }

  end() {
    this.lines.end();
    this.finishRecord();
    this.endSection();
    if (!this.found) this.out.error(1, "This QIF file has no transactions. Export the transactions of an account.");
  }

  private line({ text, number, cut }: Line) {
    this.last = number;
    const line = text.replace(/^[\ufeff\s]+/u, "").trimEnd();
    if (!line) return;
    if (cut) this.out.warn(number, "This line is too long; its end is left out.");
    if (line.startsWith("!")) return this.header(line, number);
    if (line.startsWith("^")) return this.finishRecord();
    this.record ??= newRecord(number);
    if (this.section.kind === "account") this.record.fields.set(line[0]!, line.slice(1).trim());
    else if (this.section.kind !== "list") addField(this.record, line);
  }

  private header(line: string, number: number) {
    this.finishRecord();
    const section = sectionOf(line);
    if (!section) return;
    this.endSection();
    this.section = section;
    if (section.kind === "transactions" && section.unknown !== undefined)
      this.out.warn(number, `The type “${section.unknown.slice(0, 40)}” is not known; it is read as an account.`);
  }

  private finishRecord() {
    const { record, section } = this;
    this.record = undefined;
    if (!record) return;
    if (section.kind === "account") this.account(record);
    else if (section.kind === "investments") this.trade(record);
    else if (section.kind === "transactions") this.entry(record);
  }

  private account({ fields }: QifRecord) {
    const kind = accountKind(fields.get("T") ?? "");
    this.named = known({ name: clean(fields.get("N")), ...(kind && { kind }) });
  }

  private trade(record: QifRecord) {
    this.found = true;
    if (this.trades.count === 0) this.trades.line = record.line;
    this.trades.count += 1;
  }

  private entry(record: QifRecord) {
    if (record.fields.size === 0) return;
    this.found = true;
    const currency = this.context.options.currency ?? NO_CURRENCY;
    const statement = this.opened(record.line);
    const { entry, wrong, warnings } = entryOf(record, currency, this.form);
    for (const warning of warnings) this.out.warn(record.line, warning, shownOf(record));
    if (!entry) return this.out.error(record.line, `This entry is left out: ${wrong}.`, shownOf(record));
    if (entry.opening) statement.account.name ??= entry.transferAccount;
    statement.entry(entry);
  }

  private opened(line: number): OpenStatement {
    if (this.statement) return this.statement;
    const first = !this.opened_;
    this.opened_ = true;
    const kind = this.section.kind === "transactions" ? this.section.account : undefined;
    const currency = this.context.options.currency;
    this.statement = this.out.statement(line, known({ ...this.named, kind: this.named.kind ?? kind, currency }));
    if (first && !currency) this.out.warn(line, "QIF does not say the currency. Choose the account's currency.");
    if (first && this.form.ambiguous) this.out.warn(line, ambiguity(this.form.ambiguous, this.form.dateOrder));
    return this.statement;
  }

  private opened_ = false;

  private endSection() {
    this.statement?.end(this.last);
    this.statement = undefined;
    const { count, line } = this.trades;
    if (count > 0) {
      const what = count === 1 ? "1 trade" : `${count} trades`;
      this.out.warn(line, `${what} of securities not imported; only movements of money are.`);
    }
    this.trades = { count: 0, line: 1 };
  }
}
