import type { financeClient } from "@tessera/contracts-finance/client.ts";
import { MAX_IMPORTED_AT_ONCE } from "@tessera/contracts-finance/limits.ts";
import { jobCancelled } from "@tessera/contracts-queue/events.ts";
import { Database, Events } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { fileOf, type Line, ofx } from "../testing/bank-file.ts";
import { bookRows } from "../testing/book-rows.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { UndoInParts } from "./undo-in-parts.ts";

type Finance = ReturnType<typeof financeClient>;

const world = runningFinance();

const key = () => crypto.randomUUID();
const MANY = MAX_IMPORTED_AT_ONCE + 100;
/** What the parts of an import, or of its undo, take on a busy machine, ms. */
const LONG = { limitMs: 240_000 };
const linesOf = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ day: `2026-0${1 + (at % 9)}-${String(1 + (at % 28)).padStart(2, "0")}`, id: `n${at}` },
    ...{ amount: `-${100 + at}.50`, payee: `Shop ${at % 40}` },
  }));
const rows = (userId: string) => bookRows(world, userId);

/** What is kept of months, and what it has to agree with: at each moment the same. */
async function sumsAgree(userId: string): Promise<void> {
  const { rows: found } = await world.database.of("finance").as({ userId }, (tx) =>
    tx.execute<{ sums: number[] }>(sql`
      select json_build_array((select coalesce(sum(amount), 0) from finance.transaction),
        (select coalesce(sum(amount), 0) from finance.split),
        (select coalesce(sum(income + expense + moved), 0) from finance.month_sum),
        (select coalesce(sum(plus + minus), 0) from finance.month_total)) as sums`),
  );
  expect(new Set(found[0]!.sums).size).toBe(1);
}

/** What the other sides of transfers name; files of OFX say that they are of it. */
const NUMBER = "NO9386011117947";
/** Entries of the file that came before, with other amounts. */
const KNOWN = 5;

/** Two accounts with what was there before, and what brings many entries, changes some, and links transfers. */
async function withBooks() {
  const { finance, userId } = await world.person();
  const lines = linesOf(MANY);
  const create = async (account: { name: string; number?: string }) =>
    (await finance.createAccount({ ...account, currency: "EUR" }, key())).account;
  const daily = await create({ name: "Daily", number: NUMBER });
  const savings = await create({ name: "Savings" });
  const add = (accountId: string, at: number, amount: number, payee: string) =>
    finance.createTransaction({ accountId, date: lines[at]!.day, amount, payee }, key());
  for (const at of [10, 11, 800]) await add(savings.id, at, (100 + at) * 100 + 50, `Transfer from ${NUMBER}`);
  await add(daily.id, 7, -107_50, "Cash");
  const read = (some: readonly Line[]) => finance.readFile(fileOf(ofx(some), "years.ofx"), key());
  const commit = (id: string) => finance.commit(id, { statements: [{ statement: 0, accountId: daily.id }] }, key());
  const bring = async (some: readonly Line[] = lines) => {
    const { act, import: file } = await commit((await read(some)).id);
    await until("the import to end", async () => !(await finance.bankImport(file.id)).progress, LONG);
    return { act, id: file.id };
  };
  await bring(lines.slice(0, KNOWN).map((line) => ({ ...line, amount: "-1.00" })));
  return { finance, userId, daily, read, commit, bring };
}

const ended = (finance: Finance, id: string) =>
  until("the undo to end", async () => !(await finance.bankImport(id)).undoing, LONG);
/** Some of it is taken back, or all of it. */
const begun = (finance: Finance, id: string) =>
  until("some of it to be taken back", async () => (await finance.bankImport(id)).undoing?.done !== 0, LONG);

test("an import of many entries is taken back in parts, all is as it was, and sums agree at each moment", async () => {
  const { finance, userId, bring } = await withBooks();
  const before = await rows(userId);
  const { act, id } = await bring();
  const after = await rows(userId);
  expect(after.transfer).toHaveLength(3);
  expect(await finance.undo(act)).toMatchObject({ continues: true, reverted: 0, kept: 0 });
  await expect(finance.undo(act)).rejects.toMatchObject({ status: 409, code: "act_undone" });
  let seen: number | undefined;
  const isEnded = async () => {
    const { state, undoing } = await finance.bankImport(id);
    expect([state, undoing?.total ?? MANY]).toEqual(["undone", MANY]);
    if (undoing?.done !== seen) await sumsAgree(userId);
    seen = undoing?.done;
    return !undoing;
  };
  await until("the undo to end", isEnded, LONG);
  expect(await rows(userId)).toEqual(before);
  // It was one act, which can be undone as any other.
  const undo = (await finance.acts()).items.find(({ kind }) => kind === "undo")!;
  expect(undo.words).toBe(
    `Undo: Import of years.ofx: ${(MANY - KNOWN - 1).toLocaleString("en")} new, ${KNOWN} changed`,
  );
  const redo = await finance.undo(undo.id);
  expect(redo).toMatchObject({ continues: true });
  await sumsAgree(userId);
  await ended(finance, id);
  expect(await finance.bankImport(id)).toMatchObject({ state: "done", undoing: null });
  expect(await rows(userId)).toEqual(after);
  await sumsAgree(userId);
  // And that one once more, so that the import is undone again.
  expect(await finance.undo(redo.act)).toMatchObject({ continues: true });
  await ended(finance, id);
  expect(await finance.bankImport(id)).toMatchObject({ state: "undone", undoing: null });
  expect(await rows(userId)).toEqual(before);
});

/** An import that was undone, and is about to be brought back. */
async function undone() {
  const { bring, ...books } = await withBooks();
  const { act, id } = await bring();
  const after = await rows(books.userId);
  const { act: undo } = await books.finance.undo(act);
  await ended(books.finance, id);
  return { ...books, act, id, undo, after };
}

/** Three workers on one job. @returns what ends two of them, and waits for all */
function severalWork(data: { userId: string; act: string; by: string }) {
  const parts = world.application.nest.get(UndoInParts);
  const work = (signal: AbortSignal) =>
    parts.run({ data, signal, attempt: 1 }).catch((error: Error) => expect(error.message).toBe("killed"));
  const killed = new AbortController();
  const working = [work(killed.signal), work(new AbortController().signal), work(killed.signal)];
  return async () => {
    killed.abort(new Error("killed"));
    await Promise.all(working);
  };
}

test("what comes back in parts comes back once, however many work on it, and says how far it is", async () => {
  const { finance, userId, act, id, undo, after } = await undone();
  const { act: by } = await finance.undo(undo);
  const kill = severalWork({ userId, act, by });
  const seen = until(
    "some of it to be back",
    async () => {
      const { undoing } = await finance.bankImport(id);
      if (undoing) expect(undoing).toMatchObject({ total: MANY, back: true });
      return undoing?.done !== 0;
    },
    LONG,
  );
  await seen;
  await kill();
  await ended(finance, id);
  expect(await rows(userId)).toEqual(after);
});

test("an import that is undone while it comes back is taken out, and one whose return is stopped comes back later", async () => {
  const { finance, userId, act, id, undo, after } = await undone();
  const before = await rows(userId);
  const { act: by } = await finance.undo(undo);
  await begun(finance, id);
  await world.application.nest.get(UndoInParts).stop({ userId, act, by });
  // It may have come to its end before.
  if ((await rows(userId)).transaction!.length < after.transaction!.length) {
    expect((await finance.acts()).items.find((one) => one.id === by)!.words).toMatch(/^Redo: .*, not all of it$/);
    await finance.undo(undo);
    await begun(finance, id);
  }
  await finance.undo(act);
  await ended(finance, id);
  expect(await finance.bankImport(id)).toMatchObject({ state: "undone", undoing: null });
  await world.jobsIdle();
  expect(await rows(userId)).toEqual(before);
});

test("an undo that several work on, of whom some end in between, takes everything back once", async () => {
  const { finance, userId, bring } = await withBooks();
  const before = await rows(userId);
  const { act, id } = await bring();
  const { act: by } = await finance.undo(act);
  const kill = severalWork({ userId, act, by });
  await begun(finance, id);
  await kill();
  await ended(finance, id);
  expect(await rows(userId)).toEqual(before);
});

test("what is reconciled meanwhile stays, and what is moved to another day goes all the same", async () => {
  const { finance, userId, daily, bring } = await withBooks();
  const before = (await finance.sums({ account: daily.id })).total;
  const { act, id } = await bring();
  // Of the oldest days: they are the last to be taken back.
  const { items } = await finance.transactions({ account: daily.id, to: "2026-01-31", q: "Shop 36", limit: 50 });
  const [moved, locked] = items.filter(({ payee }) => payee?.name === "Shop 36");
  await finance.undo(act);
  await begun(finance, id);
  const change = ({ id: changed, version }: typeof moved & {}, patch: object) =>
    finance.changeTransaction(changed, version, patch).then(
      () => 1,
      (error: { status: number }) => {
        // It may have been taken back before.
        expect(error.status).toBe(404);
        return 0;
      },
    );
  const kept = await change(locked!, { state: "reconciled" });
  // A day that was gone through by now.
  await change(moved!, { date: "2026-12-24" });
  await ended(finance, id);
  await expect(finance.transaction(moved!.id)).rejects.toMatchObject({ status: 404 });
  expect((await finance.sums({ account: daily.id })).total).toBe(before + kept);
  await sumsAgree(userId);
});

/** A small import that is as if it were taken back in parts. */
async function asUndoing() {
  const { finance, userId, read, commit, bring } = await withBooks();
  const { act, id } = await bring(linesOf(3));
  const by = key();
  const undoing = JSON.stringify({ by, total: 3, done: 1, reverted: 1, kept: 0, after: null, walked: false });
  await world.database
    .of("finance")
    .as({ userId }, (tx) =>
      tx.execute(sql`update finance.bank_import set undoing = ${undoing}::jsonb where id = ${id}`),
    );
  expect(await finance.bankImport(id)).toMatchObject({ undoing: { done: 1, total: 3 } });
  return { finance, whose: { userId, act, by }, id, read, commit };
}

test("no file comes in while an import is taken back: it would know what is about to go", async () => {
  const { finance, whose, read, commit } = await asUndoing();
  const other = await read(linesOf(8));
  await expect(commit(other.id)).rejects.toMatchObject({ status: 409, code: "import_undoing" });
  const { nest } = world.application;
  await nest.get(UndoInParts).run({ data: whose, signal: new AbortController().signal, attempt: 1 });
  expect((await commit(other.id)).import.state).toBe("done");
  expect((await finance.imports()).items.every(({ undoing }) => undoing === null)).toBe(true);
});

test("what stands in the way ends it, and its line among the person's jobs says why", async () => {
  const { finance, whose, id } = await asUndoing();
  const parts = world.application.nest.get(UndoInParts);
  await parts.stop(whose, "What was changed since stands in the way. Undo that first.");
  expect(await finance.bankImport(id)).toMatchObject({ state: "done", undoing: null });
  const { rows: found } = await world.database.system((tx) =>
    tx.execute(sql`select state, error from kit.job where id = ${whose.by}`),
  );
  expect(found).toEqual([{ state: "failed", error: "What was changed since stands in the way. Undo that first" }]);
});

test("cancelling its line among the person's jobs stops it, and another undo takes the rest back", async () => {
  const { finance, userId, bring } = await withBooks();
  const before = await rows(userId);
  const { act, id } = await bring();
  const { act: by } = await finance.undo(act);
  const { nest } = world.application;
  await nest
    .get(Database)
    .system((tx) => nest.get(Events).publish(tx, jobCancelled, { userId, jobId: by, queue: "finance.undo" }));
  await ended(finance, id);
  // It may have come to its end before.
  if ((await finance.bankImport(id)).state === "done") {
    expect((await finance.acts()).items.find((one) => one.id === by)!.words).toMatch(/^Undo: .*, not all of it$/);
    await finance.undo(act);
    await ended(finance, id);
  }
  expect(await rows(userId)).toEqual(before);
});

test("an undo that is undone while it works stops, and brings back what it took", async () => {
  const { finance, userId, bring } = await withBooks();
  const { act, id } = await bring();
  const after = await rows(userId);
  const { act: by } = await finance.undo(act);
  await begun(finance, id);
  await finance.undo(by);
  await ended(finance, id);
  expect(await finance.bankImport(id)).toMatchObject({ state: "done" });
  await world.jobsIdle();
  expect(await rows(userId)).toEqual(after);
});
