import { sumInWords } from "./sum-in-words.ts";

const shown = (amount: number) => `${amount} ct`;
const lines = [
  { text: "Tea", amount: 300 },
  { text: "Voucher", amount: -100 },
];

test("the sum of lines is compared with the total in words", () => {
  expect(sumInWords([], 100, shown)).toBeNull();
  expect(sumInWords(lines, 200, shown)).toEqual({ agrees: true, words: "The lines add up to 200 ct, the total." });
  expect(sumInWords(lines, 250, shown)?.words).toBe("The lines add up to 200 ct, 50 ct less than the total.");
  expect(sumInWords(lines, 150, shown)?.words).toBe("The lines add up to 200 ct, 50 ct more than the total.");
  expect(sumInWords(lines, null, shown)?.words).toBe("The lines add up to 200 ct; the receipt has no total yet.");
});
