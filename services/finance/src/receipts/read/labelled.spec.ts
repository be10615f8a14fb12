import { readFileSync } from "node:fs";
import path from "node:path";
import { fold } from "@tessera/rules";
import { readReceipt } from "./read-receipt.ts";

const FOLDER = path.resolve(import.meta.dirname, "../testing/labelled");
interface Label {
  seen: string;
  merchant: string;
  date: string;
  currency: string;
  total: number;
  tax: number | null;
  lines: number;
}
const labels = JSON.parse(readFileSync(path.join(FOLDER, "labels.json"), "utf8")) as Record<string, Label>;

const readings = Object.entries(labels).map(([name, label]) => {
  const text = readFileSync(path.join(FOLDER, `${name}.txt`), "utf8");
  return { name, label, read: readReceipt({ text, seen: label.seen, payees: [], currency: "EUR" }) };
});

/** How many receipts have a value right, and which have not. */
function count(right: (one: (typeof readings)[number]) => boolean) {
  return { right: readings.filter(right).length, wrong: readings.filter((one) => !right(one)).map(({ name }) => name) };
}

// What the recogniser made of each picture is kept beside it (README); so these are figures of both together.
test("14 labelled receipts of 7 currencies are read this well", () => {
  expect({
    total: count(({ read, label }) => read.total?.value === label.total),
    currency: count(({ read, label }) => read.currency.value === label.currency),
    date: count(({ read, label }) => read.date?.value === label.date),
    merchant: count(({ read, label }) => fold(read.merchant?.value ?? "") === fold(label.merchant)),
    tax: count(({ read, label }) => (read.tax?.value ?? null) === label.tax),
    lines: count(({ read, label }) => read.lines.length === label.lines),
  }).toEqual({
    total: { right: 14, wrong: [] },
    currency: { right: 14, wrong: [] },
    date: { right: 13, wrong: ["rewe-de"] },
    merchant: { right: 12, wrong: ["baeckerei-de", "coop-ch"] },
    tax: { right: 13, wrong: ["cafe-ca"] },
    lines: { right: 11, wrong: ["tesco-uk", "carrefour-fr", "ica-se"] },
  });
});

const SCANNED = path.resolve(import.meta.dirname, "../testing/scanned");

test("10 scans of real receipts are read this well, most of them creased or faint", () => {
  const scans = JSON.parse(readFileSync(path.join(SCANNED, "labels.json"), "utf8")) as Record<
    string,
    Pick<Label, "merchant" | "date" | "total">
  >;
  const wrong = { total: [] as string[], date: [] as string[], merchant: [] as string[], currency: [] as string[] };
  const same = (one = "", other = "") => keyOf(one) === keyOf(other);
  for (const [name, label] of Object.entries(scans)) {
    const text = readFileSync(path.join(SCANNED, `${name}.txt`), "utf8");
    const read = readReceipt({ text, seen: "2019-06-01", payees: [], currency: "EUR" });
    if (read.total?.value !== label.total) wrong.total.push(name);
    if (read.date?.value !== label.date) wrong.date.push(name);
    if (!same(read.merchant?.value, label.merchant)) wrong.merchant.push(name);
    if (read.currency.value !== "MYR") wrong.currency.push(name);
  }
  // Where the currency is wrong, the text says none; what is wrong otherwise was misread, or is noise above the name.
  expect(wrong).toEqual({
    total: ["112", "550"],
    date: ["231", "012"],
    merchant: ["112", "162", "231", "450"],
    currency: ["393", "550", "012"],
  });
});

const keyOf = (name: string) => fold(name).replace(/[^\p{L}\p{N}]/gu, "");
