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
  const rows = Array.from({ length: 300 }, (_, index) => `2024-01-13,row ${index},-1.00`).join("\n");
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

describe("two columns with names", () => {
  const rows = (text: string, options?: BankFileOptions) =>
    read(text, options).statements.flatMap(({ entries }) =>
      entries.map(({ payee, amount, counterparty }) => [payee, amount, counterparty?.iban ?? counterparty?.number]),
    );
  /** What is spent, and what comes in, by the names of a bank. */
  it.each([
    ["DKB", "Buchungsdatum;Zahlungspflichtige*r;Zahlungsempfänger*in;Betrag (€)"],
    ["a bank of Austria", "Buchungsdatum;Auftraggebername;Empfängername;Betrag"],
    ["Wise", "Date;Payer Name;Payee Name;Amount"],
    ["a bank of England", "Date;From;To;Amount"],
    ["a bank of Singapore", "Transaction date;Ordering party;Beneficiary;Amount"],
    ["a bank of France", "Date;Donneur d'ordre;Bénéficiaire;Montant"],
    ["PayPal", "Date;From Email Address;To Email Address;Net"],
    ["a wallet", "Created on;Source name;Target name;Amount"],
    ["a bank of Finland", "Kirjauspäivä;Maksaja;Saajan nimi;Summa"],
    ["a bank of Poland", "Data operacji;Nadawca;Odbiorca;Kwota"],
    ["a bank of Russia", "Дата операции;Плательщик;Получатель;Сумма"],
    ["Sweden, with the words the other way round", "Bokföringsdag;Avsändare;Mottagare;Belopp"],
  ])("%s: the payer of what came in, the payee of what went out", (_, header) => {
    const text = `${header}\n2025-11-27;Ada;Shop;-12.30\n2025-11-28;Employer;Ada;4000.00\n2025-11-29;;Cafe;-3.00\n`;
    expect(rows(text)).toEqual([
      ["Shop", -1230, undefined],
      ["Employer", 400000, undefined],
      ["Cafe", -300, undefined],
    ]);
  });

  it("takes the account of the side that it names, and knows money in by whatever says so", () => {
    const text =
      "Datum;Auftraggeber;IBAN Auftraggeber;Empfänger;IBAN Empfänger;S/H;Betrag\n" +
      "2025-11-27;Ada;DE02120300000000202051;Shop;DE02500105170137075030;S;12,30\n" +
      "2025-11-28;Employer;DE02100500000054540402;Ada;DE02120300000000202051;H;4000,00\n";
    expect(rows(text)).toEqual([
      ["Shop", -1230, "DE02500105170137075030"],
      ["Employer", 400000, "DE02100500000054540402"],
    ]);
    const { profile } = read(text);
    const swapped = profile!.columns.map((role) => (role === "payer" ? "payee" : role === "payee" ? "payer" : role));
    expect(rows(text, { profile: { ...profile!, columns: swapped } }).map(([payee]) => payee)).toEqual(["Ada", "Ada"]);
  });

  it("leaves one column for both sides, and one that names the account's holder, as they are", () => {
    expect(rows("Datum;Auftraggeber;Betrag\n2025-11-27;Shop;-1,00\n2025-11-28;Work;2,00\n")).toEqual([
      ["Shop", -100, undefined],
      ["Work", 200, undefined],
    ]);
    expect(
      rows("Date;Name;From Email Address;To Email Address;Net\n2025-11-27;Shop;me@a.example;shop@b.example;-1.00\n"),
    ).toEqual([["Shop", -100, undefined]]);
    const own = "Rekeningnummer;Naam;Datum;Bedrag;Naam tegenpartij\nBE1;JAN;27/11/2025;-1,00;Winkel\n";
    expect(rows(own)).toEqual([["Winkel", -100, undefined]]);
    // Two columns with numbers of accounts are no names.
    const numbers = "Datum;Avsändare;Mottagare;Namn;Belopp\n2025-11-27;12345678;87654321;Butik;-1,00\n";
    expect(rows(numbers)).toEqual([["Butik", -100, "87654321"]]);
  });
});

it("keeps what was paid in another currency", () => {
  const originals = (text: string) =>
    read(text).statements[0]!.entries.map(({ amount, original }) => [amount, original]);
  expect(
    originals(
      "Date,Payee,Amount (EUR),Original Amount,Original Currency\n2025-11-27,A,-9.20,-10.00,USD\n2025-11-28,B,-5.00,,\n",
    ),
  ).toEqual([
    [-920, { amount: -1000, currency: "USD" }],
    [-500, undefined],
  ]);
  // The bracket tells the columns apart, and the cell names the currency.
  expect(originals("Datum;Betrag (Fremdwährung);Name;Betrag (EUR)\n27.11.2025;1.500 JPY;A;-9,20\n")).toEqual([
    [-920, { amount: -1500, currency: "JPY" }],
  ]);
  expect(
    originals("Дата операции;Сумма операции;Валюта операции;Сумма платежа;Описание\n27.11.2025;-3,00;USD;-270,00;A\n"),
  ).toEqual([[-27000, { amount: -300, currency: "USD" }]]);
  // Alone it is the amount.
  expect(originals("Belegdatum;Originalbetrag;Originalwährung;Name\n27.11.2025;-3,00;EUR;A\n")).toEqual([
    [-300, undefined],
  ]);
});

describe("a file whose columns have few names that are known", () => {
  it("takes no balance, count or number of something for the amount", () => {
    expect(reasons('Datum,Boeksaldo,Valutair saldo\n2020-05-30,"13,20","13,20"\n2020-05-29,"13,20","13,20"\n')).toEqual(
      ["1 error No columns with a date and an amount were found in this file. Choose what its columns hold."],
    );
    const codes = "x,1,y\n2019-10-31,204840,-4320.4\n2019-10-21,279185,-3100\n2019-10-11,258668,1000\n";
    expect(entries(codes)).toEqual(["2019-10-31 -432040", "2019-10-21 -310000", "2019-10-11 100000"]);
  });

  it("knows the amount by the balance that follows from it, before or after the entry", () => {
    const before =
      "17-06-2022,a,130.44,223.77\n18-06-2022,b,354.21,-200.00\n19-06-2022,c,154.21,-2.20\n20-06-2022,d,152.01,5.00\n";
    expect(entries(before)).toEqual(["2022-06-17 22377", "2022-06-18 -20000", "2022-06-19 -220", "2022-06-20 500"]);
    const after =
      "17-06-2022,a,354.21,223.77\n18-06-2022,b,154.21,-200.00\n19-06-2022,c,152.01,-2.20\n20-06-2022,d,157.01,5.00\n";
    expect(entries(after)).toEqual(["2022-06-17 22377", "2022-06-18 -20000", "2022-06-19 -220", "2022-06-20 500"]);
    expect(read(after).statements[0]).toMatchObject({ opening: { amount: 13044 }, closing: { amount: 15701 } });
  });

  it("keeps the names that it knows", () => {
    const text =
      "id,when it was,amount,currency,local_amount,local_currency,description\ntx1,2018-02-25 12:34:56 +0000,-10,GBP,-12,EUR,Tesco\n";
    expect(read(text).statements[0]!.entries).toMatchObject([
      { date: "2018-02-25", amount: -1000, payee: "Tesco", original: { amount: -1200, currency: "EUR" } },
    ]);
  });
});

it("finds what says in or out by its cells, and says where a row does not", () => {
  const text = (last: string) =>
    `Datum;Richting;Bedrag;Naam\n27-11-2025;D;1,00;a\n28-11-2025;C;2,00;b\n29-11-2025;${last};3,00;c\n`;
  expect(entries(text("D"))).toEqual(["2025-11-27 -100", "2025-11-28 200", "2025-11-29 -300"]);
  const { profile } = read(text("D"));
  expect(read(text("?"), { profile }).problems.map(({ reason }) => reason)).toContain(
    "This line is left out: “?” does not say whether money went out or came in.",
  );
});

it("says so when all of many amounts are money in", () => {
  const rows = ["2025-11-27,a,1.00", "2025-11-28,b,2.00", "2025-11-29,c,3.00"];
  const all = "2 warning All amounts are money in. If they are what you spent, correct how the file is read.";
  expect(reasons(`Date,Payee,Amount\n${rows.join("\n")}\n`)).toEqual([all]);
  expect(reasons(`Date,Payee,Amount\n${rows.join("\n")}\n2025-11-30,d,-1.00\n`)).toEqual([]);
});

it("adds a line that has words alone to the entry above it, and takes no balance for an entry", () => {
  const text =
    "Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n" +
    "18/04/2018,18/04/2018,DEBIT PURCHASE,6.66,\n,,UBER EATS\n17/04/2018,17/04/2018,ATM,66.66,\n" +
    "16/04/2018,16/04/2018,Opening balance,,100.00\n";
  expect(read(text).statements[0]!.entries.map(({ payee, memo, amount }) => [payee, memo, amount])).toEqual([
    ["DEBIT PURCHASE", "UBER EATS", -666],
    ["ATM", undefined, -6666],
  ]);
});

it.each([
  ["windows-1250", "Datum zaúčtování;Částka;Měna;Název protiúčtu\n27.11.2025;-1,00;CZK;Jiří Ščuka\n", "Jiří Ščuka"],
  ["windows-1251", "Дата операции;Сумма;Валюта;Описание\n27.11.2025;-1,00;RUB;Магазин\n", "Магазин"],
  ["windows-1252", "Datum;Betrag;Währung;Empfänger\n27.11.2025;-1,00;EUR;Bäckerei Groß\n", "Bäckerei Groß"],
])("tells %s by the names of the columns", (set, text, payee) => {
  const bytes = Uint8Array.from(text, (letter) => byteIn(set, letter));
  const file = readBankFile(bytes, "a.csv");
  expect([file.encoding, file.statements[0]!.entries[0]!.payee]).toEqual([set, payee]);
});

/** The byte that a set of single bytes has for a letter. */
function byteIn(set: string, letter: string): number {
  const decoder = new TextDecoder(set);
  for (let byte = 0; byte < 256; byte += 1) if (decoder.decode(Uint8Array.of(byte)) === letter) return byte;
  throw new Error(`${letter} is not in ${set}`);
}
