/** Months of any first day, and sums against recounts of whatever was done. @run all */
import { addMonths, daysOf, monthOf } from "@tessera/contracts-finance/months.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import countAgain from "../../migrations/054-counted-again.sql";
import { fileOf, ofx } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { numbersFrom, randomBooks } from "../testing/random-books.ts";
import { ListTransactions } from "../transactions/list-transactions.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();
const day = (text: string, add: number) => new Date(Date.parse(text) + add * 86_400_000).toISOString().slice(0, 10);

interface Sum extends Record<string, unknown> {
  account: string;
  month: string;
  category: string | null;
  income: number;
  expense: number;
  moved: number;
}
const inOrder = (rows: Sum[]) =>
  rows.map((row) => Object.values(row).join(" ")).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** What is kept, and what the transactions themselves add up to. */
async function sums(userId: string, firstDay = 1): Promise<{ kept: string[]; counted: string[] }> {
  const read = (statement: ReturnType<typeof sql>) =>
    world.database.system(async (tx) => (await tx.execute<Sum>(statement)).rows);
  const kept = await read(sql`
    select account_id as account, to_char(month, 'YYYY-MM') as month, category_id as category, income, expense, moved
    from finance.month_sum where user_id = ${userId}`);
  const parts = await read(sql`
    select t.account_id as account, t.date::text as month, s.category_id as category, greatest(s.amount, 0) as income,
      least(s.amount, 0) as expense, 0 as moved
    from finance.transaction t join finance.split s on s.transaction_id = t.id
    where t.user_id = ${userId} and not exists (select from finance.transfer x where t.id in (x.from_id, x.to_id))
    union all
    select t.account_id, t.date::text, null, 0, -v.fee, t.amount + v.fee
    from finance.transaction t join (
      select id, max(fee) as fee from (
        select from_id as id, fee from finance.transfer union all select to_id, 0 from finance.transfer
      ) sides group by id
    ) v on v.id = t.id where t.user_id = ${userId}`);
  const counted = new Map<string, Sum>();
  for (const { account, month: date, category, income, expense, moved } of parts) {
    const month = monthOf(date, firstDay);
    const at = `${account} ${month} ${category}`;
    const sum = counted.get(at) ?? { account, month, category, income: 0, expense: 0, moved: 0 };
    sum.income += Number(income);
    sum.expense += Number(expense);
    sum.moved += Number(moved);
    counted.set(at, sum);
  }
  return { kept: inOrder(kept), counted: inOrder([...counted.values()]) };
}

async function expectKept(userId: string, firstDay?: number): Promise<void> {
  const { kept, counted } = await sums(userId, firstDay);
  expect(kept).toEqual(counted);
  const differing = await world.database.system(async (tx) => {
    const { rows } = await tx.execute(sql`
      with months as (
        select account_id, month, sum(income) as income, sum(expense) as expense from finance.month_sum
        where user_id = ${userId} group by 1, 2
      ), payees as (
        select account_id, month, sum(income) as income, sum(expense) as expense from finance.payee_sum
        where user_id = ${userId} group by 1, 2
      )
      select m.month, m.income, p.income, m.expense, p.expense
      from months m full join payees p using (account_id, month)
      where (coalesce(m.income, 0), coalesce(m.expense, 0)) is distinct from (coalesce(p.income, 0), coalesce(p.expense, 0))`);
    return rows;
  });
  expect(differing).toEqual([]);
  // With a first day, which leaves nothing out, each transaction is added up; without it the totals of months are.
  const lists = world.application.nest.get(ListTransactions);
  const accounts = await world.database.system(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from finance.account where user_id = ${userId}`);
    return rows.map(({ id }) => ({ account: id }));
  });
  for (const filter of [{}, { currency: "EUR" }, ...accounts])
    expect(await lists.sums({ userId }, filter)).toEqual(
      await lists.sums({ userId }, { ...filter, from: "0001-01-01" }),
    );
  const months = await world.database.system(async (tx) => {
    const { rows } = await tx.execute<{ month: string; count: number }>(sql`
      select to_char(month, 'YYYY-MM') as month, sum(count)::int as count from finance.month_total
      where user_id = ${userId} group by 1`);
    const { rows: days } = await tx.execute<{ day: string }>(
      sql`select date::text as day from finance.transaction where user_id = ${userId}`,
    );
    return { kept: rows, counted: Map.groupBy(days, ({ day: date }) => monthOf(date, firstDay ?? 1)) };
  });
  expect(Object.fromEntries(months.kept.map(({ month, count }) => [month, count]))).toEqual(
    Object.fromEntries([...months.counted].map(([month, all]) => [month, all.length])),
  );
}

test("months begin on any day, and each day is in one", () => {
  expect(daysOf("2026-12", 25)).toEqual({ from: "2026-12-25", to: "2027-01-24" });
  for (const first of [1, 2, 15, 28])
    for (let at = 0; at < 800; at++) {
      const date = day("2026-01-01", at);
      const { from, to } = daysOf(monthOf(date, first), first);
      expect(from <= date && date <= to).toBe(true);
      expect(day(to, 1)).toBe(daysOf(addMonths(monthOf(date, first), 1), first).from);
    }
});

test.each([7, 8])("whatever is done and undone, the kept sums are what a recount says (%i)", async (seed) => {
  const { userId, finance, accounts, all, transfers } = await randomBooks(world, 80, seed);
  await expectKept(userId);
  expect((await sums(userId)).kept.length).toBeGreaterThan(40);
  const below = numbersFrom(seed);
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const categories = (await finance.categories()).items.map(({ id }) => id);
  const moved = new Set(transfers.flatMap(({ from, to }) => [from.id, to.id]));
  const free = all.filter(({ id }) => !moved.has(id)).map(({ id }) => id);
  const done: string[] = [];
  const euros = accounts.filter(({ currency }) => currency === "EUR");
  const acts: (() => Promise<{ act: string } | undefined>)[] = [
    () => {
      const splits = [-below(900), below(900)].map((amount) => ({ amount, categoryId: one([...categories, null]) }));
      const amount = splits.reduce((sum, part) => sum + part.amount, 0);
      const date = day("2026-02-01", below(300));
      return finance.createTransaction({ accountId: one(accounts).id, date, amount, splits }, key());
    },
    async () => {
      const id = one(free);
      const found = await finance.transaction(id).catch(() => null);
      const patch = one([
        { date: day("2025-12-30", below(200)) },
        { amount: below(5000) - 2500 },
        { categoryId: one(categories) },
        { accountId: one(euros).id },
      ]);
      // Of two parts the amount cannot be changed alone, nor the account of another currency.
      return found ? finance.changeTransaction(id, found.version, patch).catch(() => undefined) : undefined;
    },
    async () => {
      const id = one(free);
      const found = await finance.transaction(id).catch(() => null);
      return found ? finance.deleteTransaction(id, found.version) : undefined;
    },
    () =>
      finance
        .bulk({ ids: free.slice(0, 9), change: { categoryId: one([...categories, null]) } }, key())
        .catch(() => undefined),
    () => finance.matchTransfers(key()),
    async () => {
      const [pair] = (await finance.transferCandidates()).items;
      return pair && finance.linkTransfer({ fromId: pair.from.id, toId: pair.to.id }, key());
    },
    async () => {
      const [pair] = (await finance.transfers()).items;
      return pair && finance.unlinkTransfer(pair.id);
    },
    async () => {
      // One that two of another account add up to, in months of their own.
      const [from, to] = [euros[0]!.id, euros[1]!.id];
      const add = async (accountId: string, date: string, amount: number) =>
        (await finance.createTransaction({ accountId, date, amount }, key())).transaction.id;
      const [one, other] = [1 + below(900), 1 + below(900)];
      const start = day("2026-03-30", below(200));
      const [fromId, toId] = [await add(from, start, -one - other), await add(to, start, one)];
      const alsoIds = [await add(to, day(start, 3), other)];
      return finance.linkTransfer({ fromId, toId, alsoIds }, key());
    },
    async () => {
      const several = (await finance.transfers()).items.find(({ also }) => also?.length);
      const gone = several && (await finance.transaction(several.to.id));
      return gone && finance.deleteTransaction(gone.id, gone.version);
    },
    async () => {
      const lines = [1, 2, 3].map((at) => ({ day: day("2026-05-01", below(60)), amount: `-${at}.50`, payee: "P" }));
      const { id } = await finance.readFile(fileOf(ofx(lines), `${key()}.ofx`), key());
      return finance.commit(id, { statements: [{ statement: 0, accountId: euros[0]!.id }] }, key());
    },
    async () => finance.undo(one(done)).catch(() => undefined),
  ];
  for (let step = 0; step < 45; step++) {
    const act = await (step < acts.length ? acts[step]! : one(acts))();
    if (act) done.push(act.act);
    await expectKept(userId);
  }
  for (const act of done.toReversed()) await finance.undo(act).catch(() => undefined);
  await expectKept(userId);
  const account = (await finance.accounts()).items.find(({ id }) => id === euros[0]!.id)!;
  const gone = await finance.deleteAccount(account.id, account.version);
  await expectKept(userId);
  await finance.undo(gone.act);
  await expectKept(userId);
});

test("what fails in the middle leaves the sums as they were", async () => {
  const { userId } = await randomBooks(world, 40, 3);
  const before = await sums(userId);
  const broken = world.database.of("finance").as({ userId }, async (tx) => {
    await tx.execute(sql`update finance.split set category_id = null where user_id = ${userId}`);
    await tx.execute(sql`delete from finance.transfer where user_id = ${userId}`);
    await tx.execute(sql`update finance.transaction set date = date + 40 where user_id = ${userId}`);
    throw new Error("The process ends here");
  });
  await expect(broken).rejects.toThrow("ends here");
  expect(await sums(userId)).toEqual(before);
  await expectKept(userId);
});

// The embedded database has one connection: nothing is written beside an open transaction.
const onServer = process.env.TEST_DATABASE_URL ? test : test.skip;
onServer("writers beside each other, past the acts, count what the other did", async () => {
  const { userId, all } = await randomBooks(world, 30, 4);
  const database = world.database.of("finance");
  const [one, other] = [all[0]!, all.find(({ account }, at) => at > 0 && account === all[0]!.account)!];
  const write = (id: string, then?: () => Promise<unknown>) =>
    database.as({ userId }, async (tx) => {
      await tx.execute(sql`update finance.transaction set date = '2026-06-06' where id = ${id}`);
      await then?.();
    });
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = write(one.id, () => {
    locked.resolve();
    return gate.promise;
  });
  await locked.promise;
  let isDone = false;
  const second = write(other.id).then(() => {
    isDone = true;
  });
  const waits = "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted";
  await until("the second to wait, or to be done", async () => {
    const { rows } = await world.database.pool.query(waits);
    return isDone || rows[0].count > 0;
  });
  gate.resolve();
  await Promise.all([first, second]);
  await expectKept(userId);
});

test("months begin where the person says; summary and budget follow, and an undo brings the first back", async () => {
  const { userId, finance } = await randomBooks(world, 60, 5);
  const before = await finance.summary({ to: "2026-12" });
  expect(before.firstDay).toBe(1);
  const { act } = await finance.setPreferences({ firstDay: 25 });
  expect(await finance.preferences()).toMatchObject({ firstDay: 25 });
  await expectKept(userId, 25);
  const after = await finance.summary({ to: "2026-12" });
  expect(after.firstDay).toBe(25);
  expect(after.currencies[0]!.months).not.toEqual(before.currencies[0]!.months);
  await finance.setPreferences({ firstDay: 10 });
  await expectKept(userId, 10);
  const { currency, months } = (await finance.summary({ to: "2026-09", months: 1 })).currencies[0]!;
  const { budget } = await finance.createBudget({ currency, kind: "tracking", start: "2026-09" }, key());
  const { income, uncategorised, lines } = await finance.budgetMonth(budget.id, "2026-09");
  const spent = lines.reduce((sum, line) => sum + line.spent, 0);
  expect(income + uncategorised + spent).toBe(months[0]!.income + months[0]!.expense);
  await finance.setPreferences({ firstDay: 25 });
  await expect(finance.setPreferences({ firstDay: 29 })).rejects.toMatchObject({ status: 400 });
  await finance.undo(act);
  await expectKept(userId, (await finance.preferences()).firstDay);
});

test("what a transaction wrote while a migration counted is counted again, in its months alone", async () => {
  const { userId } = await randomBooks(world, 30, 9);
  const asOwner = (statement: string) => world.database.system((tx) => tx.execute(sql.raw(statement)));
  const [written, began] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // As the triggers of the version before: the transaction has its person's lock, and leaves what they do not know.
  const before = world.database.system(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`finance ${userId}`}, 0))`);
    for (const table of ["month_total", "month_sum", "payee_sum"])
      await tx.execute(sql`
        delete from ${sql.raw(`finance.${table}`)} s where (s.account_id, s.month) = (
          select o.account_id, o.month from ${sql.raw(`finance.${table}`)} o where o.user_id = ${userId}
          order by o.month limit 1)`);
    await tx.execute(sql`
      update finance.month_total s set count = s.count + 1 where s.user_id = ${userId} and s.month = (
        select max(o.month) from finance.month_total o where o.user_id = ${userId})`);
    written.resolve();
    await began.promise;
  });
  await written.promise;
  const migrated = asOwner(countAgain);
  began.resolve();
  await Promise.all([before, migrated]);
  await expectKept(userId);
  const rows = () =>
    world.database.system((tx) =>
      tx.execute(sql`
    select xmin::text, account_id, month from finance.month_total where user_id = ${userId} order by 2, 3`),
    );
  const { rows: right } = await rows();
  await asOwner(countAgain);
  expect((await rows()).rows).toEqual(right);
});

test("nobody sees or writes sums of another person, and no caller writes their own", async () => {
  const { userId } = await randomBooks(world, 20, 6);
  const other = await world.person();
  const as = (whose: string, statement: ReturnType<typeof sql>) =>
    world.database.of("finance").as({ userId: whose }, (tx) => tx.execute<{ count: number }>(statement));
  for (const table of ["month_sum", "payee_sum", "month_total"]) {
    const { rows } = await as(other.userId, sql`select count(*)::int as count from ${sql.raw(`finance.${table}`)}`);
    expect(rows[0]!.count).toBe(0);
    await expect(as(userId, sql`delete from ${sql.raw(`finance.${table}`)}`)).rejects.toMatchObject({ code: "42501" });
  }
  await expect(as(userId, sql`select finance.sum_months('{}', '{}')`)).rejects.toMatchObject({ code: "42501" });
});
