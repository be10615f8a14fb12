import { currencyOf } from "../currency.ts";
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
  const inCurrency = currencyOf(fields.get("CURRENCY.CURSYM")) ?? currency;
  const money = readMoney(fields.get("TRNAMT"), inCurrency, "any");
  if ("wrong" in money) return { wrong: money.wrong, warnings };
  if (money.rounded) warnings.push("The amount has more digits than its currency and was rounded.");
  if (fields.has("CORRECTFITID"))
    warnings.push("The bank corrects an earlier entry with this one. Check the earlier one.");
  const { id, taken } = ids.add(fields.get("FITID"));
  if (taken) warnings.push("The bank gave this entry the id of another one; compare them for a duplicate.");
  const name = fields.get("NAME") ?? fields.get("PAYEE.NAME");
  const account = fields.get("BANKACCTTO.ACCTID") ?? fields.get("CCACCTTO.ACCTID");
  const original = currencyOf(fields.get("ORIGCURRENCY.CURSYM"));
  const valueDate = parseCompact(fields.get("VALUEDATE") ?? fields.get("DTAVAIL") ?? "");
  const extended = fields.get("EXTDNAME");
  const entry: Entry = {
    ...{ line, date, valueDate, amount: money.minor, currency: inCurrency, status: "booked" },
    payee: clean(extended && name && extended.startsWith(name) ? extended : (name ?? extended)),
    memo: clean(fields.get("MEMO")),
    reference: clean(fields.get("REFNUM")),
    importId: id,
    checkNumber: clean(fields.get("CHECKNUM")),
    type: clean(fields.get("TRNTYPE")),
    counterparty: account ? { ...accountOf(account), bankId: clean(fields.get("BANKACCTTO.BANKID")) } : undefined,
    original:
      original && original !== inCurrency
        ? { currency: original, rate: fields.get("ORIGCURRENCY.CURRATE") }
        : undefined,
  };
  if (entry.counterparty) entry.counterparty = known(entry.counterparty);
  return { entry: known(entry), warnings };
}
