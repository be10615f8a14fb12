import { parseDecimal } from "../amount.ts";
import { currencyOf, exponentOf } from "../currency.ts";
import { parseCompact } from "../dates.ts";
import { readMoney } from "../money.ts";
import type { Entry } from "../statement.ts";
import { accountOf, clean, known } from "../text.ts";

export type Fields = Map<string, string>;

/** Ids of a statement's entries. Some banks write the same one, or zeros, into all. */
export class UniqueIds {
  private readonly seen = new Set<string>();

  /** @returns the id, unless it says nothing or another entry has it */
  add(id: string | undefined): { id?: string; taken: boolean } {
    if (!id || /^[0\s-]*$/u.test(id) || /^(?:none|null|n\/a|nonref|notprovided|not provided)$/iu.test(id))
      return { taken: false };
    const kept = id.slice(0, 255);
    if (this.seen.has(kept)) return { taken: true };
    this.seen.add(kept);
    return { id: kept, taken: false };
  }
}

/** A STMTTRN as an entry. Fields of an element inside it are named "PAYEE.NAME". */
export function entryOf(
  fields: Fields,
  line: number,
  currency: string,
  ids: UniqueIds,
): { entry?: Entry; wrong?: string; warnings: string[] } {
  const warnings: string[] = [];
  const dateText = fields.get("DTPOSTED") ?? fields.get("DTUSER") ?? fields.get("DTAVAIL");
  if (!dateText) return { wrong: "it has no date", warnings };
  const date = parseCompact(dateText);
  if (!date) return { wrong: `its date “${dateText.slice(0, 40)}” is not a day`, warnings };
  const stated = currencyOf(fields.get("CURRENCY.CURSYM")) ?? currency;
  const paid = readMoney(fields.get("TRNAMT"), stated, "any");
  if ("wrong" in paid) return { wrong: paid.wrong, warnings };
  // Of an amount in another currency than the account's, the rate says what it is in the account's.
  const rate = stated === currency ? undefined : rateOf(fields.get("CURRENCY.CURRATE"));
  const converted = rate && exchanged(paid.minor, rate, stated, currency);
  const money = converted === undefined ? paid : { minor: converted, rounded: false };
  const inCurrency = converted === undefined ? stated : currency;
  if (money.rounded) warnings.push("The amount has more digits than its currency and was rounded.");
  if (fields.has("CORRECTFITID"))
    warnings.push("The bank corrects an earlier entry with this one. Check the earlier one.");
  const { id, taken } = ids.add(fields.get("FITID"));
  if (taken) warnings.push("The bank gave this entry the id of another one; compare them for a duplicate.");
  const name = fields.get("NAME") ?? fields.get("PAYEE.NAME");
  const account = fields.get("BANKACCTTO.ACCTID") ?? fields.get("CCACCTTO.ACCTID");
  const valueDate = parseCompact(fields.get("VALUEDATE") ?? fields.get("DTAVAIL") ?? "");
  const extended = fields.get("EXTDNAME");
  const entry: Entry = {
    ...{ line, date, valueDate, amount: money.minor, currency: inCurrency, status: "booked" },
    ...namesOf(extended && name && extended.startsWith(name) ? extended : (name ?? extended), fields.get("MEMO")),
    reference: clean(fields.get("REFNUM")),
    importId: id,
    checkNumber: clean(fields.get("CHECKNUM")),
    type: clean(fields.get("TRNTYPE")),
    counterparty: account ? { ...accountOf(account), bankId: clean(fields.get("BANKACCTTO.BANKID")) } : undefined,
    original:
      converted === undefined
        ? originalOf(fields, money.minor, inCurrency)
        : known({ amount: paid.minor, currency: stated, rate: clean(fields.get("CURRENCY.CURRATE")) }),
  };
  if (entry.counterparty) entry.counterparty = known(entry.counterparty);
  return { entry: known(entry), warnings };
}

/** French banks write the day and the card where the name belongs, and the name into the memo. */
const CARD = /^(?:\d{6} )?CB ?\*+\d{2,4}$/u;
const namesOf = (name: string | undefined, memo: string | undefined): Pick<Entry, "payee" | "memo"> =>
  memo && CARD.test(name?.trim() ?? "")
    ? { payee: clean(memo), memo: clean(name) }
    : { payee: clean(name), memo: clean(memo) };

/** Units of the account's currency for one of the other (OFX 2.3, 5.2). */
function rateOf(text: string | undefined): number | undefined {
  const decimal = text === undefined ? undefined : parseDecimal(text, text.includes(",") ? "," : ".", 3);
  const rate = decimal && Number(`${decimal.whole || "0"}.${decimal.fraction || "0"}`);
  return rate && Number.isFinite(rate) && rate > 0 ? rate : undefined;
}

/** Minor units of one currency in those of another; undefined when they are too many. */
function exchanged(minor: number, rate: number, from: string, to: string): number | undefined {
  const amount = Math.round(minor * rate * 10 ** (exponentOf(to) - exponentOf(from)));
  return Number.isSafeInteger(amount) ? amount || 0 : undefined;
}

/** The amount was in another currency before the bank converted it: as exact as the rate is. */
function originalOf(fields: Fields, amount: number, currency: string): Entry["original"] {
  const original = currencyOf(fields.get("ORIGCURRENCY.CURSYM"));
  if (!original || original === currency) return undefined;
  const text = fields.get("ORIGCURRENCY.CURRATE");
  const rate = rateOf(text);
  const paid = rate && exchanged(amount, 1 / rate, currency, original);
  return known({ amount: paid || undefined, currency: original, rate: clean(text) });
}
