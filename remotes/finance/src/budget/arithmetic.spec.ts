import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { readSum } from "./arithmetic.ts";

test.each([
  ["120/4+10", "EUR", 40_00],
  ["=120/4+10", "EUR", 40_00],
  ["1.200,50 + 1", "EUR", 1201_50],
  ["1,200.50", "EUR", 1200_50],
  ["(10+20)*3", "EUR", 90_00],
  ["−5 + 2×3", "EUR", 1_00],
  ["100*0.075", "EUR", 7_50],
  ["100 ÷ 3", "EUR", 33_33],
  ["200/3", "EUR", 66_67],
  ["-200/3", "EUR", -66_67],
  ["0.1+0.2", "EUR", 30],
  ["10/-4", "EUR", -2_50],
  ["1000/3", "JPY", 333],
  ["1/8", "KWD", 125],
  ["", "EUR", null],
  ["12 3x", "EUR", null],
  ["10/0", "EUR", null],
  ["(10", "EUR", null],
  ["10)", "EUR", null],
  ["10+", "EUR", null],
  ["1.2.3+1", "EUR", null],
  ["99999999999999999", "EUR", null],
  ["1".repeat(300), "EUR", null],
])("%s in %s", (text, currency, amount) => {
  expect(readSum(text, currency)).toBe(amount);
});

test("an amount as the cell shows it means itself, and sums of such add up exactly", () => {
  for (let amount = -100_000; amount <= 100_000; amount += 737) {
    expect(readSum(decimalOf(amount, "EUR"), "EUR")).toBe(amount);
    expect(readSum(`${decimalOf(amount, "EUR")} + 0.07`, "EUR")).toBe(amount + 7);
    expect(readSum(`(${decimalOf(amount, "EUR")}) * 3 / 3`, "EUR")).toBe(amount);
  }
});
