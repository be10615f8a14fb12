import { readBankFile } from "./read-bank-file.ts";
import type { BankFileOptions } from "./statement.ts";

const read = (text: string, name = "statement.txt", options: BankFileOptions = { currency: "EUR" }) =>
  readBankFile(Buffer.from(text), name, options);
const amounts = (text: string, name?: string) =>
  read(text, name).statements.map(({ entries }) => entries.map(({ date, amount }) => `${date} ${amount}`));

const ofx = (entries: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>` +
  `<CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>22<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${entries}` +
  "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";

describe("OFX", () => {
  it("reads entries whose end tags are missing", () => {
    const text = ofx("<STMTTRN><DTPOSTED>20240102<TRNAMT>-1.5<NAME>A & Z <3\n<STMTTRN><DTPOSTED>20240103<TRNAMT>2,75");
    expect(amounts(text)).toEqual([["2024-01-02 -150", "2024-01-03 275"]]);
    expect(read(text).statements[0]?.entries[0]?.payee).toBe("A & Z <3");
  });

  it("keeps good entries and names the others with line and reason", () => {
    const file = read(
      ofx("\n<STMTTRN><DTPOSTED>20240231<TRNAMT>1</STMTTRN>\n<STMTTRN><DTPOSTED>20240103<TRNAMT>x</STMTTRN>") +
        ofx("<STMTTRN><DTPOSTED>20240103<TRNAMT>7</STMTTRN>"),
    );
    expect(file.problems.map(({ line, severity, reason }) => `${line} ${severity} ${reason}`)).toEqual([
      "8 error This entry is left out: its date “20240231” is not a day.",
      "9 error This entry is left out: its amount “x” is not a number this file would write.",
    ]);
    expect(file.statements.map(({ sum }) => sum)).toEqual([0, 700]);
  });

  it("takes no id twice, and none that is zeros", () => {
    const entry = (id: string) => `<STMTTRN><DTPOSTED>20240103<TRNAMT>7<FITID>${id}</STMTTRN>`;
    const ids = read(ofx(["a1", "000", "a1"].map(entry).join(""))).statements[0]?.entries.map(
      ({ importId }) => importId,
    );
    expect(ids).toEqual(["a1", undefined, undefined]);
  });
});

it("refuses entities of a file's own", () => {
  const laughs = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>';
  const camt = `<?xml version="1.0"?>${laughs}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt/></Document>`;
  const bank = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>${laughs}<OFX><STMTRS><ORG>&lol2;</ORG></STMTRS></OFX>`;
  for (const text of [camt, bank]) {
    const { statements, problems } = read(text);
    expect(statements).toEqual([]);
    expect(problems.map(({ reason }) => reason)).toEqual([
      "This file defines its own entities (DTD), which no bank does. It is not read.",
    ]);
  }
});

const camt = (entries: string, version = "053.001.08") =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><BkToCstmrStmt><Stmt><Id>1</Id>` +
  `<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;
const ntry = (amount: string, mark: string, rest = "") =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><BookgDt><Dt>2024-02-03</Dt></BookgDt>${rest}</Ntry>`;
const details = (amount: string) =>
  `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RltdPties><Cdtr><Nm>P${amount}</Nm></Cdtr></RltdPties></TxDtls>`;

describe("CAMT", () => {
  it("takes a batch apart when its transactions are all of it, and keeps it whole otherwise", () => {
    const whole = ntry("30", "DBIT", `<NtryDtls>${details("10")}${details("20")}</NtryDtls>`);
    const partly = ntry("31", "DBIT", `<NtryDtls>${details("10")}${details("20")}</NtryDtls>`);
    const file = read(camt(whole + partly));
    expect(file.statements[0]?.entries.map(({ amount, payee }) => [amount, payee])).toEqual([
      [-1000, "P10"],
      [-2000, "P20"],
      [-3100, undefined],
    ]);
    expect(file.problems).toHaveLength(1);
  });

  it("knows pending and reversed entries", () => {
    const file = read(
      camt(ntry("5", "CRDT", "<RvslInd>true</RvslInd>") + ntry("6", "DBIT", "<Sts><Cd>PDNG</Cd></Sts>")),
    );
    expect(file.statements[0]?.entries).toMatchObject([
      { amount: 500, reversal: true, status: "booked" },
      { amount: -600, status: "pending" },
    ]);
    expect(file.statements[0]?.sum).toBe(500);
  });

  it("keeps the entries before the place where the file is cut off", () => {
    const text = camt(ntry("5", "CRDT") + ntry("6", "DBIT"));
    const file = read(text.slice(0, text.lastIndexOf("<BookgDt>")));
    expect(file.statements[0]?.entries.map(({ amount }) => amount)).toEqual([500]);
    expect(file.problems.map(({ severity }) => severity)).toEqual(["error"]);
  });
});

describe("MT940", () => {
  const mt940 = (lines: string) => `:20:A\n:25:10020030/1234567\n:28C:1/1\n:60F:C231230EUR100,\n${lines}`;

  it("finds the year of a booking day beyond the end of the year", () => {
    expect(amounts(mt940(":61:2312310102D10,NMSCNONREF\n:61:2401021231C1,5NMSCNONREF\n:62F:C240102EUR91,5\n"))).toEqual(
      [["2024-01-02 -1000", "2023-12-31 150"]],
    );
  });

  it("counts reversals against what they reverse", () => {
    const file = read(mt940(":61:231231RD10,NMSCNONREF\n:61:231231RC4,NMSCNONREF\n:62F:C240102EUR106,\n"));
    expect(file.statements[0]?.entries.map(({ amount, reversal }) => [amount, reversal])).toEqual([
      [1000, true],
      [-400, true],
    ]);
    expect(file.statements[0]?.check.result).toBe("agrees");
  });

  it("reads pages of one statement as one, and says when the balances differ", () => {
    const pages = `${mt940(":61:231231C10,NMSCNONREF\n:62M:C231231EUR110,\n-\n")}:20:A\n:25:10020030/1234567\n:28C:1/2\n`;
    const file = read(`${pages}:60M:C231231EUR110,\n:61:240101C5,NMSCNONREF\n:62F:C240102EUR116,\n-\n`);
    expect(file.statements.map(({ sum, check }) => [sum, check])).toEqual([
      [1500, { result: "differs", difference: -100 }],
    ]);
    expect(file.problems.map(({ line }) => line)).toEqual([14]);
  });
});

describe("QIF", () => {
  it("reads the order of dates from all of them, and asks when all fit both", () => {
    expect(amounts("!Type:Bank\nD1/2'04\nT1.5\n^\nD1/13'04\nT-2\n^\n")).toEqual([
      ["2004-01-02 150", "2004-01-13 -200"],
    ]);
    const open = "!Type:Bank\nD1/2/2004\nT1.5\n^\n";
    expect(read(open).problems.map(({ reason }) => reason)).toEqual([
      "All dates of this file can be read in two ways: “1/2/2004” was read as 2004-01-02, but may be 2004-02-01. Choose the order of dates.",
    ]);
    const { statements, problems } = read(open, "a.qif", { currency: "EUR", dateOrder: "DMY" });
    expect([statements[0]?.entries[0]?.date, problems]).toEqual(["2004-02-01", []]);
  });

  it("reads decimal commas, accounts, transfers and parts", () => {
    const text =
      "!Account\nNGiro\nTBank\n^\n!Type:Bank\nD31.12.2023\nT-1.234,56\nPShop\nLFood:Fruit/Home\nSFood:Fruit\nEapples\n$-1.000,00\nS[Savings]\n$-200,00\n^\n";
    const file = read(text);
    expect(file.statements[0]).toMatchObject({ account: { name: "Giro", kind: "checking" }, sum: -123456 });
    expect(file.statements[0]?.entries[0]?.splits).toEqual([
      { amount: -100000, category: ["Food", "Fruit"], memo: "apples" },
      { amount: -20000, transferAccount: "Savings" },
      { amount: -3456 },
    ]);
    expect(file.problems).toHaveLength(1);
  });

  it("leaves lists and trades out, and says the latter", () => {
    const file = read("!Type:Cat\nNFood\nE\n^\n!Type:Invst\nD1/2/24\nNBuy\nT5\n^\n!Type:CCard\nD1/20/24\nT-1\n^\n");
    expect(file.statements.map(({ account, sum }) => [account.kind, sum])).toEqual([["credit", -100]]);
    expect(file.problems.map(({ reason }) => reason)).toEqual([
      "1 trade of securities not imported; only movements of money are.",
    ]);
  });
});

it("says what a file is that is no bank file", () => {
  const reason = (text: string) => read(text).problems[0]?.reason;
  expect(reason("")).toBe("This file is empty. Export it again.");
  expect(reason("%PDF-1.7")).toMatch(/^This is a PDF/u);
  expect(reason("PK\u0003\u0004")).toMatch(/spreadsheet/u);
  expect(reason("<html><body>Sign in</body></html>")).toMatch(/^This is a web page/u);
});

describe("what was paid in another currency", () => {
  const originals = (text: string) =>
    read(text).statements[0]!.entries.map(({ amount, payee, memo, original, charges }) => ({
      ...{ amount, payee, memo, original, charges },
    }));

  it("is read from the fields of OFX that say the currency and the rate", () => {
    const entry = (amount: string, name: string, rate: string, sign: string) =>
      `<STMTTRN><DTPOSTED>20240103<TRNAMT>${amount}<NAME>A<${name}><CURRATE>${rate}<CURSYM>${sign}</${name}></STMTTRN>`;
    const file = read(
      ofx(
        entry("-92.00", "ORIGCURRENCY", "0.92", "USD") +
          // Not converted yet: the rate says what it is in the account's currency.
          entry("-100.00", "CURRENCY", "0.92", "USD") +
          entry("-100.00", "ORIGCURRENCY", "0.0061", "JPY") +
          entry("-5.00", "ORIGCURRENCY", "1", "EUR") +
          entry("-5.00", "ORIGCURRENCY", "zero", "USD"),
      ),
    );
    expect(file.statements[0]!.entries.map(({ amount, currency, original }) => [amount, currency, original])).toEqual([
      [-9200, "EUR", { amount: -10000, currency: "USD", rate: "0.92" }],
      [-9200, "EUR", { amount: -10000, currency: "USD", rate: "0.92" }],
      [-10000, "EUR", { amount: -16393, currency: "JPY", rate: "0.0061" }],
      [-500, "EUR", undefined],
      [-500, "EUR", { currency: "USD", rate: "zero" }],
    ]);
  });

  it("is read from fields 61 and 86 of MT940", () => {
    const text =
      ":20:A\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C240101EUR1000,00\n" +
      ":61:2401020102D9,20NMSCNONREF\n/OCMT/USD10,00//CHGS/EUR0,20/\n:86:008?00KARTE?20SVWZ+NEW YORK?32SHOP INC\n" +
      ":61:2401030103D5,00NTRFNONREF\n:86:/OCMT/GBP4,20/EXCH/0,84/REMI//Tea/BENM//NAME/Tea House/\n" +
      ":61:2401030103C7,00NTRFNONREF\n:86:/OCMT/EUR7,00/REMI/USTD//Refund/NAME/Shop\n" +
      ":61:2401030103C6,00NTRFNONREF\n:86:/OCMT/JPY1000/\n:62F:C240103EUR998,80\n";
    expect(originals(text)).toEqual([
      {
        ...{ amount: -920, payee: "SHOP INC", memo: "NEW YORK" },
        ...{ original: { amount: -1000, currency: "USD" }, charges: [{ amount: 20, currency: "EUR" }] },
      },
      { amount: -500, payee: "Tea House", memo: "Tea", original: { amount: -420, currency: "GBP", rate: "0,84" } },
      { amount: 700, payee: "Shop", memo: "Refund" },
      { amount: 600, original: { amount: 1000, currency: "JPY" } },
    ]);
  });
});

it("takes the side of MT940's field 86 that the money came from or went to", () => {
  const both =
    "/BENM//NAME/Ada/IBAN/DE02120300000000202051/ORDP//NAME/Employer/IBAN/DE02100500000054540402/REMI/USTD//Pay";
  const text =
    `:20:A\n:25:1\n:60F:C240101EUR0,\n:61:2401030103C7,00NTRFNONREF\n:86:${both}\n` +
    `:61:2401030103D7,00NTRFNONREF\n:86:${both}\n:62F:C240103EUR0,\n`;
  expect(
    read(text).statements[0]!.entries.map(({ payee, memo, counterparty }) => [payee, memo, counterparty?.iban]),
  ).toEqual([
    ["Employer", "Pay", "DE02100500000054540402"],
    ["Ada", "Pay", "DE02120300000000202051"],
  ]);
});
