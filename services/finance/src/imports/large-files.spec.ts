import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { MAX_BANK_FILE_ENTRIES } from "@tessera/contracts-finance/limits.ts";
import type { Caller } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { fileOf } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { ImportsService } from "./imports.service.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();
const MB = 1024 * 1024;
/** Few entries with much beside them: what counts here are the bytes. */
const BESIDE = "x".repeat(16_000);
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => `0${1 + (at % 9)}.05.2026;-${at + 1},50;Shop ${at};${BESIDE}\n`);
const large = (count: number) => ["Wann;Wieviel;Woher;Nichts\n", ...rows(count)].join("");
const inTheWay = () => readdirSync(tmpdir()).filter((name) => name.startsWith("tessera-finance-"));

test("a file of more than 16 MB is read, read another way, imported and undone", async () => {
  const { finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const text = large(1_100);
  expect(text.length).toBeGreaterThan(16 * MB);
  const file = await finance.readFile(fileOf(text, "years.csv"), key());
  expect(file).toMatchObject({ state: "read", statements: [{ entries: 1_100 }] });
  const { rows: _, usable, dateAmbiguous: __, ...layout } = await finance.tryCsv(file.id, {});
  expect(usable).toBe(true);
  const columns: typeof layout.columns = ["date", "amount", "payee", null];
  const { import: corrected } = await finance.correctCsv(file.id, { layout: { ...layout, columns, negate: true } });
  const sum = (1_100 * 1_101 * 100) / 2 + 1_100 * 50;
  expect(corrected.statements).toMatchObject([{ entries: 1_100, sum }]);
  const preview = await finance.preview(file.id, { statement: 0, account: account.id, from: 1_000, limit: 50 });
  expect(preview).toMatchObject({ counts: { new: 1_100 }, items: { length: 50 } });
  const done = await finance.commit(file.id, { statements: [{ statement: 0, accountId: account.id }] }, key());
  await until("all of it to be there", async () => !(await finance.bankImport(file.id)).progress);
  expect(await finance.bankImport(file.id)).toMatchObject({ state: "done", created: 1_100 });
  expect((await finance.accounts()).items[0]!.balance).toBe(sum);
  await finance.undo(done.act);
  expect((await finance.accounts()).items[0]).toMatchObject({ balance: 0, transactions: 0 });
});

test("reading ends when nobody waits for it, and keeps nothing", async () => {
  const { finance, userId } = await world.person();
  const before = inTheWay();
  const left = new AbortController();
  const content = Readable.from(
    (async function* () {
      yield Buffer.from(large(200));
      left.abort();
    })(),
  );
  const uploads = (async function* () {
    yield { name: "years.csv", content };
  })();
  await expect(
    world.application.nest.get(ImportsService).read({ userId } as Caller, uploads, left.signal),
  ).rejects.toMatchObject({ message: expect.stringContaining("cancelled") });
  expect((await finance.imports()).items).toEqual([]);
  expect(inTheWay()).toEqual(before);
});

test("a file of too many entries is refused in words, and keeps nothing", async () => {
  const { finance } = await world.person();
  const many = `Date;Amount\n${"2026-05-01;1.00\n".repeat(MAX_BANK_FILE_ENTRIES + 1)}`;
  const refusal = { status: 413, code: "bank_file_too_large", message: expect.stringContaining("64 MB") };
  await expect(finance.readFile(fileOf(many, "many.csv"), key())).rejects.toMatchObject(refusal);
  expect((await finance.imports()).items).toEqual([]);
});
