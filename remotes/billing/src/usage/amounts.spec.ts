import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import { readAmount, writeAmount } from "./amounts.ts";
import { usageCsv } from "./csv.ts";
import { monthOfAddress } from "./month.ts";

describe("amounts", () => {
  it.each([
    ["count", 1842, "1,842"],
    ["bytes", 900, "900 bytes"],
    ["bytes", 14.2 * 1024 ** 3, "14.2 GB"],
    ["bytes", -2048, "-2 KB"],
    ["tokens", 999_999, "999,999"],
    ["tokens", 3_810_000, "3.81 M"],
    ["seconds", 3, "3 s"],
    ["seconds", 61, "2 min"],
    ["seconds", 6 * 3600 + 52 * 60, "6 h 52 min"],
    ["seconds", 36_000, "10 h"],
    ["microcents", 118_000_000, "€1.18"],
    ["microcents", 400_000, "€0.004"],
    ["microcents", 0, "€0.00"],
  ] as const)("of %s: %d is %s", (unit, amount, words) => expect(amountInWords(unit, amount)).toBe(words));

  it("are typed in whole units of people, or left out", () => {
    expect(readAmount(" 1,200 ", "count", 1)).toBe(1200);
    expect(readAmount("90", "seconds", 0)).toBe(5400);
    expect(readAmount("5", "microcents", 0)).toBe(500_000_000);
    expect(readAmount("", "count", 1)).toBeNull();
    for (const wrong of ["0", "-3", "ten", "1e3", "9".repeat(13)])
      expect(readAmount(wrong, "count", 1)).toBeUndefined();
    expect(writeAmount(5400, "seconds")).toBe("90");
    expect(writeAmount(null, "bytes")).toBe("");
  });
});

it("the month of an address is the present one, that of a year, or none", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  const of = (year?: string, month?: string) => monthOfAddress(year, month, now);
  expect([of(), of("2026"), of("2025"), of("2026", "3"), of("2026", "12")]).toEqual([
    ...["2026-11", "2026-11", "2025-12", "2026-03", "2026-12"],
  ]);
  for (const wrong of [["26"], ["1999"], ["2026", "0"], ["2026", "13"], ["2026", "may"]])
    expect(of(...(wrong as [string]))).toBeNull();
});

it("a file of comma-separated values has the whole units, and no formulas", () => {
  const sum = { quantity: 5, uses: 1 };
  const meter = { meter: "agent-tokens", title: "Agent tokens", unit: "tokens" as const, counts: "month" as const };
  const rest = { used: 5, included: null, own: { notifyAt: null, stopAt: null }, notifyAt: null, stopAt: null };
  const days = [{ day: "2026-11-02", ...sum }];
  const agents = [
    { name: "=SUM(A1)", ...sum },
    { name: 'Ann, the "clerk"', ...sum },
  ];
  const csv = usageCsv({ meters: [{ ...meter, ...rest, projected: null, reachedOn: null, days, models: [], agents }] });
  expect(csv.split("\r\n")).toEqual([
    "meter,unit,by,name,quantity,uses",
    "agent-tokens,tokens,day,2026-11-02,5,1",
    "agent-tokens,tokens,agent,'=SUM(A1),5,1",
    'agent-tokens,tokens,agent,"Ann, the ""clerk""",5,1',
    "",
  ]);
});
