import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { flowOf } from "./flow-rows.ts";

const summary: CurrencySummary = {
  currency: "EUR",
  months: [
    { month: "2026-10", income: 500, expense: -200, netWorth: 1300, moved: 0 },
    { month: "2026-11", income: 100, expense: -300, netWorth: 1050, moved: -50 },
  ],
  categories: [],
};
const forecast = {
  ...{ currency: "EUR", balance: 1050, payments: [] },
  months: [
    { month: "2026-11", in: 0, out: -40, balance: 1010 },
    { month: "2026-12", in: 600, out: -100, balance: 1480 },
  ],
};

test("each balance is the one before it and the net, also over the forecast", () => {
  const rows = flowOf(summary, forecast, "2026-11");
  expect(rows.map(({ month, isAhead, isRest }) => [month, isAhead, isRest])).toEqual([
    ["2026-10", false, false],
    ["2026-11", false, false],
    ["2026-11", true, true],
    ["2026-12", true, false],
  ]);
  for (const [at, { came, went, moved, net, balance }] of rows.entries()) {
    expect(came + went + moved).toBe(net);
    if (at > 0) expect(rows[at - 1]!.balance + net).toBe(balance);
  }
});

test("nothing is left of this month where no payment is expected in it", () => {
  const [rest, ...others] = forecast.months;
  const rows = flowOf(summary, { ...forecast, months: [{ ...rest!, out: 0, balance: 1050 }, ...others] }, "2026-11");
  expect(rows.filter(({ isAhead }) => isAhead).map(({ month }) => month)).toEqual(["2026-12"]);
  expect(flowOf(summary, undefined, "2026-11")).toHaveLength(2);
});
