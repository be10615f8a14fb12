import type { CsvLayout, CsvReading } from "@tessera/contracts-finance/csv-profiles.ts";
import { sql } from "drizzle-orm";
import { fileOf } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();
/** A bank that writes what is spent as positive, and names its columns as nobody else. */
const MAY = "Sparks Bank\n\nWann;Woher;Wieviel\n01.05.2026;Bäcker;12,50\n2026;Kiosk;1,00\n03.05.2026;Lohn;-4.180,00\n";
const JUNE = "Sparks Bank\n\nWieviel;Wann;Woher\n7,00;02.06.2026;Kiosk\n";

/** As a page sends back what a trial answered. */
const layoutOf = ({ dateAmbiguous: _, rows: __, usable: ___, ...layout }: CsvReading) => layout;

async function withFile(text = MAY) {
  const { finance, userId } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const read = (content = text) => finance.readFile(fileOf(content, "may.csv"), key());
  const file = await read();
  const correct = async (remember?: { name: string; accountId?: string }, id = file.id) => {
    const reading = await finance.tryCsv(id, { layout: { headerLine: 3, delimiter: ";", encoding: "utf-8" } });
    const columns: CsvReading["columns"] = ["date", "payee", "amount"];
    const layout = { ...layoutOf(reading), columns, negate: true };
    const decided: Required<CsvLayout> = { ...layout, dateOrder: "DMY", decimal: ",", currency: "EUR" };
    return finance.correctCsv(id, { layout: decided, ...(remember ? { remember } : {}) });
  };
  return { finance, userId, account, file, read, correct };
}

test("a CSV file is tried line by line, read as the person says, and imported", async () => {
  const { finance, account, file, correct } = await withFile();
  expect(file).toMatchObject({ state: "read", csv: { profile: null } });
  const reading = await finance.tryCsv(file.id, {
    layout: { columns: ["date", "payee", "amount"], headerLine: 3, negate: true, decimal: ",", dateOrder: "DMY" },
  });
  expect(reading).toMatchObject({ delimiter: ";", encoding: "utf-8", usable: true });
  expect(reading.rows.map(({ line, kind, entry, wrong }) => [line, kind, entry?.amount ?? wrong])).toEqual([
    [1, "beside", null],
    [3, "header", null],
    [4, "entry", -1250],
    [5, "wrong", "its date “2026” is not a day in the order of this file"],
    [6, "entry", 418000],
  ]);
  expect((await finance.accounts()).items[0]!.balance).toBe(0);
  const corrected = await correct();
  expect(corrected).toMatchObject({ act: null, import: { csv: { profile: null }, statements: [{ entries: 2 }] } });
  expect(corrected.import.problems).toMatchObject([{ line: 5, severity: "error" }]);
  const commit = { statements: [{ statement: 0, accountId: account.id }] };
  expect((await finance.commit(file.id, commit, key())).import.created).toBe(2);
  expect((await finance.transactions({})).items.map(({ amount }) => amount)).toEqual([418000, -1250]);
  await expect(finance.tryCsv(file.id, {})).rejects.toMatchObject({ status: 409, code: "import_done" });
  await expect(correct()).rejects.toMatchObject({ status: 409, code: "import_done" });
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`
      select from finance.bank_import i where i.id = ${file.id} and i.entries is null
        and not exists (select from finance.bank_import_piece p where p.import_id = i.id)`),
  );
  expect(rows).toHaveLength(1);
});

/** A bank that names both who pays and who is paid. */
const BOTH =
  "Buchungstag;Zahlungspflichtige*r;Zahlungsempfänger*in;Betrag (€);Originalbetrag;Originalwährung\n" +
  "01.05.2026;Ada;Bäcker;-12,50;-13,40;USD\n02.05.2026;Lohn GmbH;Ada;4.180,00;;\n";

test("of two columns with names the other side's is taken, and a saved profile keeps which is which", async () => {
  const { finance, userId, account, file, read } = await withFile(BOTH);
  const commit = { statements: [{ statement: 0, accountId: account.id }] };
  const shown = async (id: string) =>
    (await finance.preview(id, { statement: 0, account: account.id })).items.map(({ payee }) => payee);
  expect(await shown(file.id)).toEqual(["Bäcker", "Lohn GmbH"]);
  const reading = await finance.tryCsv(file.id, {});
  expect(reading).toMatchObject({
    // A page of an earlier version knows fewer roles.
    columns: ["date", null, "payee", "amount", null, null],
    roles: ["date", "payer", "payee", "amount", "originalAmount", "originalCurrency"],
  });
  expect(reading.rows.flatMap(({ entry }) => entry?.payee ?? [])).toEqual(["Bäcker", "Lohn GmbH"]);
  // The other way round, as a person may correct it.
  const roles: CsvLayout["columns"] = ["date", "payee", "payer", "amount", "originalAmount", "originalCurrency"];
  const layout = { ...layoutOf(reading), columns: roles };
  await finance.correctCsv(file.id, { layout, remember: { name: "Both" } });
  expect(await shown(file.id)).toEqual(["Ada", "Ada"]);
  const next = await read(BOTH.replaceAll("05.2026", "06.2026"));
  expect(next.csv).toMatchObject({ profile: { name: "Both" } });
  expect(await shown(next.id)).toEqual(["Ada", "Ada"]);
  const again = { ...layoutOf(await finance.tryCsv(next.id, {})), columns: reading.roles as typeof roles };
  await finance.correctCsv(next.id, { layout: again });
  await finance.commit(next.id, commit, key());
  const { rows } = await world.database
    .of("finance")
    .as({ userId }, (tx) =>
      tx.execute(
        sql`select payee_text, original_amount::int, original_currency from finance.transaction order by date`,
      ),
    );
  expect(rows).toMatchObject([
    { payee_text: "Bäcker", original_amount: -1340, original_currency: "USD" },
    { payee_text: "Lohn GmbH", original_amount: null, original_currency: null },
  ]);
});

test("a saved profile reads the next file of its bank, for the account it was saved for", async () => {
  const { finance, account, read, correct } = await withFile();
  const saved = await correct({ name: "Sparks", accountId: account.id });
  expect(saved.import.csv).toMatchObject({ profile: { name: "Sparks" } });
  const june = await read(JUNE);
  expect(june).toMatchObject({
    csv: { profile: { name: "Sparks" } },
    statements: [{ entries: 1, accountId: account.id }],
  });
  const preview = await finance.preview(june.id, { statement: 0, account: account.id });
  expect(preview.items).toMatchObject([{ date: "2026-06-02", amount: -700, payee: "Kiosk" }]);
  const now = await finance.tryCsv(june.id, {});
  expect(now).toMatchObject({ headerLine: 3, columns: ["amount", "date", "payee"], negate: true });
  // Another file is read with it, because the person says so.
  const other = await read("When;Who;Sum\n02.06.2026;Kiosk;7,00\n");
  const { items } = await finance.csvProfiles();
  expect((await finance.tryCsv(other.id, { profileId: items[0]!.id })).negate).toBe(true);
});

test("profiles are saved over, renamed and deleted, each with its undo", async () => {
  const { finance, file, correct, account } = await withFile();
  await correct({ name: "Sparks" });
  await correct({ name: "SPARKS", accountId: account.id });
  const [profile] = (await finance.csvProfiles()).items;
  expect(profile).toMatchObject({ name: "SPARKS", accountId: account.id, header: ["Wann", "Woher", "Wieviel"] });
  const renamed = await finance.changeCsvProfile(profile!.id, profile!.version, { name: "Sparks giro" });
  await expect(finance.changeCsvProfile(profile!.id, profile!.version, { name: "x" })).rejects.toMatchObject({
    code: "version_conflict",
  });
  await finance.undo(renamed.act);
  const named = (await finance.csvProfiles()).items[0]!;
  expect(named.name).toBe("SPARKS");
  const gone = await finance.deleteCsvProfile(named.id, named.version);
  expect((await finance.csvProfiles()).items).toEqual([]);
  expect((await finance.bankImport(file.id)).csv).toMatchObject({ profile: null });
  await finance.undo(gone.act);
  expect((await finance.csvProfiles()).items).toHaveLength(1);
  await correct({ name: "Second" });
  const second = (await finance.csvProfiles()).items.find(({ name }) => name === "Second")!;
  await expect(finance.changeCsvProfile(second.id, second.version, { name: "sparks" })).rejects.toMatchObject({
    code: "name_taken",
  });
});

test("what cannot be read so is refused in words, and nothing changes", async () => {
  const { finance, file, read } = await withFile();
  const layout = layoutOf(await finance.tryCsv(file.id, { layout: { delimiter: ";", encoding: "utf-8" } }));
  const nothing = { ...layout, columns: [null, null, null] };
  await expect(finance.correctCsv(file.id, { layout: nothing })).rejects.toMatchObject({
    status: 400,
    code: "csv_unreadable",
    message: "Choose which column holds the date, and which the amount.",
  });
  const unknown = finance.tryCsv(file.id, { layout: { encoding: "utf-99" } });
  await expect(unknown).rejects.toMatchObject({ code: "csv_unreadable" });
  await expect(finance.tryCsv(file.id, { profileId: key() })).rejects.toMatchObject({ code: "csv_profile_not_found" });
  expect((await finance.bankImport(file.id)).statements).toEqual(file.statements);
  const other = (await world.person()).finance;
  await expect(other.tryCsv(file.id, {})).rejects.toMatchObject({ status: 404, code: "bank_import_not_found" });
  const qif = await read("!Type:Bank\nD2026-05-01\nT-1.00\nPKiosk\n^\n");
  await expect(finance.tryCsv(qif.id, {})).rejects.toMatchObject({ status: 409, code: "no_csv" });
});
