import { randomOf } from "../../bank-files/testing/random.ts";
import { amountsIn } from "./amounts.ts";
import { readReceipt } from "./read-receipt.ts";

const read = (text: string, more: Partial<Parameters<typeof readReceipt>[0]> = {}) =>
  readReceipt({ text, seen: "2026-11-20", payees: [], currency: "EUR", ...more });
const totalOf = (text: string) => read(text).total?.value ?? null;

describe("amounts", () => {
  it("are read with points, commas, apostrophes and spaces, whatever stands around them", () => {
    const random = randomOf(11);
    const ways: [group: string, decimal: string][] = [
      [".", ","],
      [",", "."],
      ["'", "."],
      [" ", ","],
      ["", "."],
      ["", ","],
    ];
    for (let round = 0; round < 2000; round++) {
      const value = random(10) < 5 ? random(100_00) : random(9_999_999_99);
      const [group, decimal] = ways[random(ways.length)]!;
      const whole = String(Math.floor(value / 100)).replace(/\B(?=(\d{3})+$)/g, group);
      const sign = random(4) === 0 ? "-" : "";
      const text = `${sign}${whole}${decimal}${String(value % 100).padStart(2, "0")}`;
      const line = ["", "Milk ", "Sum EUR "][random(3)] + text + ["", " B", " €", "*"][random(4)];
      expect({ line, found: amountsIn(line, 2).map((one) => one.value) }).toEqual({
        line,
        found: [sign && value ? -value : value],
      });
    }
  });

  it("are no times, days, rates, or numbers of anything else", () => {
    for (const line of ["18:42", "7,00%", "19.5 %", "No. 4711", "1.234.567.890,12345", "12345678901234567890.00"])
      expect({ line, found: amountsIn(line, 2) }).toEqual({ line, found: [] });
    expect(amountsIn("¥1,280", 0)).toMatchObject([{ value: 1280 }]);
    expect(amountsIn("BD 1.250", 3)).toMatchObject([{ value: 1250 }]);
  });
});

describe("the total", () => {
  it.each([
    ["what was handed over and given back", "Milk 1,00\nBread 2,00\nSUMME 3,00\nGegeben 50,00\nRückgeld 47,00", 300],
    ["the change, though it says “total”", "Milk 3.00\nTotal 3.00\nTotal change 47.00", 300],
    ["a part of it", "Milk 4.00\nSubtotal 4.00\nTax 0.33\nTotal 4.33", 433],
    ["the tax of all", "A 5.00\nTotal tax 1.00\nTotal 6.00", 600],
    ["what was saved", "A 5.00\nTotal savings 9.00\nTotal to pay 5.00", 500],
    ["how many there are", "A 5.00\nTotal items 12.00\nTotal 5.00", 500],
    ["the tax in it", "A 5.00\nTotal incl.\nGST @6% included in total RM 0.28\nCash 10.00\nChange 5.00", 500],
    ["a total without the tax", "Total (excl. GST) 99.00\nTotal supplies (6%) 98.00\nTotal incl. GST 5.00", 500],
    ["a total before it is rounded", "Total Sales 9.02\nRounding -0.02\nRounded Total (RM) 9.00", 900],
    ["a total that was handed over", "Total 15.38\nTotal paid 50.00", 1538],
    ["a price without the tax", "Total HT 10,00\nTVA 20% 2,00\nTotal TTC 12,00", 1200],
  ])("is never %s", (_, text, total) => expect(totalOf(text)).toBe(total));

  it("is worked out of what was paid where no word says it, and is doubtful where nothing does", () => {
    expect(read("Kiosk\nGegeben bar 20,00\nRückgeld 7,50").total).toMatchObject({ value: 1250, confidence: 70 });
    const doubtful = read("Kiosk\nMilk 1,50\nBread 2,50");
    expect(doubtful).toMatchObject({
      total: { value: 250, confidence: 30 },
      lines: [{ text: "Milk" }, { text: "Bread" }],
    });
    expect(read("Kiosk\nMilk 1,50\nCash 2,50").total).toMatchObject({ value: 250, confidence: 45 });
    expect(read("Kiosk\nOpen from 8").total).toBeNull();
  });

  it("may be printed below its word", () => expect(totalOf("Shop\nTOTAL\n€ 12.90")).toBe(1290));
});

describe("the day", () => {
  const dayOf = (text: string, more = {}) => read(text, more).date?.value ?? null;
  it.each([
    ["Datum: 04.05.2026", "2026-05-04"],
    ["04/05/2026 12:01\nTotal £3.00", "2026-05-04"],
    ["04/05/2026 12:01\nTotal $3.00", "2026-04-05"],
    ["25/05/2026\nTotal $3.00", "2026-05-25"],
    ["2026-05-04", "2026-05-04"],
    ["4. März 2026", "2026-03-04"],
    ["March 4, 2026", "2026-03-04"],
    ["le 4 août 2026", "2026-08-04"],
    ["04.05.26 09:30", "2026-05-04"],
    ["ORD #56 -REG #19- 04/05/2026 20:22", "2026-05-04"],
    ["04/05/2026\nTotal $3.00\nGST 0.17", "2026-05-04"],
  ])("of %j", (text, day) => expect(dayOf(text)).toBe(day));

  it("is none after the receipt came in, where the figures can be turned round", () => {
    expect(dayOf("11/05/2026", { seen: "2026-05-11", currency: "USD" })).toBe("2026-05-11");
    expect(dayOf("31.12.2031")).toBeNull();
    expect(dayOf("30.02.2026")).toBeNull();
  });

  it("is rather not the one until which something is valid", () => {
    expect(dayOf("Gültig bis 01.11.2026\nDatum 03.10.2026")).toBe("2026-10-03");
  });
});

it("knows the shop by the payees of the person, whatever else is printed at the top", () => {
  const payees = [{ name: "Rewe", spellings: ["REWE MARKT GMBH"] }];
  expect(read("Willkommen\nREWE Markt GmbH\nHauptstr. 1\nSumme 1,00", { payees }).merchant).toMatchObject({
    ...{ value: "Rewe", confidence: 95 },
  });
});

describe("the shop", () => {
  const nameOf = (text: string) => read(text).merchant?.value ?? null;
  it.each([
    ["a company below noise", "2 1g ol\nTan woon yann\nSUN VICTORY SDN BHD\nLevel G2, Block D1", "SUN VICTORY SDN BHD"],
    [
      "its name without its number",
      "Gardenia Bakeries (KL) Sdn Bhd (139386 X)\nLot 3",
      "Gardenia Bakeries (KL) Sdn Bhd",
    ],
    ["both lines of a name", "POPULAR BOOK\nCO. (M) SDN BHD\n(Co. No. 113825-W)", "POPULAR BOOK CO. (M) SDN BHD"],
    ["what “&” joins", "HOME MASTER HARDWARE &\nELECTRICAL\n40170 SHAH ALAM", "HOME MASTER HARDWARE & ELECTRICAL"],
    ["no greeting", "Thank you. Please come again.\nSegi Cash & Carry Sdn.Bhd", "Segi Cash & Carry Sdn.Bhd"],
    ["nothing below the street", "(001451637-M)\nNo. 53, Jalan Besar\nSelangor Darul Ehsan", null],
  ])("is %s", (_, text, name) => expect(nameOf(text)).toBe(name));
});

it("is in the currency of its sign, and in none without hundredths because of a smudge", () => {
  expect(read("Total RM15.40").currency).toMatchObject({ value: "MYR", confidence: 95 });
  expect(read("1.00 ¥ 15.90\n15.90\n15.90\nTotal 15.90").currency).toMatchObject({ value: "EUR", confidence: 40 });
});

describe("hostile texts", () => {
  it.each([
    ["nothing", ""],
    ["control characters and lone surrogates", "\0\u0007Shop\u202e\ud800\nTotal\0 1.00\u0000"],
    ["absurd amounts", `Total ${"9".repeat(400)}.00\n${"1.".repeat(5000)}`],
    ["ten thousand lines", "Milk 1.00\n".repeat(10_000)],
    ["one endless line", `${"a 1,00 ".repeat(50_000)}`],
    ["digits without end", "1".repeat(500_000)],
    ["spaces without end", `Total${" ".repeat(500_000)}1.00`],
    ["days without end", "01.01.2026 ".repeat(20_000)],
  ])("of %s give values within their limits", (_, text) => {
    const found = read(text);
    expect(found.lines.length).toBeLessThanOrEqual(300);
    for (const value of [found.merchant, found.date, found.currency, found.total, found.tax])
      if (value) {
        expect(value.confidence).toBeGreaterThanOrEqual(0);
        expect(value.confidence).toBeLessThanOrEqual(100);
      }
    expect(JSON.stringify(found)).not.toMatch(/\\u0000|\\ud800/);
    expect(Math.abs(found.total?.value ?? 0)).toBeLessThanOrEqual(10_000_000_000_000);
  });
});
