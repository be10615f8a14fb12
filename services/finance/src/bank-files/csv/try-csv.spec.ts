import { readBankFile } from "../read-bank-file.ts";
import type { CsvProfile } from "./profile.ts";
import { asWritten, isOfProfile, isTable } from "./recognise.ts";
import { type CsvChoice, tryCsv } from "./try-csv.ts";

const tried = (text: string | Buffer, choice: CsvChoice = {}) => tryCsv(Buffer.from(text), "utf-8", choice, 40);
const shown = (text: string | Buffer, choice?: CsvChoice) =>
  tried(text, choice).rows.map(({ line, kind, entry, wrong }) =>
    [line, kind, entry ? `${entry.date} ${entry.amount}` : wrong].filter((part) => part !== null).join(" "),
  );

const BANK = "Konto 12\n\nTag;Wer;Betrag\n01.02.2024;A;1.234,56\nsoon;B;2,00\n03.02.2024;C;x\nSumme;;1\n";

it("shows the first lines as they are read, and says why one cannot be", () => {
  const columns: CsvChoice["columns"] = ["date", "payee", "amount"];
  expect(shown(BANK, { columns, headerLine: 3, decimal: ",", dateOrder: "DMY" })).toEqual([
    "1 beside",
    "3 header",
    "4 entry 2024-02-01 123456",
    "5 wrong its date “soon” is not a day in the order of this file",
    "6 wrong its amount “x” is not a number this file would write",
    "7 beside",
  ]);
});

it("detects what is not chosen, and chooses again with another delimiter or character set", () => {
  const text = "Date,Payee,Amount\n2024-01-31,a;b,1.00\n";
  expect(tried(text)).toMatchObject({ headerLine: 1, usable: true, profile: { columns: ["date", "payee", "amount"] } });
  expect(tried(text, { delimiter: ";" })).toMatchObject({ usable: false });
  expect(
    tried(Buffer.from("Datum;Name;Betrag\n01.02.2024;Müller;1,00\n", "latin1"), { encoding: "latin1" }).rows[1],
  ).toMatchObject({ entry: { payee: "Müller" } });
});

it("reads a sign, two columns of money, or a column that says which way", () => {
  const rows = "2024-01-31,5.00,,D\n2024-02-01,,7.00,C\n";
  const base = { headerLine: null, delimiter: ",", dateOrder: "YMD", decimal: "." } as const;
  expect(shown(rows, { ...base, columns: ["date", "debit", "credit", null] })).toEqual([
    "1 entry 2024-01-31 -500",
    "2 entry 2024-02-01 700",
  ]);
  expect(shown("2024-01-31,5.00,D\n", { ...base, columns: ["date", "amount", "direction"] })).toEqual([
    "1 entry 2024-01-31 -500",
  ]);
  expect(shown("2024-01-31,5.00\n", { ...base, columns: ["date", "amount"], negate: true })).toEqual([
    "1 entry 2024-01-31 -500",
  ]);
});

it("knows the files of a profile by their header, in any order, or by their width", () => {
  const { profile } = tried(BANK, { columns: ["date", "payee", "amount"], headerLine: 3, decimal: "," });
  const is = (text: string, other: Partial<CsvProfile> = {}) =>
    isOfProfile(Buffer.from(text), { ...profile, ...other });
  expect(is("Konto 9\nWER;Betrag;Tag\nA;1,00;01.02.2024\n")).toBe(true);
  expect(is("Tag;Wer;Betrag;Saldo\n")).toBe(false);
  expect(is("01.02.2024;A;1,00\n", { header: null })).toBe(true);
  expect(is("A;01.02.2024;1,00\n", { header: null })).toBe(false);
  const other = "Betrag;Tag;Wer\n7,00;03.02.2024;C\n";
  expect(shown(other, profile)).toEqual(["1 header", "2 entry 2024-02-03 700"]);
  expect(readBankFile(Buffer.from(other), "a.csv", { profile }).statements[0]?.entries).toMatchObject([
    { date: "2024-02-03", amount: 700, payee: "C" },
  ]);
});

it("takes the character set of a profile where the file may be in it", () => {
  const profile = { ...tried(BANK).profile, encoding: "iso-8859-2" };
  expect(asWritten(profile, "windows-1252").encoding).toBe("iso-8859-2");
  expect(asWritten(profile, "utf-8").encoding).toBe("utf-8");
});

it("tells a table from a text with commas", () => {
  const profile = { ...tried(BANK).profile, delimiter: "," } as const;
  expect(isTable(Buffer.from("a,b\n1,2\n3,4\n"), profile)).toBe(true);
  expect(isTable(Buffer.from("Dear diary,\ntoday, and yesterday, it rained.\nAll day.\nYours, I\n"), profile)).toBe(
    false,
  );
});
