import { readBankFile } from "../read-bank-file.ts";
import type { BankFileOptions } from "../statement.ts";

const read = (text: string, options: BankFileOptions = { currency: "EUR" }) =>
  readBankFile(Buffer.from(text), "a.csv", options);
const entries = (text: string, options?: BankFileOptions) =>
  read(text, options).statements.flatMap((statement) =>
    statement.entries.map(({ date, amount }) => `${date} ${amount}`),
  );
const reasons = (text: string) =>
  read(text).problems.map(({ line, severity, reason }) => `${line} ${severity} ${reason}`);

it("reads decimal commas, thousands, signs behind and brackets", () => {
  const text = "Datum;Empfänger;Betrag\n01.02.2024;A;1.234,56-\n02.02.2024;B;(1.000,00)\n03.02.2024;C;+2,5 €\n";
  expect(entries(text)).toEqual(["2024-02-01 -123456", "2024-02-02 -100000", "2024-02-03 250"]);
});

it("finds the header below other lines, and leaves sums at the end out", () => {
  const text = `Bank of X\nIBAN:;DE89370400440532013000\n\nBuchungstag;Soll;Haben;Saldo\n05.01.2024;10,00;;90,00\n06.01.2024;;5,00;95,00\nSumme;10,00;5,00;\n`;
  const file = read(text);
  expect(entries(text)).toEqual(["2024-01-05 -1000", "2024-01-06 500"]);
  expect(file.statements[0]).toMatchObject({
    account: { iban: "DE89370400440532013000" },
    opening: { amount: 10000 },
    closing: { amount: 9500 },
    check: { result: "agrees" },
  });
  expect(file.problems).toEqual([]);
});

it("says at which line running balances do not follow", () => {
  const rows = Array.from({ length: 12 }, (_, index) => `2024-01-${index + 10},x,-1.00,${(100 - index).toFixed(2)}`);
  rows.splice(5, 1);
  expect(reasons(`Date,Payee,Amount,Balance\n${rows.join("\n")}\n`)).toEqual([
    "7 warning The entries do not add up to the balances that the file states; some may be missing.",
  ]);
});

it("tells the order of dates from all rows, and says both readings when it cannot", () => {
  expect(entries("Date,Payee,Amount\n02/03/2024,a,1.00\n02/14/2024,b,2.00\n")).toEqual([
    "2024-02-03 100",
    "2024-02-14 200",
  ]);
  const open = "Date,Payee,Amount\n02/03/2024,a,1.00\n";
  expect(reasons(open)).toEqual([
    "2 warning All dates of this file can be read in two ways: “02/03/2024” was read as 2024-03-02, but may be 2024-02-03. Choose the order of dates.",
  ]);
  const { profile } = read(open);
  const corrected = read(open, { currency: "EUR", profile: { ...profile!, dateOrder: "MDY", dateAmbiguous: false } });
  expect([corrected.statements[0]?.entries[0]?.date, corrected.problems]).toEqual(["2024-02-03", []]);
});

it("reads files of the same bank with a saved profile, whatever the order of the columns", () => {
  const { profile } = read("When,Who,How much\n2024-02-03,a,1.00\n");
  const chosen = { ...profile!, columns: ["date", "payee", "amount"] as const };
  const options = { profile: { ...chosen, columns: [...chosen.columns], negate: true } };
  expect(entries("Who,More,How much,When\na,x,1.50,2024-02-04\n", options)).toEqual(["2024-02-04 -150"]);
  expect(read("A,B\n1,2\n", options).problems.map(({ reason }) => reason)).toEqual([
    "The columns of the profile are not in this file. Choose what its columns hold.",
  ]);
});

it("takes a direction column for the sign", () => {
  const text = 'Datum,Naam / Omschrijving,Af Bij,Bedrag (EUR)\n20240203,Albert,Af,"1,50"\n20240204,Bert,Bij,"2,00"\n';
  expect(entries(text)).toEqual(["2024-02-03 -150", "2024-02-04 200"]);
});

it("takes fees off the amount when the balances say so", () => {
  const text =
    "Completed Date,Description,Amount,Fee,Currency,State,Balance\n" +
    "2024-01-01,a,-10.00,1.00,EUR,COMPLETED,89.00\n2024-01-02,b,-5.00,0.50,EUR,COMPLETED,83.50\n" +
    "2024-01-03,c,-7.00,0.00,EUR,DECLINED,83.50\n,d,-7.00,0.00,EUR,PENDING,\n";
  expect(entries(text)).toEqual(["2024-01-01 -1100", "2024-01-02 -550"]);
});

it("keeps the rows behind a quotation mark that is never closed", () => {
  const rows = Array.from({ length: 300 }, (_, index) => `2024-01-13,row ${index},1.00`).join("\n");
  const file = read(`Date,Payee,Amount\n2024-01-13,"12,5.00\n${rows}\n`);
  expect(file.statements[0]?.entries).toHaveLength(301);
  expect(file.problems).toEqual([
    {
      line: 2,
      severity: "warning",
      entry: "2024-01-13 12 5.00",
      reason: "A quotation mark in this line is not closed; check the entry.",
    },
  ]);
});

it("keeps quotes, line breaks and delimiters inside quotes", () => {
  const text = 'Date,Payee,Amount\n2024-01-13,"a ""b"", c\nd",1.00\n2024-01-14,e"f,2.00\n';
  expect(read(text).statements[0]?.entries.map(({ payee, line }) => [payee, line])).toEqual([
    ['a "b", c d', 2],
    ['e"f', 4],
  ]);
});

it("reads UTF-16 and code pages", () => {
  const text = "Datum;Name;Betrag\r01.02.2024;Müller;-1,00\r";
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  for (const bytes of [utf16, Buffer.from(text, "utf16le"), Buffer.from(text, "latin1"), Buffer.from(text)])
    expect(readBankFile(bytes, "a.csv").statements[0]?.entries[0]).toMatchObject({ payee: "Müller", amount: -100 });
});

it("asks for columns when there are none for a day and an amount", () => {
  expect(reasons("a,b\n1,2\n")).toEqual([
    "1 error No columns with a date and an amount were found in this file. Choose what its columns hold.",
  ]);
});

it.each([
  [
    "HDFC, with amounts in lakhs",
    `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
28/11/25,UPI-ZOMATO,0000123,28/11/25,"1,23,456.78",,"10,00,000.00"
27/11/25,NEFT CR,0000124,27/11/25,,"2,00,000.00","11,23,456.78"`,
    ["UPI-ZOMATO -12345678", "NEFT CR 20000000"],
  ],
  [
    "a Japanese bank",
    "取引日,摘要,お支払金額,お預り金額,差引残高\n2025/11/28,コンビニ,540,,100000\n2025/11/27,給料,,300000,100540\n",
    ["コンビニ -54000", "給料 30000000"],
  ],
  [
    "a French bank, with the currency behind the names",
    'Date;Libellé;Débit euros;Crédit euros;\n28/11/2025;"CARTE";1 234,56;;\n27/11/2025;SALAIRE;;2 500,00;\n',
    ["CARTE -123456", "SALAIRE 250000"],
  ],
  [
    "a column that says DR or CR",
    "Txn Date,Description,Amount,Dr/Cr\n28/11/2025,ATM,500.00,DR\n29/11/2025,Refund,20.00,CR\n",
    ["ATM -50000", "Refund 2000"],
  ],
  [
    "Chase, whose details say no name",
    'Details,Posting Date,Description,Amount,Type,Balance\nDEBIT,11/28/2025,"BOB, JR.",-150.00,ACH,1350.25\nCREDIT,11/27/2025,PAYROLL,1500.25,ACH,1500.25\n',
    ["BOB, JR. -15000", "PAYROLL 150025"],
  ],
  [
    "UBS, with three descriptions",
    "Abschlussdatum;Buchungsdatum;Währung;Belastung;Gutschrift;Saldo;Beschreibung1;Beschreibung2\n2025-11-28;2025-11-28;CHF;-199.50;;850.50;Migros;Kauf\n2025-11-20;2025-11-20;CHF;;50.00;1050.00;Hans;Eingang\n",
    ["Migros -19950", "Hans 5000"],
  ],
  [
    "the new DKB",
    '"Girokonto";"DE89370400440532013000"\n"Kontostand vom 28.11.2025:";"1.000,00 €"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Betrag (€)"\n"28.11.25";"28.11.25";"Gebucht";"Ada";"EDEKA";"Einkauf";"-12,34 €"\n',
    ["EDEKA -1234"],
  ],
])("reads %s", (_, text, expected) => {
  const [statement] = readBankFile(Buffer.from(text), "bank.csv", { currency: "EUR" }).statements;
  expect(statement!.entries.map(({ payee, amount }) => `${payee} ${amount}`)).toEqual(expected);
});

it("tells money out from money in by the balance where names say nothing, and asks where nothing tells", () => {
  const rows = ["2025-11-26,a,,5.00,105.00", "2025-11-27,b,40.00,,65.00", "2025-11-28,c,,1.00,66.00"];
  const read = (...lines: string[]) => readBankFile(Buffer.from(lines.join("\n")), "bank.csv", { currency: "EUR" });
  const amounts = (...lines: string[]) => read(...lines).statements[0]?.entries.map(({ amount }) => amount);
  expect(amounts("Qa,Qb,Qc,Qd,Qe", ...rows)).toEqual([500, -4000, 100]);
  expect(amounts("Qa,Qb,Qc,Qd,Qe", ...rows.toReversed())).toEqual([100, -4000, 500]);
  const without = rows.map((row) => row.replace(/,[^,]*$/, ""));
  expect(read("Qa,Qb,Qc,Qd", ...without)).toMatchObject({
    statements: [],
    problems: [{ reason: expect.stringContaining("Choose what its columns hold") }],
  });
});

it("takes a dash for nothing said", () => {
  const text = "Date,Name,Description,Amount\n2025-11-28,Shop,-,-1.00\n";
  expect(readBankFile(Buffer.from(text), "bank.csv").statements[0]!.entries[0]!.memo).toBeUndefined();
});
