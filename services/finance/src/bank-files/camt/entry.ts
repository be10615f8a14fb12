import { currencyOf } from "../currency.ts";
import { parseCompact } from "../dates.ts";
import { type Money, readMoney } from "../money.ts";
import type { Counterparty, Entry } from "../statement.ts";
import { accountOf, clean, joined, known } from "../text.ts";
import { all, at, type Element, firstText, textAt } from "./element.ts";

/** Fields of one transaction inside an entry (TxDtls). */
export interface Detail {
  line: number;
  /** Signed minor units, when the file states it in the currency of the entry. */
  amount?: number;
  payee?: string;
  memo?: string;
  reference?: string;
  id?: string;
  counterparty?: Counterparty;
  original?: Entry["original"];
  charges?: Entry["charges"];
  reversal?: true;
}

export const isCredit = (element: Element | undefined): boolean | undefined => {
  const mark = textAt(element, "CdtDbtInd")?.toUpperCase();
  return mark === "CRDT" || mark === "DBIT" ? mark === "CRDT" : undefined;
};

/** An amount with its currency; CAMT writes a decimal point, some banks a comma. */
export function moneyOf(amount: Element | undefined, fallback: string): { currency: string; money: Money } {
  const currency = currencyOf(amount?.currency) ?? fallback;
  const text = amount?.text.trim();
  return { currency, money: readMoney(text, currency, text && /^[^.]*,\d{1,5}$/u.test(text) ? "," : ".") };
}

export const dayAt = (element: Element | undefined, path: string): string | undefined =>
  parseCompact(firstText(element, `${path}/Dt`, `${path}/DtTm`, path) ?? "");

const NO_REFERENCE = /^(?:notprovided|not provided|nonref|unknown|none)$/iu;
const given = (text: string | undefined) => (text && !NO_REFERENCE.test(text) ? clean(text) : undefined);

/**
 * @param credit whether the entry increased the balance
 * @param own account number of the statement: whose name is not the counterparty's
 */
export function detailOf(details: Element, currency: string, credit: boolean, own: string | undefined): Detail {
  const reversal = /^(?:true|1)$/u.test(textAt(details, "RvslInd") ?? "");
  const parties = at(details, "RltdPties");
  // Who pays stays who pays when a payment is taken back.
  const sides = credit !== reversal ? (["Dbtr", "Cdtr"] as const) : (["Cdtr", "Dbtr"] as const);
  const found = sides
    .map((side) => partyOf(parties, at(details, "RltdAgts"), side))
    .find((party) => party && (!own || (party.iban ?? party.number) !== own));
  const remittance = at(details, "RmtInf");
  const structured = all(remittance, "Strd");
  const creditorReference = structured.map((one) => textAt(one, "CdtrRefInf/Ref") ?? textAt(one, "CdtrRefInf/CdtrRef"));
  const refs = at(details, "Refs");
  const side = isCredit(details) ?? credit;
  return known({
    line: details.line,
    amount: amountOf(details, currency, side),
    payee: found?.name,
    memo: joined([
      ...all(remittance, "Ustrd").map((one) => one.text),
      ...structured.flatMap((one) => all(one, "AddtlRmtInf").map((more) => more.text)),
      textAt(details, "AddtlTxInf"),
    ]),
    reference:
      clean(creditorReference.find((reference) => reference)) ??
      given(textAt(refs, "EndToEndId")) ??
      given(firstText(refs, "TxId", "MndtId", "InstrId", "UETR", "ChqNb", "Prtry/Ref")),
    id: given(firstText(refs, "AcctSvcrRef", "UETR")),
    counterparty: found,
    original: originalOf(details, currency, side),
    charges: chargesOf(details, currency),
    reversal: reversal || undefined,
  });
}

function partyOf(parties: Element | undefined, agents: Element | undefined, side: "Dbtr" | "Cdtr") {
  const party = at(parties, side);
  const ultimate = at(parties, `Ultmt${side}`);
  const account = at(parties, `${side}Acct`);
  const agent = at(agents, `${side}Agt`) ?? at(party, "Agt");
  const name =
    firstText(party, "Pty/Nm", "Nm", "Agt/FinInstnId/Nm") ??
    firstText(ultimate, "Pty/Nm", "Nm") ??
    textAt(account, "Nm");
  const iban = textAt(account, "Id/IBAN");
  const number = firstText(account, "Id/Othr/Id", "Id/PrtryAcct/Id", "Id/BBAN");
  const bankId = firstText(agent, "FinInstnId/BICFI", "FinInstnId/BIC", "FinInstnId/ClrSysMmbId/MmbId");
  const counterparty: Counterparty = known({
    name: clean(name),
    ...(iban || number ? accountOf(iban ?? number, Boolean(iban)) : {}),
    bankId: clean(bankId),
  });
  return counterparty.name || counterparty.iban || counterparty.number ? counterparty : undefined;
}

function amountOf(details: Element, currency: string, credit: boolean): number | undefined {
  for (const path of ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"]) {
    const amount = at(details, path);
    if (!amount || (currencyOf(amount.currency) ?? currency) !== currency) continue;
    const { money } = moneyOf(amount, currency);
    if ("minor" in money) return credit ? money.minor : -money.minor;
  }
  return undefined;
}

function originalOf(details: Element, currency: string, credit: boolean): Entry["original"] {
  for (const path of ["AmtDtls/InstdAmt", "AmtDtls/TxAmt"]) {
    const amount = at(details, `${path}/Amt`);
    const other = currencyOf(amount?.currency);
    if (!amount || !other || other === currency) continue;
    const { money } = moneyOf(amount, other);
    const rate = firstText(
      details,
      `${path}/CcyXchg/XchgRate`,
      "AmtDtls/TxAmt/CcyXchg/XchgRate",
      "AmtDtls/CntrValAmt/CcyXchg/XchgRate",
    );
    if ("minor" in money) return known({ amount: credit ? money.minor : -money.minor, currency: other, rate });
  }
  return undefined;
}

export function chargesOf(element: Element, currency: string): Entry["charges"] {
  const charges = all(element, "Chrgs")
    .flatMap((one) => (at(one, "Rcrd") ? all(one, "Rcrd") : [one]))
    .map((record) => {
      const { currency: own, money } = moneyOf(at(record, "Amt") ?? at(record, "TtlChrgsAndTaxAmt"), currency);
      return "minor" in money ? { amount: isCredit(record) ? -money.minor : money.minor, currency: own } : undefined;
    })
    .filter((charge) => charge !== undefined);
  return charges.length ? charges : undefined;
}
