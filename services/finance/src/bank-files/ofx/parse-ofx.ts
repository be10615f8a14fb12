import { currencyOf, NO_CURRENCY } from "../currency.ts";
import { parseCompact } from "../dates.ts";
import { MAX_TEXT } from "../limits.ts";
import { readMoney } from "../money.ts";
import type { OpenStatement, Output } from "../output.ts";
import type { FileParser, ParserContext } from "../parser.ts";
import type { AccountHint } from "../statement.ts";
import { accountOf, clean, decodeEntities } from "../text.ts";
import { entryOf, type Fields, UniqueIds } from "./entry.ts";
import { type OfxHandler, OfxTokenizer } from "./tokenizer.ts";

/** Elements that hold a statement, and what kind of account it is of. */
const STATEMENTS: Record<string, AccountHint["kind"]> = {
  ...{ STMTRS: undefined, CCSTMTRS: "credit", INVSTMTRS: "investment", LOANSTMTRS: "loan", CCSTMTENDRS: "credit" },
};
const OWN_ACCOUNT = new Set(["BANKACCTFROM", "CCACCTFROM", "INVACCTFROM", "LOANACCTFROM"]);
/** Elements inside a transaction whose fields are kept apart by their name. */
const PARTS = new Set(["PAYEE", "BANKACCTTO", "CCACCTTO", "CURRENCY", "ORIGCURRENCY"]);
const BALANCES = new Set(["LEDGERBAL", "AVAILBAL"]);
const KINDS: Record<string, AccountHint["kind"]> = {
  ...{ CHECKING: "checking", SAVINGS: "savings", MONEYMRKT: "savings", CD: "savings", CREDITLINE: "credit" },
};
const MAX_FIELDS = 60;

/** OFX, QFX and QBO in the SGML of version 1 and the XML of version 2. */
export class OfxParser implements FileParser, OfxHandler {
  private readonly tokenizer = new OfxTokenizer(this);
  private leaf = "";
  private value = "";
  private statement?: OpenStatement;
  private account: AccountHint = {};
  private inStatement = false;
  private startLine = 1;
  private currency?: string;
  private entry?: { fields: Fields; line: number };
  private part = "";
  private balance?: { name: string; fields: Fields; line: number };
  private status?: Fields;
  private investments = 0;
  private ids = new UniqueIds();
  private seen = false;
  private line = 1;

  private readonly out: Output;
  private readonly context: ParserContext;

  constructor(out: Output, context: ParserContext) {
    this.out = out;
    this.context = context;
  }

  push(text: string) {
    this.tokenizer.push(text);
  }

  end() {
    this.tokenizer.end();
    this.flush();
    if (this.entry) this.out.error(this.entry.line, "The file ends inside this entry. Export it again.", this.shown());
    this.entry = undefined;
    this.endStatement(this.line);
    if (!this.seen) this.out.error(1, "This file has no account statement. Export the transactions of an account.");
  }

  open(name: string, line: number) {
    this.line = line;
    this.flush();
    if (name in STATEMENTS) this.beginStatement(name, line);
    else if (name === "STMTTRN") this.beginEntry(line);
    else if (BALANCES.has(name)) this.beginBalance(name, line);
    else if (name === "STATUS") this.status = new Map();
    else if (name === "INVTRAN") this.investments += 1;
    else if (PARTS.has(name) || OWN_ACCOUNT.has(name)) this.part = name;
    if (name === "BANKTRANLIST" || name === "INVTRANLIST") this.finishParts();
    this.leaf = name;
  }

  close(name: string, line: number) {
    this.line = line;
    this.flush();
    if (name === "STMTTRN") this.finishEntry();
    else if (name === "BANKTRANLIST" || name === "INVTRANLIST") this.finishParts();
    else if (name in STATEMENTS) this.endStatement(line);
    else if (BALANCES.has(name)) this.finishBalance();
    else if (name === "STATUS") this.finishStatus(line);
    else if (name === this.part) this.part = "";
  }

  text(text: string, line: number) {
    this.line = line;
    if (this.leaf && this.value.length <= MAX_TEXT) this.value += text.slice(0, MAX_TEXT * 2);
  }

  declaration(text: string, line: number) {
    if (/^!(?:DOCTYPE|ENTITY)/iu.test(text))
      this.out.stop(line, "This file defines its own entities (DTD), which no bank does. It is not read.");
  }

  endless(line: number): never {
    return this.out.stop(line, "A tag of this file does not end. Export the file again.");
  }

  private flush() {
    const name = this.leaf;
    const value = clean(decodeEntities(decodeEntities(this.value)));
    this.leaf = "";
    this.value = "";
    if (!name || value === undefined) return;
    const into = this.balance?.fields ?? this.entry?.fields;
    if (this.status && (name === "CODE" || name === "SEVERITY" || name === "MESSAGE")) this.status.set(name, value);
    else if (into) {
      const key = this.entry && !this.balance && PARTS.has(this.part) ? `${this.part}.${name}` : name;
      if (into.size < MAX_FIELDS && !into.has(key)) into.set(key, value);
    } else if (this.inStatement) this.statementField(name, value);
  }

  private statementField(name: string, value: string) {
    const { account } = this;
    if (name === "CURDEF") {
      this.currency = currencyOf(value);
      account.currency = this.currency;
    } else if (name === "DTSTART") this.openStatement().from = parseCompact(value);
    else if (name === "DTEND") this.openStatement().to = parseCompact(value);
    if (!OWN_ACCOUNT.has(this.part)) return;
    if (name === "ACCTID") Object.assign(account, accountOf(value));
    else if (name === "BANKID" || name === "BROKERID") account.bankId = value;
    else if (name === "ACCTTYPE") account.kind = KINDS[value.toUpperCase()] ?? account.kind;
  }

  private beginStatement(name: string, line: number) {
    this.endStatement(line);
    this.inStatement = true;
    this.startLine = line;
    this.account = { kind: STATEMENTS[name] };
    this.currency = undefined;
  }

  private openStatement(): OpenStatement {
    if (this.statement) return this.statement;
    this.seen = true;
    if (!this.inStatement) this.startLine = this.line;
    this.inStatement = true;
    this.ids = new UniqueIds();
    this.statement = this.out.statement(this.startLine, this.account);
    if (!this.currency && !this.context.options.currency)
      this.out.warn(this.startLine, "The file does not say its currency. Choose the account's currency.");
    return this.statement;
  }

  private endStatement(line: number) {
    this.finishParts();
    if (this.inStatement) this.openStatement().end(line);
    if (this.investments > 0) {
      const count = this.investments === 1 ? "1 trade" : `${this.investments} trades`;
      this.out.warn(this.startLine, `${count} of securities not imported; only movements of money are.`);
    }
    this.investments = 0;
    this.statement = undefined;
    this.inStatement = false;
    this.account = {};
    this.part = "";
  }

  private beginEntry(line: number) {
    this.finishParts();
    this.entry = { fields: new Map(), line };
  }

  private beginBalance(name: string, line: number) {
    this.finishParts();
    this.balance = { name, fields: new Map(), line };
  }

  /** What a missing end tag left open. */
  private finishParts() {
    if (this.entry) this.finishEntry();
    if (this.balance) this.finishBalance();
    this.status = undefined;
    this.part = "";
  }

  private finishEntry() {
    const { entry } = this;
    this.entry = undefined;
    this.part = "";
    if (!entry) return;
    const statement = this.openStatement();
    const made = entryOf(entry.fields, entry.line, this.currencyHere(), this.ids);
    for (const warning of made.warnings) this.out.warn(entry.line, warning, shownOf(entry.fields));
    if (made.entry) statement.entry(made.entry);
    else this.out.error(entry.line, `This entry is left out: ${made.wrong}.`, shownOf(entry.fields));
  }

  private finishBalance() {
    const { balance } = this;
    this.balance = undefined;
    if (!balance) return;
    const statement = this.openStatement();
    const text = balance.fields.get("BALAMT");
    if (!text) return;
    const currency = this.currencyHere();
    const money = readMoney(text, currency, "any", "balance");
    if ("wrong" in money) return this.out.warn(balance.line, `The balance is not read: ${money.wrong}.`);
    const date = parseCompact(balance.fields.get("DTASOF") ?? "");
    const read = { ...(date && { date }), amount: money.minor, currency };
    if (balance.name === "LEDGERBAL") statement.closing = read;
    else statement.available = read;
  }

  private finishStatus(line: number) {
    const { status } = this;
    this.status = undefined;
    if (status?.get("SEVERITY")?.toUpperCase() !== "ERROR") return;
    const message = status.get("MESSAGE") ?? "no message";
    this.out.error(
      line,
      `The bank answered with error ${status.get("CODE") ?? ""} instead of a statement: ${message}.`,
    );
    this.seen = true;
  }

  private currencyHere = () => this.currency ?? this.context.options.currency ?? NO_CURRENCY;
  private shown = () => (this.entry ? shownOf(this.entry.fields) : undefined);
}

const shownOf = (fields: Fields) =>
  ["DTPOSTED", "TRNAMT", "NAME", "PAYEE.NAME", "MEMO"].map((name) => fields.get(name) ?? "").join(" ");
