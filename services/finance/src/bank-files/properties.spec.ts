import { RecordReader } from "./csv/records.ts";
import { csvWriter } from "./export/export-csv.ts";
import { hledgerWriter } from "./export/export-hledger.ts";
import { qifWriter } from "./export/export-qif.ts";
import type { BankFileWriter } from "./export/exported.ts";
import { MAX_PROBLEMS } from "./limits.ts";
import { readBankFile } from "./read-bank-file.ts";
import type { AccountHint, BankFile, Entry } from "./statement.ts";
import { EXPECTED, FILES, fixture } from "./testing/fixtures.ts";
import { randomOf } from "./testing/random.ts";

const NAMES = ["a.ofx", "a.qif", "a.xml", "a.sta", "a.csv"];
const STARTS = [
  "",
  "OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST>",
  "!Type:Bank\nD1/2/2024\n",
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><Stmt><Ntry>',
  ":20:A\n:60F:C240101EUR1,\n",
  'Date,Payee,Amount\n2024-01-02,"',
];

const written = (writer: BankFileWriter, account: AccountHint, entries: readonly Entry[]) =>
  writer.head + writer.account(account) + entries.map((entry) => writer.entry(account, entry)).join("");

/** What holds for every file, whatever is in it. */
function isSound({ statements, problems }: BankFile) {
  expect(problems.length).toBeLessThanOrEqual(MAX_PROBLEMS + 2);
  for (const { line, reason } of problems) {
    expect(line).toBeGreaterThan(0);
    expect(reason).toMatch(/^[\p{L}\d].{10,}\.$/su);
  }
  for (const { entries, entryCount } of statements) {
    expect(entryCount).toBe(entries.length);
    for (const entry of entries) {
      expect(Number.isSafeInteger(entry.amount) && !Object.is(entry.amount, -0)).toBe(true);
      expect(new Date(`${entry.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(entry.date);
      if (entry.splits) expect(entry.splits.reduce((sum, { amount }) => sum + amount, 0)).toBe(entry.amount);
    }
  }
}

it("reads any bytes without an error", () => {
  const random = randomOf(1);
  const alphabet = "<>/&;:,.\"'-+!^[]{}()?DTCSNPL$0123456789 \n\r\t|=abcXYZ\u00e9\u20ac";
  for (let round = 0; round < 400; round += 1) {
    const start = STARTS[round % STARTS.length]!;
    const length = random(2_000);
    const rest = round % 3 === 0 ? noise(random, length) : letters(random, length, alphabet);
    isSound(readBankFile(Buffer.concat([Buffer.from(start), rest]), NAMES[random(NAMES.length)]!));
  }
});

it("reads files of banks with bytes that were changed, doubled or lost", () => {
  const random = randomOf(2);
  for (const name of FILES)
    for (let round = 0; round < 6; round += 1) {
      const bytes = Buffer.from(fixture(name));
      for (let change = 0; change <= random(8) && bytes.length; change += 1) {
        const at = random(bytes.length);
        if (random(2)) bytes[at] = random(256);
        else bytes.copyWithin(at, random(bytes.length), random(bytes.length));
      }
      isSound(readBankFile(bytes, name));
    }
});

it("keeps the entries before the place where a file is cut off", () => {
  const random = randomOf(3);
  const streamed = FILES.filter((name) => /^(?:ofx|camt|mt940)/u.test(name) && EXPECTED[name]!.length > 1);
  for (const name of streamed)
    for (let round = 0; round < 5; round += 1) {
      const bytes = fixture(name);
      const cut = readBankFile(bytes.subarray(0, random(bytes.length)), name);
      isSound(cut);
      const whole = readBankFile(bytes, name).statements.flatMap(({ entries }) => entries);
      const kept = cut.statements.flatMap(({ entries }) => entries);
      // The last one may be shorter than it was: it ended where the file did.
      const sure = kept.slice(0, -1).map(({ amount, date, line }) => ({ amount, date, line }));
      expect([name, sure]).toEqual([
        name,
        whole.slice(0, sure.length).map(({ amount, date, line }) => ({ amount, date, line })),
      ]);
    }
});

it.each([
  ["OFX", "<OFX><STMTRS><BANKTRANLIST>", "<STMTTRN>"],
  ["OFX without an end", "<OFX><STMTRS>", "<"],
  ["OFX comments", "<OFX>", "<!--"],
  ["CAMT", '<Document xmlns="camt.053.001.02"><Stmt>', "<Ntry>"],
  ["CAMT attributes", '<Document xmlns="camt.053.001.02"><Stmt><Ntry ', 'a="'],
  ["MT940", ":20:A\n", ":61:\n"],
  ["MT940 details", ":20:A\n:61:2401010101C1,NMSC\n:86:", "?20/NAME/"],
  ["QIF", "!Type:Bank\n", "S\n"],
  ["quotes", "Date,Amount\n2024-01-13,1\n", '"\n'],
  ["quotes in a row", "Date,Amount\n2024-01-13,1\n", '",'],
  ["numbers", "Date,Amount\n2024-01-13,", "1.1,"],
])("reads a megabyte of %s in linear time", (_, start, again) => {
  const bytes = Buffer.from(start + again.repeat(Math.ceil(1_000_000 / again.length)));
  // A quadratic reader takes minutes.
  isSound(readBankFile(bytes, "a.txt"));
});

describe("what is exported", () => {
  const random = randomOf(4);
  const words = [
    "Café",
    'a "b"',
    "x;y",
    "=1+1",
    "'=x",
    "two  spaces",
    "back\nline",
    "-5",
    "@me",
    "Größe, 3",
    "^",
    "(c)",
    "a|b",
  ];
  const word = () => words[random(words.length)]!;
  const made = (index: number): Entry => ({
    line: index + 2,
    date: `2024-${String(1 + random(12)).padStart(2, "0")}-${String(1 + random(28)).padStart(2, "0")}`,
    amount: random(2_000_001) - 1_000_000,
    currency: "EUR",
    status: "booked",
    payee: word(),
    memo: word(),
    category: ["Food", "Fruit"],
    reference: `R${index}`,
    importId: `id-${index}`,
    type: ["debit", "XY"][random(2)]!,
  });
  const entries = Array.from({ length: 300 }, (_, index) => made(index));
  const split: Entry = {
    ...made(0),
    amount: -300,
    splits: [
      { amount: -100, category: ["A"], memo: "one" },
      { amount: -200, transferAccount: "Savings" },
    ],
  };
  const account = { name: "Giro 1", kind: "checking" as const };
  const spaced = (text?: string) => text?.replace(/\s+/gu, " ");

  it("is read back from CSV as it was", () => {
    const text = written(csvWriter, account, entries);
    const { statements, problems } = readBankFile(Buffer.from(text), "a.csv");
    expect(problems).toEqual([]);
    expect(statements[0]?.entries.map((entry) => ({ ...entry, line: 0 }))).toEqual(
      entries.map((entry) => ({ ...entry, line: 0, payee: spaced(entry.payee), memo: spaced(entry.memo) })),
    );
  });

  it.each([
    ..."=+-@".split("").map((sign) => `${sign}cmd|' /C calc'!A0`),
    ...["\t=1", "\r=1", "\n=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20a", "'=1"],
  ])("runs no formula in a spreadsheet: %j", (formula) => {
    const entry = { ...made(1), payee: formula, memo: formula, tags: [formula], category: [formula] };
    const text = written(csvWriter, { name: formula }, [entry]);
    const cells: string[] = [];
    new RecordReader(",", (record) => cells.push(...record.cells)).push(text);
    const ours = cells.slice(16).filter((cell) => cell.includes(formula.trim()) || cell.startsWith("'"));
    expect(ours.length).toBeGreaterThanOrEqual(4);
    for (const cell of ours) expect(cell).toMatch(/^'/u);
  });

  it("is read back from QIF as it was, with its parts", () => {
    const all = [...entries, split];
    const text = written(qifWriter, account, all);
    const file = readBankFile(Buffer.from(text), "a.qif", { currency: "EUR", dateOrder: "MDY" });
    expect(file.problems).toEqual([]);
    expect(file.statements[0]?.account).toMatchObject({ name: "Giro 1", kind: "checking" });
    expect(
      file.statements[0]?.entries.map(({ date, amount, payee, category }) => [date, amount, payee, category]),
    ).toEqual(
      all.map(({ date, amount, payee, category, splits }) => [
        date,
        amount,
        spaced(payee),
        splits ? undefined : category,
      ]),
    );
    expect(file.statements[0]?.entries.at(-1)?.splits).toEqual(split.splits);
  });

  it("is a journal whose transactions add up to zero", () => {
    const text = written(hledgerWriter, account, [...entries, split]);
    const transactions = text
      .split("\n\n")
      .slice(1)
      .filter((part) => part.trim());
    expect(transactions).toHaveLength(301);
    for (const transaction of transactions) {
      const [head, ...below] = transaction.trim().split("\n");
      const lines = below.filter((line) => !line.startsWith("    ;"));
      expect(head).toMatch(/^\d{4}-\d\d-\d\d(?:=\d{4}-\d\d-\d\d)? [*!] [^;]*$/u);
      const postings = lines.map((line) =>
        /^ {4}((?:assets|liabilities|income|expenses|equity)(?::[^\s:;]+(?: [^\s;:]+)*)+) {2}(-?\d+\.\d\d) EUR(?: {2};.*)?$/u.exec(
          line,
        ),
      );
      expect(postings.every(Boolean)).toBe(true);
      expect(postings.reduce((sum, posting) => sum + Math.round(Number(posting![2]) * 100), 0)).toBe(0);
    }
  });
});

function noise(random: (limit: number) => number, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)));
}

function letters(random: (limit: number) => number, length: number, alphabet: string): Buffer {
  return Buffer.from(Array.from({ length }, () => alphabet[random(alphabet.length)]).join(""));
}
