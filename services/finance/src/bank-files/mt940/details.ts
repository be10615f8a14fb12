import { currencyOf } from "../currency.ts";
import { readMoney } from "../money.ts";
import type { Counterparty, Entry } from "../statement.ts";
import { accountOf, clean, joined, known } from "../text.ts";

/** What field 86 says about an entry. */
export interface Details {
  payee?: string;
  memo?: string;
  reference?: string;
  type?: string;
  counterparty?: Counterparty;
  /** What was paid in another currency, as it is written: "USD12,50". */
  original?: string;
  /** From one currency to the other. */
  rate?: string;
  charges?: string;
}

/** Lines of this length and above were cut where the field ended; shorter ones end with a word. */
const FULL_LINE = 60;
/** Characters of a subfield of the German form. */
const FULL_SUBFIELD = 27;

/**
 * Reads the German form ("166?00GUTSCHRIFT?20SVWZ+…"), the SEPA form ("/NAME/…/REMI/…") and free text.
 * @param isIn whether money came in: then the other side is who ordered it, else who was paid
 */
export function readDetails(lines: string[], isIn: boolean): Details {
  const text = unwrapped(lines);
  const german = /^\s*(\d{3})?([?>~<^|])(\d\d)/u.exec(text);
  if (german) return germanForm(text.slice(german[0].length - 3), german[2]!);
  const coded = codes(text);
  if (coded.size >= 2 || (coded.size === 1 && /^\s*\//u.test(text))) return sepaForm(coded, text, isIn);
  return { ...freeText(lines.map((line) => line.trim()).join(" ")), ...amounts(coded) };
}

/** What field 86, or the last lines of field 61, say about another currency and charges. */
export function readAmounts(text: string): Pick<Details, "original" | "rate" | "charges"> {
  return amounts(codes(text));
}

const amounts = (coded: Map<string, string>) =>
  known({ original: coded.get("OCMT"), rate: clean(coded.get("EXCH")), charges: coded.get("CHGS") });

/** @param isOut whether money went out; @param currency of the account */
export function moneyOf(said: Details, isOut: boolean, currency: string): Pick<Entry, "original" | "charges"> {
  const original = amountOf(said.original);
  const charge = amountOf(said.charges);
  return known({
    original:
      original && original.currency !== currency
        ? known({ ...original, amount: isOut ? -original.amount || 0 : original.amount, rate: said.rate })
        : undefined,
    charges: charge && charge.amount !== 0 ? [charge] : undefined,
  });
}

/** "USD12,50", "12,50 USD" or "USD 12.50". */
function amountOf(text: string | undefined): { amount: number; currency: string } | undefined {
  const form = /^\s*([A-Z]{3})?\s*(\d[\d.,']*)\s*([A-Z]{3})?/u.exec(text ?? "");
  const currency = currencyOf(form?.[1] ?? form?.[3]);
  if (!form || !currency) return undefined;
  const digits = form[2]!.replace(/[.,]$/u, "");
  const money = readMoney(digits, currency, /,\d*$/u.test(digits) || !digits.includes(".") ? "," : ".");
  return "minor" in money ? { amount: money.minor, currency } : undefined;
}

function unwrapped(lines: string[]): string {
  let text = "";
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const cut =
      before === undefined || before.length >= FULL_LINE || /[?>~<^|]\d?$/u.test(before) || /^[?>~<^|/:]/u.test(line);
    text += cut ? line : ` ${line}`;
  }
  return text;
}

/** Subfields by number. 20–29 and 60–63 are the purpose, 32 and 33 the name. */
function germanForm(text: string, mark: string): Details {
  const fields = text.split(new RegExp(`[${mark === "^" ? "\\^" : mark}](?=\\d\\d)`, "u")).slice(1);
  const named = fields.map((field) => ({ number: Number(field.slice(0, 2)), text: field.slice(2) }));
  const one = (number: number) => named.find((field) => field.number === number)?.text;
  let purpose = "";
  let full = true;
  for (const field of named) {
    if (!((field.number >= 20 && field.number <= 29) || (field.number >= 60 && field.number <= 63))) continue;
    purpose += full ? field.text : ` ${field.text}`;
    full = field.text.length >= FULL_SUBFIELD;
  }
  const marks = purposeMarks(purpose);
  const name = named.filter(({ number }) => number === 32 || number === 33);
  const payee = clean(name.map((field) => field.text).join(name[0] && name[0].text.length < FULL_SUBFIELD ? " " : ""));
  const account = clean(one(31) ?? one(38)) ?? marks.get("IBAN");
  return details({
    payee,
    memo: clean((marks.size ? (marks.get("SVWZ") ?? marks.get("")) : purpose)?.replace(AMOUNTS, " ")),
    reference: marks.get("EREF") ?? marks.get("KREF") ?? marks.get("MREF"),
    type: clean(one(0)),
    counterparty: { ...(account && accountOf(account)), bankId: clean(one(30)) ?? marks.get("BIC") },
    ...amounts(codes(purpose)),
    ...(marks.has("OAMT") ? { original: marks.get("OAMT") } : {}),
  });
}

const MARKS = /(?:^|(?<=.))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/gu;

/** "EREF+… SVWZ+…" by mark; what stands before the first one under "". */
function purposeMarks(purpose: string): Map<string, string> {
  const found = new Map<string, string>();
  const marks = [...purpose.matchAll(MARKS)];
  if (!marks.length) return found;
  const keep = (mark: string, text: string) => {
    const value = clean(text);
    if (value && !found.has(mark)) found.set(mark, value);
  };
  keep("", purpose.slice(0, marks[0]!.index));
  for (const [index, mark] of marks.entries())
    keep(mark[1]!, purpose.slice(mark.index + mark[0].length, marks[index + 1]?.index));
  return found;
}

const CODES =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CNTP|MARF|CSID|ISDT|ADDR|RTRN|ACCW|PREF|TRCD|PURP|ULTD|ULTC|OCMT|EXCH|CHGS)\//gu;

/** What is kept as an amount, not as words. */
const AMOUNTS = /\/(?:OCMT|CHGS|EXCH)\/[^/]*\/?/gu;

/** "/NAME/…" by code, the first of each. */
function codes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const marks = [...text.matchAll(CODES)];
  for (const [index, mark] of marks.entries()) {
    const value = text.slice(mark.index + mark[0].length, marks[index + 1]?.index).replace(/\/+$/u, "");
    if (value.trim() && !found.has(mark[1]!)) found.set(mark[1]!, value);
  }
  return found;
}

function sepaForm(coded: Map<string, string>, text: string, isIn: boolean): Details {
  // ING: IBAN, BIC, name and town in one.
  const [iban, bic, name] = coded.get("CNTP")?.split("/") ?? [];
  const remittance = coded.get("REMI")?.replace(/^(?:USTD|STRD)?\/+|^(?:USTD|STRD)\//u, "");
  // Where both sides are named, the fields behind a mark are those of its side.
  const sides = { ORDP: sideOf(text, "ORDP"), BENM: sideOf(text, "BENM") };
  const other = sides.ORDP && sides.BENM && sides[isIn ? "ORDP" : "BENM"];
  const one = (code: string) => (other ?? coded).get(code);
  const account = one("IBAN") ?? iban;
  return details({
    payee: clean(one("NAME") ?? name ?? one("ORDP") ?? one("BENM")),
    memo: clean(remittance) ?? clean(text.replace(AMOUNTS, " ")),
    reference: clean(coded.get("EREF") ?? coded.get("PREF") ?? coded.get("MARF")),
    type: clean(coded.get("TRTP")),
    counterparty: { ...(account && accountOf(account)), bankId: clean(one("BIC") ?? bic) },
    ...amounts(coded),
  });
}

/** The fields of one side: from its mark to that of the other side, or to what is said of both. */
function sideOf(text: string, side: "ORDP" | "BENM"): Map<string, string> | undefined {
  const at = text.indexOf(`/${side}/`);
  if (at < 0) return undefined;
  const rest = text.slice(at + 5);
  const end = rest.search(/\/(?:ORDP|BENM|REMI|EREF|OCMT|EXCH|CHGS|PURP|ISDT|CSID|MARF)\//u);
  return codes(`/${side}${end < 0 ? rest : rest.slice(0, end)}`);
}

/** "REK: NL65…/NAAM: …" of Dutch banks; otherwise the text is the memo. */
function freeText(text: string): Details {
  const account = /\bREK(?:ENING)?:\s*([A-Z]{2}\d\d\w{8,30})/u.exec(text)?.[1];
  const name = /\/?\bNAAM:\s*([^/]{1,70})/u.exec(text)?.[1];
  return details({
    payee: clean(name),
    memo: clean(text.replace(/^999PN\d{4}/u, "")),
    counterparty: account ? accountOf(account) : {},
  });
}

function details(found: Details): Details {
  const counterparty = known({ name: found.payee, ...found.counterparty });
  const reference = found.reference && /^NOT ?PROVIDED$/iu.test(found.reference) ? undefined : found.reference;
  const some = counterparty.iban ?? counterparty.number ?? counterparty.name;
  return known({ ...found, reference, counterparty: some ? counterparty : undefined });
}

/** Field NS of German programs: two digits and text a line. 01–14 are the purpose, 15 and 16 the name. */
export function readNs(lines: string[]): Details {
  const fields = lines.map((line) => ({ number: Number(line.slice(0, 2)), text: line.slice(2) }));
  const between = (from: number, to: number) =>
    joined(fields.filter(({ number }) => number >= from && number <= to).map(({ text }) => text));
  const account = between(34, 34);
  return details({
    payee: between(15, 16),
    memo: between(1, 14),
    type: between(17, 17),
    counterparty: { ...(account && accountOf(account)), bankId: between(33, 33) },
  });
}
