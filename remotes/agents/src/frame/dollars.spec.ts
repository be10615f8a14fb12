import { decimalOf, dollars, readDollars } from "./dollars.ts";

test("dollars are read and written to the micro-dollar", () => {
  expect(["3", "0.15", "0,15", " 0.000001 ", "12.5"].map(readDollars)).toEqual([
    3_000_000, 150_000, 150_000, 1, 12_500_000,
  ]);
  expect(["", "-1", "1.1234567", "free", "1e3", ".5"].map(readDollars)).toEqual(new Array(6).fill(null));
  expect([3_000_000, 150_000, 1, 0].map(decimalOf)).toEqual(["3", "0.15", "0.000001", "0"]);
  expect([3_000_000, 19, 0].map((micros) => dollars(micros, "en-US"))).toEqual(["$3.00", "$0.000019", "$0.00"]);
});
