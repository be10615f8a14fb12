import { type EntryDecided, entryDecided } from "@tessera/contracts-queue/events.ts";
import { Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { runningFinance } from "../testing/finance-world.ts";
import { queueStandIn } from "../testing/queue-stand-in.ts";
import { addDays, dueAt } from "./cadence.ts";
import { LookForRecurring } from "./look-for-recurring.ts";
import { paymentKey } from "./payment-entries.ts";

const { open, queue } = queueStandIn();
const world = runningFinance([queue]);

const key = () => crypto.randomUUID();
const today = () => world.clock.now().toISOString().slice(0, 10);
/** The day of this month's payments is `day` days before today; `place` months after it. */
const monthly = (day: number, place: number) => dueAt({ every: "month", anchor: addDays(today(), -day) }, place);

async function withBooks() {
  const { userId, finance } = await world.person();
  const account = async (name: string, opening: number, currency = "EUR") =>
    (await finance.createAccount({ name, currency, opening }, key())).account.id;
  const daily = await account("Daily", 1000_00);
  const pay = async (payee: string, date: string, amount: number, accountId = daily) =>
    (await finance.createTransaction({ accountId, date, amount, payee }, key())).transaction;
  /** A payment a month, the last one `day` days ago. */
  const subscribe = async (payee: string, amounts: number[], day: number) => {
    for (const [at, amount] of amounts.entries()) await pay(payee, monthly(day, at - amounts.length + 1), amount);
    await world.jobsIdle();
  };
  const all = async () => {
    await world.jobsIdle();
    return (await finance.recurring()).items;
  };
  const named = async (name: string) => (await all()).find((one) => one.name === name)!;
  const confirm = async (name: string) => {
    const { id, version } = await named(name);
    return (await finance.changeRecurring(id, version, { state: "confirmed" })).recurring;
  };
  const round = async () => {
    await world.application.nest.get(LookForRecurring).round();
    await world.jobsIdle();
  };
  const entries = async () => {
    await world.jobsIdle();
    return [...open].flatMap(([at, entry]) => (at.startsWith(userId) ? [entry] : []));
  };
  const decide = async (id: string, due: string, state: EntryDecided["state"]) => {
    await world.jobsIdle();
    // The queue shows no entry as waiting that was decided.
    open.delete(`${userId} ${paymentKey(id, due)}`);
    world.clock.advance(1000);
    const decision = { userId, key: paymentKey(id, due), kind: "payment-due", itemId: null, state };
    const { nest } = world.application;
    await nest.get(Database).system((tx) => nest.get(Events).publish(tx, entryDecided, decision));
    await world.jobsIdle();
  };
  return { userId, finance, daily, account, pay, subscribe, all, named, confirm, round, entries, decide };
}

test("what recurs is found in the background, with its next day, its price and how it was found", async () => {
  const { finance, pay, subscribe, all, daily } = await withBooks();
  await subscribe("Streams", [-999, -999, -1299, -1299], 10);
  await pay("Bakery", today(), -420);
  const [streams, ...others] = await all();
  expect(others).toEqual([]);
  expect(streams).toMatchObject({
    ...{ accountId: daily, name: "Streams", state: "found", every: "month", amount: -1299, currency: "EUR" },
    ...{ varies: false, due: monthly(10, 1), missed: [], byHand: [] },
    changes: [{ date: monthly(10, -1), from: -999, to: -1299 }],
  });
  expect(streams!.why).toMatch(
    /^4 payments, one a month, .* The amount changed once; the last one is expected again\.$/,
  );
  expect(streams!.payments.map(({ due }) => due)).toEqual([0, -1, -2, -3].map((place) => monthly(10, place)));
  expect((await finance.recurring()).waiting).toBe(false);
});

test("it follows what comes, is changed and goes, and what an undo brings back", async () => {
  const { finance, pay, subscribe, all, named } = await withBooks();
  await subscribe("Gym", [-3000, -3000, -3000], 40);
  expect(await named("Gym")).toMatchObject({ due: monthly(40, 1), missed: [monthly(40, 1)] });
  const { id, version } = await pay("Gym", monthly(40, 1), -3000);
  expect(await named("Gym")).toMatchObject({ due: monthly(40, 2), missed: [] });
  const { act } = await finance.deleteTransaction(id, version);
  expect(await named("Gym")).toMatchObject({ due: monthly(40, 1) });
  await finance.undo(act);
  expect((await named("Gym")).payments).toHaveLength(4);
  const { items } = await finance.transactions({ q: "Gym" });
  for (const one of items.slice(0, 2)) await finance.changeTransaction(one.id, one.version, { payee: "Another gym" });
  expect(await all()).toEqual([]);
});

test("a transfer is no payment, and what ended a while ago is not found", async () => {
  const { finance, account, pay, subscribe, all } = await withBooks();
  const savings = await account("Savings", 0);
  for (const place of [-2, -1, 0]) {
    const from = await pay("Savings plan", monthly(5, place), -10_000);
    const to = await pay("Savings plan", monthly(5, place), 10_000, savings);
    await finance.linkTransfer({ fromId: from.id, toId: to.id }, key());
  }
  await subscribe("Old gym", [-3000, -3000, -3000], 100);
  expect(await all()).toEqual([]);
});

test("a person confirms, renames and corrects; each is undone, and none is found a second time", async () => {
  const { finance, subscribe, all, named, confirm, pay } = await withBooks();
  await subscribe("POS 4711 STREAMS", [-999, -999, -999], 10);
  const found = await confirm("POS 4711 STREAMS");
  expect(found.state).toBe("confirmed");
  const renamed = await finance.changeRecurring(found.id, found.version, { name: "Streams", amount: -1599 });
  expect(renamed.recurring).toMatchObject({ name: "Streams", amount: -1599, byHand: ["name", "amount"] });
  expect(renamed.recurring.payments).toHaveLength(3);
  // Dearer by more than a price rises unseen: the person said so.
  await pay("POS 4711 STREAMS", monthly(10, 1), -1599);
  expect(await named("Streams")).toMatchObject({ due: monthly(10, 2) });
  await finance.undo(renamed.act);
  expect(await named("POS 4711 STREAMS")).toMatchObject({ state: "confirmed", byHand: [] });
  const again = await named("POS 4711 STREAMS");
  const ignored = await finance.changeRecurring(again.id, again.version, { state: "ignored" });
  await pay("POS 4711 STREAMS", monthly(10, 2), -999);
  expect((await all()).map(({ state }) => state)).toEqual(["ignored"]);
  await finance.undo(ignored.act);
  expect((await all()).map(({ state }) => state)).toEqual(["confirmed"]);
  await expect(finance.changeRecurring(again.id, 1, { name: "Late" })).rejects.toMatchObject({ status: 412 });
});

test("the day and the interval that a person says are followed", async () => {
  const { finance, subscribe, named } = await withBooks();
  await subscribe("Rent", [-90_000, -90_000, -90_000], 10);
  const { id, version } = await named("Rent");
  const later = monthly(10, 3);
  const { recurring, act } = await finance.changeRecurring(id, version, { due: later });
  expect(recurring).toMatchObject({ due: later, state: "confirmed", byHand: ["due"] });
  await finance.undo(act);
  expect(await named("Rent")).toMatchObject({ due: monthly(10, 1), state: "found" });
  const { version: now } = await named("Rent");
  const quarterly = await finance.changeRecurring(id, now, { every: "quarter", due: addDays(today(), 3) });
  expect(quarterly.recurring).toMatchObject({ every: "quarter", due: addDays(today(), 3) });
});

test("payees that are merged take what recurs along", async () => {
  const { finance, subscribe, pay, confirm, all } = await withBooks();
  await subscribe("Streams", [-999, -999, -999], 10);
  const { id } = await confirm("Streams");
  const { payee } = await pay("Streams Ltd", today(), -100);
  const { items } = await finance.payees();
  const from = items.find(({ name }) => name === "Streams")!;
  const { act } = await finance.mergePayees({ into: payee!.id, ids: [from.id] }, key());
  expect(await all()).toMatchObject([{ id, name: "Streams Ltd", state: "confirmed" }]);
  await finance.undo(act);
  expect(await all()).toMatchObject([{ id, name: "Streams", state: "confirmed" }]);
});

test("the forecast adds confirmed payments to the balance, month by month, and nothing else", async () => {
  const { finance, subscribe, confirm, account, daily } = await withBooks();
  await subscribe("Rent", [-500_00, -500_00, -500_00], 1);
  await subscribe("Salary", [2000_00, 2000_00, 2000_00], 2);
  await subscribe("Nobody said", [-10_00, -10_00, -10_00], 3);
  await account("Dollars", 70_00, "USD");
  await confirm("Rent");
  await confirm("Salary");
  const { day, currencies } = await finance.forecast();
  expect(day).toBe(today());
  const [euros, dollars] = currencies;
  const now = 1000_00 + 3 * (2000_00 - 500_00 - 10_00);
  expect(euros!.balance).toBe(now);
  expect(euros!.months).toHaveLength(4);
  let balance = now;
  for (const month of euros!.months) {
    const own = euros!.payments.filter(({ date }) => date.startsWith(month.month));
    const sum = (all: number[]) => all.reduce((total, amount) => total + amount, 0);
    expect(month.in).toBe(sum(own.map(({ amount }) => amount).filter((amount) => amount > 0)));
    expect(month.out).toBe(sum(own.map(({ amount }) => amount).filter((amount) => amount < 0)));
    balance += month.in + month.out;
    expect(month.balance).toBe(balance);
  }
  expect(euros!.payments.filter(({ name }) => name === "Rent").map(({ date }) => date)).toEqual(
    [1, 2, 3, 4].map((place) => monthly(1, place)).filter((date) => date.slice(0, 7) <= euros!.months.at(-1)!.month),
  );
  expect(dollars).toMatchObject({ currency: "USD", balance: 70_00, payments: [] });
  const savings = await account("Savings", 5_00);
  expect((await finance.forecast({ account: savings })).currencies).toMatchObject([{ balance: 5_00, payments: [] }]);
  expect((await finance.forecast({ account: daily })).currencies).toMatchObject([{ balance: now }]);
});

test("a confirmed payment is asked for before it is due, until its transaction comes", async () => {
  const { finance, subscribe, confirm, entries, pay, round } = await withBooks();
  await subscribe("Rent", [-90_000, -90_000, -90_000], 28);
  expect(await entries()).toEqual([]);
  const { id, due, version } = await confirm("Rent");
  expect(due! <= addDays(today(), 3)).toBe(true);
  expect(await entries()).toMatchObject([
    {
      ...{ kind: "payment-due", title: "Pay Rent, 900.00 EUR", path: `/finance/recurring?payment=${id}` },
      line: expect.stringMatching(`^Due on ${due}, 900\\.00 EUR\\. 3 payments, one a month`),
    },
  ]);
  const renamed = await finance.changeRecurring(id, version, { name: "Home" });
  expect(await entries()).toMatchObject([{ title: "Pay Home, 900.00 EUR" }]);
  await finance.undo(renamed.act);
  const { act } = await finance.setPreferences({ firstDay: 1, remindDays: null });
  expect(await entries()).toEqual([]);
  await finance.undo(act);
  expect(await entries()).toHaveLength(1);
  const paid = await pay("Rent", due!, -90_000);
  expect(await entries()).toEqual([]);
  await finance.deleteTransaction(paid.id, paid.version);
  expect(await entries()).toHaveLength(1);
  const { version: now } = (await finance.recurring()).items[0]!;
  expect(now).toBeGreaterThan(version);
  await finance.changeRecurring(id, now, { state: "ignored" });
  expect(await entries()).toEqual([]);
  await round();
  expect(await entries()).toEqual([]);
});

test("what comes in is asked for once it is late, and time alone asks", async () => {
  const { subscribe, confirm, entries, round } = await withBooks();
  await subscribe("Salary", [200_000, 200_000, 200_000], 33);
  await confirm("Salary");
  expect(await entries()).toEqual([]);
  world.clock.advance(6 * 86_400_000);
  await round();
  expect(await entries()).toMatchObject([{ title: "Salary has not come, 2000.00 EUR" }]);
});

test("to accept says it was paid, to decline leaves it out, and both are taken back", async () => {
  const { finance, subscribe, confirm, entries, decide, named } = await withBooks();
  await subscribe("Rent", [-90_000, -90_000, -90_000], 28);
  const { id, due } = await confirm("Rent");
  for (const state of ["accepted", "declined"] as const) {
    await decide(id, due!, state);
    expect(await named("Rent")).toMatchObject({ due: monthly(28, 2), missed: [] });
    expect(await entries()).toEqual([]);
    await decide(id, due!, "open");
    expect(await named("Rent")).toMatchObject({ due });
    expect(await entries()).toHaveLength(1);
  }
  const { act } = await finance.settleRecurring(id, { due: due!, how: "paid" }, key());
  expect(await entries()).toEqual([]);
  await expect(finance.settleRecurring(id, { due: due!, how: "paid" }, key())).rejects.toMatchObject({
    ...{ status: 409, code: "not_due" },
  });
  await finance.undo(act);
  expect(await entries()).toHaveLength(1);
});

test("nobody sees, changes or settles what is another person's", async () => {
  const { userId, subscribe, confirm, named } = await withBooks();
  await subscribe("Rent", [-90_000, -90_000, -90_000], 28);
  const { id, version, due } = await confirm("Rent");
  const other = await withBooks();
  expect(await other.all()).toEqual([]);
  await expect(other.finance.changeRecurring(id, version, { name: "Mine" })).rejects.toMatchObject({ status: 404 });
  await expect(other.finance.settleRecurring(id, { due: due!, how: "paid" }, key())).rejects.toMatchObject({
    status: 404,
  });
  await other.decide(id, due!, "accepted");
  expect(await named("Rent")).toMatchObject({ due, name: "Rent" });
  const caller = world.database.of("finance");
  const write = sql`insert into finance.recurring_look select user_id, account_id, payee_id from finance.recurring`;
  await expect(caller.as({ userId }, (tx) => tx.execute(write))).rejects.toMatchObject({ code: "42501" });
});

test("a job that stopped leaves what it did not look at to the next round", async () => {
  const { userId, named, round, daily, finance } = await withBooks();
  const stopped = new AbortController();
  stopped.abort();
  await world.database.of("finance").as({ userId }, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into finance.payee (user_id, name, key, created_at) values (${userId}, 'Rent', 'rent', now()) returning id`);
    const [payee] = rows;
    for (const place of [-2, -1, 0]) {
      const made = await tx.execute<{ id: string }>(sql`
        insert into finance.transaction (user_id, account_id, date, amount, payee_id, created_at)
        values (${userId}, ${daily}, ${monthly(3, place)}::date, -100, ${payee!.id}, now()) returning id`);
      await tx.execute(sql`
        insert into finance.split (user_id, transaction_id, place, amount)
        values (${userId}, ${made.rows[0]!.id}, 0, -100)`);
    }
  });
  await world.application.nest.get(LookForRecurring).run(userId, stopped.signal);
  expect((await finance.recurring()).waiting).toBe(true);
  await round();
  expect(await named("Rent")).toMatchObject({ amount: -100 });
});
