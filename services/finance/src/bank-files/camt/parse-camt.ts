import { currencyOf, NO_CURRENCY } from "../currency.ts";
import { parseCompact } from "../dates.ts";
import type { OpenStatement, Output } from "../output.ts";
import type { FileParser, ParserContext } from "../parser.ts";
import type { AccountHint, Balance, Entry } from "../statement.ts";
import { accountOf, clean, joined, known } from "../text.ts";
import { at, type Element, firstText, textAt } from "./element.ts";
import { chargesOf, type Detail, dayAt, detailOf, isCredit, moneyOf } from "./entry.ts";
import { type XmlHandler, XmlReader } from "./xml-reader.ts";

const STATEMENTS = new Set(["Stmt", "Rpt", "Ntfctn"]);
/** Elements that are read whole. Those inside a Ntry are read one after the other, however many there are. */
const WANTED = new Set(["Acct", "Bal", "Ntry", "FrToDt", "TxsSummry"]);
/** Fields directly below a statement. */
const FIELDS = new Set(["Id", "CreDtTm", "ElctrncSeqNb"]);
const STATUS: Record<string, Entry["status"]> = { BOOK: "booked", PDNG: "pending", FUTR: "pending", INFO: "info" };

/** CAMT.052, .053 and .054 of ISO 20022, all versions: names of elements are what they differ little in. */
export class CamtParser implements FileParser, XmlHandler {
  private readonly reader: XmlReader;
  private statement?: OpenStatement;
  private head?: { line: number; account: AccountHint; number?: string; created?: string; from?: string; to?: string };
  private details: { element: Element; cut: boolean }[] = [];
  private stated?: number;
  private read = 0;
  private interim: Balance[] = [];
  private seen = new Set<string>();
  private found = false;

  private readonly out: Output;
  private readonly context: ParserContext;

  constructor(out: Output, context: ParserContext) {
    this.out = out;
    this.context = context;

    this.reader = new XmlReader(this, out, "Ntry", "TxDtls");
  }

  push(text: string) {
    this.reader.push(text);
  }

  end() {
    this.reader.end();
    this.endStatement(this.head?.line ?? 1);
    if (!this.found) this.out.error(1, "This CAMT file has no statement. Export the transactions of an account.");
  }

  begins(name: string, line: number): boolean {
    if (STATEMENTS.has(name)) {
      this.endStatement(line);
      this.found = true;
      this.head = { line, account: {} };
    }
    return Boolean(this.head) && (WANTED.has(name) || FIELDS.has(name));
  }

  ends(name: string, line: number) {
    if (STATEMENTS.has(name)) this.endStatement(line);
  }

  element(element: Element, cut: boolean) {
    const { head } = this;
    if (!head) return;
    if (element.name === "TxDtls") this.details.push({ element, cut });
    else if (element.name === "Ntry") this.entry(element, cut);
    else if (element.name === "Bal") this.balance(element);
    else if (element.name === "Acct") this.account(element, head);
    else if (element.name === "FrToDt") {
      head.from = parseCompact(firstText(element, "FrDtTm", "FrDt") ?? "");
      head.to = parseCompact(firstText(element, "ToDtTm", "ToDt") ?? "");
    } else if (element.name === "TxsSummry") {
      const count = Number(textAt(element, "TtlNtries/NbOfNtries"));
      if (Number.isSafeInteger(count) && count > 0) this.stated = count;
    } else if (element.name === "Id") head.number ??= clean(element.text);
    else if (element.name === "CreDtTm") head.created ??= parseCompact(element.text);
  }

  private account(element: Element, head: { account: AccountHint }) {
    const iban = textAt(element, "Id/IBAN");
    const number = firstText(element, "Id/Othr/Id", "Id/PrtryAcct/Id", "Id/BBAN");
    head.account = known({
      ...accountOf(iban ?? number, Boolean(iban)),
      bankId: clean(
        firstText(element, "Svcr/FinInstnId/BICFI", "Svcr/FinInstnId/BIC", "Svcr/FinInstnId/ClrSysMmbId/MmbId"),
      ),
      currency: currencyOf(textAt(element, "Ccy")),
      name: clean(textAt(element, "Nm")),
      owner: clean(textAt(element, "Ownr/Nm")),
    });
  }

  private opened(): OpenStatement {
    const head = this.head ?? { line: 1, account: {} };
    this.statement ??= this.out.statement(head.line, head.account, head.number);
    return this.statement;
  }

  private fallback = () => this.head?.account.currency ?? this.context.options.currency ?? NO_CURRENCY;

  private balance(element: Element) {
    const code = firstText(element, "Tp/CdOrPrtry/Cd", "Tp/CdOrPrtry/Prtry", "Tp/Cd")?.toUpperCase();
    const { currency, money } = moneyOf(at(element, "Amt"), this.fallback());
    if ("wrong" in money) return this.out.warn(element.line, `A balance is not read: ${money.wrong}.`);
    const date = dayAt(element, "Dt");
    const amount = isCredit(element) === false ? -money.minor : money.minor;
    const balance = known({ date, amount, currency });
    const statement = this.opened();
    if (code === "OPBD") statement.opening = balance;
    else if (code === "PRCD") statement.opening ??= balance;
    else if (code === "CLBD") statement.closing = balance;
    else if (code === "ITBD") this.interim.push(balance);
    else if (code === "CLAV") statement.available = balance;
    else if (code === "ITAV") statement.available ??= balance;
  }

  private entry(element: Element, cut: boolean) {
    const { details } = this;
    this.details = [];
    this.read += 1;
    const { currency, money } = moneyOf(at(element, "Amt"), this.fallback());
    const shown = [dayAt(element, "BookgDt"), at(element, "Amt")?.text, textAt(element, "AddtlNtryInf")].join(" ");
    const wrong = (reason: string) => this.out.error(element.line, `This entry is left out: ${reason}.`, shown);
    if (cut) return wrong("the file ends inside it, or its end tag is missing");
    if ("wrong" in money) return wrong(money.wrong);
    const credit = isCredit(element);
    if (credit === undefined) return wrong("it does not say whether it is a credit or a debit (CdtDbtInd)");
    const valueDate = dayAt(element, "ValDt");
    const date = dayAt(element, "BookgDt") ?? valueDate ?? this.head?.created;
    if (!date) return wrong("it has no date");
    if (!dayAt(element, "BookgDt") && !valueDate)
      this.out.warn(element.line, "The entry has no date; it has the day on which the file was made.", shown);
    if (money.rounded)
      this.out.warn(element.line, "The amount has more digits than its currency and was rounded.", shown);
    const amount = credit ? money.minor : -money.minor;
    const base: Entry = known({
      ...{ line: element.line, date, valueDate, amount, currency },
      status: STATUS[(firstText(element, "Sts/Cd", "Sts/Prtry", "Sts") ?? "BOOK").toUpperCase()] ?? "booked",
      type: codeOf(element),
      memo: clean(textAt(element, "AddtlNtryInf")),
      charges: chargesOf(element, currency),
      reversal: /^(?:true|1)$/u.test(textAt(element, "RvslInd") ?? "") || undefined,
    });
    const reference = clean(firstText(element, "AcctSvcrRef", "AcctSvcrRef/Ref"));
    const own = this.head?.account.iban ?? this.head?.account.number;
    const parts = details.map(({ element: one }) => detailOf(one, currency, credit, own));
    for (const entry of this.entriesOf(base, parts, reference, clean(textAt(element, "NtryRef"))))
      this.opened().entry(entry);
  }

  /** One entry, or one for each transaction of a batch when these are all of it. */
  private entriesOf(base: Entry, parts: Detail[], reference: string | undefined, ntryRef: string | undefined): Entry[] {
    if (parts.length > 1) {
      const sum = parts.reduce((total, { amount }) => total + (amount ?? Number.NaN), 0);
      if (sum === base.amount)
        return parts.map((part) =>
          this.merged({ ...base, amount: part.amount!, line: part.line }, part, reference, ntryRef),
        );
      const reason = `Its ${parts.length} transactions do not add up to this entry; it is read as one with the whole amount.`;
      this.out.warn(base.line, reason, `${base.date} ${base.amount}`);
      const memo = joined([base.memo, ...parts.slice(0, 20).map((part) => joined([part.payee, part.memo]))], "; ");
      return [this.merged({ ...base, memo }, { line: base.line }, reference, ntryRef)];
    }
    return [this.merged(base, parts[0] ?? { line: base.line }, reference, ntryRef)];
  }

  private merged(base: Entry, part: Detail, reference: string | undefined, ntryRef: string | undefined): Entry {
    const { id, line, amount, ...fields } = part;
    const entry: Entry = { ...base, ...fields, charges: part.charges ?? base.charges, memo: part.memo ?? base.memo };
    entry.reference ??= ntryRef;
    // Banks give a batch, or a booking and its charge, one reference.
    const importId = id ?? reference;
    const unique = importId && `${importId.slice(0, 200)}:${entry.amount}`;
    if (unique && !this.seen.has(unique)) {
      this.seen.add(unique);
      entry.importId = unique;
    }
    return known(entry);
  }

  private endStatement(line: number) {
    if (this.head) {
      const statement = this.opened();
      statement.from = this.head.from;
      statement.to = this.head.to;
      if (!statement.opening && this.interim.length > 1) statement.opening = this.interim[0];
      statement.closing ??= this.interim.at(-1);
      if (this.stated !== undefined && this.stated !== this.read)
        this.out.warn(line, `The statement says it has ${this.stated} entries, but ${this.read} are in the file.`);
      statement.end(line);
    }
    this.statement = undefined;
    this.head = undefined;
    this.details = [];
    this.interim = [];
    this.stated = undefined;
    this.read = 0;
    this.seen = new Set();
  }
}

function codeOf(entry: Element): string | undefined {
  const code = at(entry, "BkTxCd");
  const domain = ["Domn/Cd", "Domn/Fmly/Cd", "Domn/Fmly/SubFmlyCd"].map((path) => textAt(code, path)).filter(Boolean);
  return clean(domain.length ? domain.join("/") : textAt(code, "Prtry/Cd"));
}
