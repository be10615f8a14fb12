import type { financeClient } from "@tessera/contracts-finance/client.ts";
import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { MAX_IMPORTED_AT_ONCE } from "@tessera/contracts-finance/limits.ts";
import { jobCancelled } from "@tessera/contracts-queue/events.ts";
import { Database, Events } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { fileOf, type Line, ofx, qif } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { ImportWriter } from "./write-import.ts";

type Finance = ReturnType<typeof financeClient>;

const world = runningFinance();

const key = () => crypto.randomUUID();
/** Entries of three months, the newest first as banks write them; each is there twice, and both are meant. */
const linesOf = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ day: `2026-0${9 - (at % 3)}-${String(28 - (at % 27)).padStart(2, "0")}`, id: `n${at}` },
    ...{ amount: `-${1 + Math.floor(at / 2)}.50`, payee: `Shop ${at % 40}` },
  }));
const MANY = MAX_IMPORTED_AT_ONCE + 250;
/** So many that what is asked right after the commit comes before the end. */
const VERY_MANY = 4000;
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);

async function withAccount() {
  const { finance, userId } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const read = (text: string, name = "years.ofx") => finance.readFile(fileOf(text, name), key());
  const commit = (id: string) => finance.commit(id, { statements: [{ statement: 0, accountId: account.id }] }, key());
  const begun = async (text: string, name?: string) => commit((await read(text, name)).id);
  const bring = async (text: string, name?: string) => ended(finance, (await begun(text, name)).import.id);
  const held = async () => (await finance.accounts()).items[0]!;
  return { finance, userId, account, read, commit, begun, bring, held };
}

const isWriting = ({ progress }: BankImport) => progress?.state === "writing";
async function ended(finance: Finance, id: string): Promise<BankImport> {
  await until("the import to end", async () => !isWriting(await finance.bankImport(id)));
  return finance.bankImport(id);
}
/** Takes an import back, as far as it came. */
async function undone(finance: Finance, act: string, id: string): Promise<void> {
  await finance.undo(act);
  await until("the undo to end", async () => !(await finance.bankImport(id)).undoing, {
    limitMs: 240_000,
  });
}
/** What is in the books of a person, in one look: each sum that has to agree with the others. */
async function look(userId: string) {
  const { rows } = await world.database.of("finance").as({ userId }, (tx) =>
    tx.execute<{ count: number; sum: string; splits: string; months: string; created: number; parts: number }>(sql`
      select count(*)::int as count, coalesce(sum(amount), 0) as sum,
        (select coalesce(sum(amount), 0) from finance.split) as splits,
        (select coalesce(sum(income + expense + moved), 0) from finance.month_sum) as months,
        (select coalesce(sum(created), 0)::int from finance.bank_import) as created,
        (select count(*)::int from finance.bank_import_part) as parts
      from finance.transaction`),
  );
  return rows[0]!;
}

test("many entries come in parts of one act, and all sums agree at each moment", async () => {
  const { finance, userId, begun, held, bring } = await withAccount();
  const lines = linesOf(MANY);
  const { act, import: first } = await begun(ofx(lines, "5000.00"));
  expect(first).toMatchObject({ state: "done", act, progress: { state: "writing", written: 0, total: MANY } });
  await until("the import to end", async () => {
    const { count, sum, splits, months, created } = await look(userId);
    expect([splits, months, created]).toEqual([sum, sum, count]);
    return !isWriting(await finance.bankImport(first.id));
  });
  expect(await finance.bankImport(first.id)).toMatchObject({
    state: "done",
    progress: null,
    created: MANY,
    changed: 0,
  });
  expect(await held()).toMatchObject({ balance: 500_000, opening: 500_000 - sumOf(lines), transactions: MANY });
  expect((await finance.acts()).items.filter(({ kind }) => kind === "import")).toMatchObject([
    { id: act, words: `Import of years.ofx: ${MANY.toLocaleString("en")} new, 0 changed` },
  ]);
  expect(await bring(ofx(lines, "5000.00"))).toMatchObject({ progress: null, created: 0, changed: 0 });
  expect(await held()).toMatchObject({ balance: 500_000, transactions: MANY });
  await undone(finance, act, first.id);
  expect(await held()).toMatchObject({ balance: 0, opening: 0, transactions: 0 });
  expect((await look(userId)).months).toBe("0");
});

test("an import that several work on, of whom some end in between, is written once and whole", async () => {
  const { finance, userId, begun, held } = await withAccount();
  const lines = linesOf(MANY);
  const { act, import: file } = await begun(qif(lines), "years.qif");
  const writer = world.application.nest.get(ImportWriter);
  const data = { userId, importId: file.id, act };
  const work = async (signal: AbortSignal) => {
    await writer.run({ data, signal, attempt: 1 }).catch((error: Error) => expect(error.message).toBe("killed"));
  };
  const killed = new AbortController();
  const working = [work(killed.signal), work(new AbortController().signal), work(killed.signal)];
  await until("some of it to be there", async () => (await finance.bankImport(file.id)).created > 0);
  killed.abort(new Error("killed"));
  await Promise.all(working);
  expect(await ended(finance, file.id)).toMatchObject({ created: MANY, progress: null });
  expect(await held()).toMatchObject({ balance: sumOf(lines), transactions: MANY });
  expect((await look(userId)).parts).toBe(0);
});

test("what a person stops stays as far as it came, and the file brings the rest another time", async () => {
  const { finance, userId, begun, held, read, commit } = await withAccount();
  const lines = linesOf(VERY_MANY);
  const { import: file } = await begun(qif(lines), "years.qif");
  const other = await read(qif(linesOf(1)), "one.qif");
  await expect(commit(other.id)).rejects.toMatchObject({ status: 409, code: "import_writing" });
  await expect(commit(file.id)).rejects.toMatchObject({ status: 409, code: "import_done" });
  const stopped = await finance.stopImport(file.id);
  expect(stopped).toMatchObject({ progress: { state: "stopped", total: VERY_MANY, failure: null } });
  const { count, parts } = await look(userId);
  expect([count, parts]).toEqual([stopped.created, 0]);
  expect(stopped.created).toBeLessThan(VERY_MANY);
  expect(await finance.stopImport(file.id)).toEqual(stopped);
  const again = await ended(finance, (await begun(qif(lines), "years.qif")).import.id);
  expect(again.created).toBe(VERY_MANY - stopped.created);
  expect(await held()).toMatchObject({ balance: sumOf(lines), transactions: VERY_MANY });
});

test("undo ends what is still being written, and takes back what was", async () => {
  const { finance, userId, begun, held } = await withAccount();
  const before = await look(userId);
  const { act, import: file } = await begun(ofx(linesOf(VERY_MANY), "1.00"));
  await until("some of it to be there", async () => (await finance.bankImport(file.id)).created > 0);
  await undone(finance, act, file.id);
  expect(await held()).toMatchObject({ balance: 0, opening: 0, transactions: 0 });
  expect(await look(userId)).toMatchObject({ ...before, created: expect.any(Number) });
  expect(await finance.bankImport(file.id)).toMatchObject({ state: "undone", progress: null });
});

test("cancelling its line among the person's jobs stops it; nobody stops another person's", async () => {
  const { finance, userId, begun } = await withAccount();
  const { act, import: file } = await begun(qif(linesOf(VERY_MANY)), "years.qif");
  const other = (await world.person()).finance;
  await expect(other.stopImport(file.id)).rejects.toMatchObject({ status: 404, code: "bank_import_not_found" });
  const { nest } = world.application;
  await nest
    .get(Database)
    .system((tx) => nest.get(Events).publish(tx, jobCancelled, { userId, jobId: act, queue: "finance.import" }));
  expect(await ended(finance, file.id)).toMatchObject({ progress: { state: "stopped" } });
});

test("an import whose account is deleted meanwhile ends, and says why", async () => {
  const { finance, userId, begun, account } = await withAccount();
  const { import: file } = await begun(qif(linesOf(VERY_MANY)), "years.qif");
  await finance.deleteAccount(account.id, account.version);
  const failure = "This account does not exist any more";
  expect((await ended(finance, file.id)).progress).toMatchObject({ state: "stopped", failure });
  expect(await look(userId)).toMatchObject({ count: 0, parts: 0 });
});
