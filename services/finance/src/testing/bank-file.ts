/** A transaction of a file that a test writes; `id` is the bank's. */
export interface Line {
  day: string;
  /** "−4.20" with a plain minus sign. */
  amount: string;
  payee: string;
  id?: string;
}

const compact = (day: string) => day.replaceAll("-", "");

/** A statement as banks offer it for Quicken: OFX 1. @param closing balance, as amounts are written */
export const ofx = (
  lines: readonly Line[],
  closing?: string,
  account = "NO9386011117947",
  currency = "EUR",
): string => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:UTF-8
CHARSET:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>8601<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${lines
  .map(
    ({ day, amount, payee, id }) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${compact(day)}<TRNAMT>${amount}<FITID>${id ?? ""}<NAME>${payee}</STMTTRN>`,
  )
  .join("\n")}
</BANKTRANLIST>${closing === undefined ? "" : `<LEDGERBAL><BALAMT>${closing}<DTASOF>20261130</LEDGERBAL>`}
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

/** A statement in euros with what was paid in another currency: CAMT.053. @param paid "42.76", in dollars */
export const camt = (lines: readonly (Line & { paid?: string })[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>NO9386011117947</IBAN></Id><Ccy>EUR</Ccy></Acct>
${lines
  .map(
    ({ day, amount, payee, id, paid }) => `<Ntry><Amt Ccy="EUR">${amount.replace("-", "")}</Amt>
<CdtDbtInd>${amount.startsWith("-") ? "DBIT" : "CRDT"}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${id ?? ""}</AcctSvcrRef><NtryDtls><TxDtls>${
      paid === undefined ? "" : `<AmtDtls><InstdAmt><Amt Ccy="USD">${paid}</Amt></InstdAmt></AmtDtls>`
    }<RltdPties><Cdtr><Pty><Nm>${payee}</Nm></Pty></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>`,
  )
  .join("\n")}
</Stmt></BkToCstmrStmt></Document>`;

/** The same without ids of the bank. */
export const qif = (lines: readonly Line[]): string =>
  `!Type:Bank\n${lines.map(({ day, amount, payee }) => `D${day}\nT${amount}\nP${payee}\n^\n`).join("")}`;

export function fileOf(text: string, name: string): FormData {
  const form = new FormData();
  form.set("file", new Blob([text]), name);
  return form;
}
