import { splitByLines } from "./split-by-lines.ts";

const lines = [
  { text: "Bread", amount: 490 },
  { text: "Coupon", amount: -100 },
];

it("has a part for each line, and one for what they do not say", () => {
  const parts = [
    { amount: -490, note: "Bread" },
    { amount: 100, note: "Coupon" },
  ];
  expect(splitByLines({ lines }, -390)).toEqual(parts);
  expect(splitByLines({ lines }, -450)).toEqual([...parts, { amount: -60, note: "Rest" }]);
});

it("has no more parts than a transaction may have", () => {
  const many = Array.from({ length: 300 }, () => ({ text: "Milk", amount: 1 }));
  const parts = splitByLines({ lines: many }, -300);
  expect(parts).toHaveLength(50);
  expect(parts.at(-1)).toEqual({ amount: -251, note: "Rest" });
});
