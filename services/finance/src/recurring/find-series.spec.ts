import { addDays, type Cadence, dueAt, nearest } from "./cadence.ts";
import { findSeries, follow, type Occurrence, priceOf } from "./find-series.ts";

const on = (...entries: [string, number][]): Occurrence[] =>
  entries.map(([date, amount], at) => ({ id: `${at}`, date, amount }));
const monthly = (amounts: number[], day = "05", from = 1) =>
  on(...amounts.map((amount, at): [string, number] => [`2026-${String(from + at).padStart(2, "0")}-${day}`, amount]));
const found = (all: Occurrence[]) =>
  findSeries(all).map(({ every, payments }) => ({ every, count: payments.length, ...priceOf(payments) }));

test("due days follow from one of them, also the last of a month", () => {
  const end: Cadence = { every: "month", anchor: "2026-01-31" };
  expect([-1, 0, 1, 2, 3].map((place) => dueAt(end, place))).toEqual([
    ...["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"],
  ]);
  expect(dueAt({ every: "quarter", anchor: "2026-11-30" }, 1)).toBe("2027-02-28");
  expect(dueAt({ every: "fortnight", anchor: "2026-11-30" }, -1)).toBe("2026-11-16");
  expect(dueAt({ every: "year", anchor: "2024-02-29" }, 1)).toBe("2025-02-28");
});

test("each due day is its own nearest one, whatever the interval", () => {
  for (const every of ["week", "fortnight", "month", "quarter", "year"] as const)
    for (const anchor of ["2026-01-31", "2026-02-28", "2026-11-15"])
      for (let place = -30; place <= 30; place++)
        expect(nearest({ every, anchor }, dueAt({ every, anchor }, place))).toEqual({ place, off: 0 });
});

test("intervals are found by their days, shifted by weekends too", () => {
  expect(found(monthly([-1299, -1299, -1299]))).toEqual([{ every: "month", count: 3, amount: -1299, varies: false }]);
  const shifted = on(["2026-08-03", -900], ["2026-09-01", -900], ["2026-09-30", -900], ["2026-11-02", -900]);
  expect(found(shifted)).toMatchObject([{ every: "month", count: 4 }]);
  const weekly = on(...[0, 7, 14, 22, 28].map((add): [string, number] => [addDays("2026-10-01", add), -1500]));
  expect(found(weekly)).toMatchObject([{ every: "week", count: 5 }]);
  const fortnightly = on(...[0, 14, 28, 42].map((add): [string, number] => [addDays("2026-09-04", add), 180_000]));
  expect(found(fortnightly)).toMatchObject([{ every: "fortnight", amount: 180_000 }]);
  expect(found(on(["2026-01-15", -50_00], ["2026-04-15", -50_00], ["2026-07-16", -50_00]))).toMatchObject([
    { every: "quarter" },
  ]);
  expect(found(on(["2024-11-20", -90_00], ["2025-11-21", -90_00]))).toMatchObject([{ every: "year" }]);
});

test("a payment that was left out is no end, and one that came twice for a day is counted once", () => {
  const gap = monthly([-10, -10, -10, -10, -10]).filter((_, at) => at !== 2);
  expect(found(gap)).toMatchObject([{ every: "month", count: 4 }]);
  const twice = [...monthly(Array.from({ length: 9 }, () => -10)), { id: "x", date: "2026-09-06", amount: -10 }];
  expect(found(twice)).toMatchObject([{ every: "month", count: 9 }]);
});

test("amounts that differ need one payment more, and are forecast by their median", () => {
  expect(found(monthly([-5010, -4890, -6200]))).toEqual([]);
  expect(found(monthly([-5010, -4890, -6200, -5500]))).toEqual([
    { every: "month", count: 4, amount: -5500, varies: true },
  ]);
  expect(found(monthly([-1000, -1000, -1000, -1200, -1200]))).toEqual([
    { every: "month", count: 5, amount: -1200, varies: false },
  ]);
});

test("two subscriptions at one shop are two series, and what was bought once is in neither", () => {
  const all = [...monthly([-99, -99, -99, -99]), ...monthly([-999, -999, -999, -999], "18")].map((one, at) => ({
    ...one,
    id: `${at}`,
  }));
  all.push({ id: "once", date: "2026-02-02", amount: -34_900 });
  const series = findSeries(all.toSorted((a, b) => (a.date < b.date ? -1 : 1)));
  expect(series.map(({ payments }) => payments.map(({ amount }) => amount))).toEqual([
    [-99, -99, -99, -99],
    [-999, -999, -999, -999],
  ]);
});

test("a price that changes beside another subscription stays one series", () => {
  const all = [...monthly([-900, -900, -900, -1000, -1000, -1000]), ...monthly([-99, -99, -99, -99, -99, -99], "18")];
  const series = findSeries(
    all.map((one, at) => ({ ...one, id: `${at}` })).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  );
  expect(series.map(({ payments }) => payments.length).sort()).toEqual([6, 6]);
});

test("shopping is no recurring payment: days and amounts at random", () => {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  let wrong = 0;
  for (let shop = 0; shop < 200; shop++) {
    const count = 3 + below(60);
    const all = Array.from({ length: count }, (_, at) => ({
      ...{ id: `${at}`, date: addDays("2025-12-01", below(360)), amount: -300 - below(9000) },
    })).toSorted((a, b) => (a.date < b.date ? -1 : 1));
    wrong += findSeries(all).length;
  }
  expect(wrong).toBe(0);
});

test("what came in and what went out are apart", () => {
  const all = [...monthly([-100, -100, -100]), ...monthly([100, 100, 100], "20")];
  expect(found(all.toSorted((a, b) => (a.date < b.date ? -1 : 1))).map(({ amount }) => amount)).toEqual([-100, 100]);
});

test("what is confirmed takes the payment of each due day that is nearest to its price, however that moves", () => {
  const cadence: Cadence = { every: "month", anchor: "2026-03-05" };
  const all = [
    ...monthly([-1000, -1300, -1690, -2190]),
    { id: "other", date: "2026-03-06", amount: -1500 },
    { id: "far", date: "2026-05-20", amount: -2190 },
    { id: "much", date: "2026-05-05", amount: -9000 },
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  expect(follow(cadence, { date: "2026-03-05", amount: -1690 }, all).map(({ due, amount }) => [due, amount])).toEqual([
    ["2026-01-05", -1000],
    ["2026-02-05", -1300],
    ["2026-03-05", -1690],
    ["2026-04-05", -2190],
  ]);
});
