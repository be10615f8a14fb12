import { sql } from "drizzle-orm";
import { fileOf, ofx } from "../testing/bank-file.ts";
import { type FinanceWorld, startFinance } from "../testing/finance-world.ts";

let world: FinanceWorld;
beforeAll(async () => {
  world = await startFinance();
});
afterAll(() => world.stop());

const key = () => crypto.randomUUID();
const SAVINGS = "NO9386011117947";

async function withAccounts() {
  const { userId, finance } = await world.person();
  const account = async (name: string, currency: string, number?: string) =>
    (await finance.createAccount({ name, currency, number, opening: 0 }, key())).account.id;
  const daily = await account("Daily", "EUR", "NO1186011117111");
  const savings = await account("Savings", "EUR", SAVINGS);
  const dollars = await account("Dollars", "USD");
  const add = async (accountId: string, date: string, amount: number, note = "") =>
    (await finance.createTransaction({ accountId, date, amount, note }, key())).transaction.id;
  return { userId, finance, daily, savings, dollars, add };
}

test("the best pairs are offered with their reasons; other ways are named, other currencies and refusals are not", async () => {
  const { finance, daily, savings, dollars, add } = await withAccounts();
  const out = await add(daily, "2026-11-12", -50000, `To ${SAVINGS}`);
  const near = await add(savings, "2026-11-13", 50000);
  const far = await add(savings, "2026-11-16", 50000);
  await add(savings, "2026-11-18", 50000);
  await add(dollars, "2026-11-12", 50000);
  await add(daily, "2026-11-12", 50000);
  const { items } = await finance.transferCandidates();
  expect(items).toMatchObject([{ from: { id: out }, to: { id: near }, fee: 0, score: 73 }]);
  expect(items[0]!.reasons.map(({ points, of, words }) => [points, of, words])).toEqual([
    [30, 30, "It names the number of Savings"],
    [25, 25, "The same amount"],
    [18, 20, "One day apart"],
    [0, 10, "The texts have nothing in common"],
    [0, 15, "You linked no pair like it"],
  ]);
  expect(items[0]!.others).toMatchObject([{ to: { id: far }, score: 61 }]);
  const { act } = await finance.refuseTransfer({ fromId: out, toId: near }, key());
  expect((await finance.transferCandidates()).items).toMatchObject([{ to: { id: far } }]);
  expect((await finance.transferRefusals()).items).toMatchObject([{ from: { id: out }, to: { id: near } }]);
  await finance.undo(act);
  expect((await finance.transferCandidates()).items).toMatchObject([{ to: { id: near } }]);
});

test("linking, unlinking and their undo; both sides say what they are part of", async () => {
  const { finance, daily, savings, add } = await withAccounts();
  const out = await add(daily, "2026-11-12", -50000);
  const into = await add(savings, "2026-11-12", 49500);
  const { act, transfer } = await finance.linkTransfer({ fromId: out, toId: into }, key());
  expect(transfer).toMatchObject({ fee: 500, automatic: false, from: { id: out }, to: { id: into } });
  expect((await finance.transaction(out)).transfer).toEqual({
    id: transfer.id,
    otherId: into,
    otherAccountId: savings,
  });
  expect((await finance.transaction(into)).transfer).toMatchObject({ otherId: out, otherAccountId: daily });
  expect((await finance.transferCandidates()).items).toEqual([]);
  await finance.undo(act);
  expect((await finance.transaction(out)).transfer).toBeNull();
  const again = await finance.linkTransfer({ fromId: out, toId: into }, key());
  const unlinked = await finance.unlinkTransfer(again.transfer.id);
  expect((await finance.transfers()).items).toEqual([]);
  await finance.undo(unlinked.act);
  expect((await finance.transfers()).items).toMatchObject([{ id: again.transfer.id }]);
  await finance.deleteTransaction(into, (await finance.transaction(into)).version);
  expect((await finance.transfers()).items).toEqual([]);
});

test("what is no transfer is refused with the reason, by the service and by the database", async () => {
  const { userId, finance, daily, savings, dollars, add } = await withAccounts();
  const out = await add(daily, "2026-11-12", -50000);
  const link = (fromId: string, toId: string) => finance.linkTransfer({ fromId, toId }, key());
  const refused = (reason: string) => ({ status: 409, message: `These two are no transfer. ${reason}` });
  await expect(link(out, await add(daily, "2026-11-12", 50000))).rejects.toMatchObject(
    refused("They are of one account."),
  );
  const foreign = await add(dollars, "2026-11-12", 50000);
  await expect(link(out, foreign)).rejects.toMatchObject(
    refused("No rate of EUR in USD is known for 2026-11-12. Give one first."),
  );
  const more = await add(savings, "2026-11-12", 50001);
  await expect(link(out, more)).rejects.toMatchObject(refused("More came in than went out."));
  await expect(link(more, out)).rejects.toMatchObject({ code: "no_transfer" });
  await expect(link(out, crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
  const past = world.database.of("finance").as({ userId }, (tx) =>
    tx.execute(sql`
      insert into finance.transfer (user_id, from_id, to_id, automatic, created_at)
      values (${userId}, ${out}, ${more}, false, now())`),
  );
  await expect(past).rejects.toMatchObject({ constraint: "transfer_adds_up" });
  const into = await add(savings, "2026-11-12", 50000);
  await link(out, into);
  await expect(link(out, await add(savings, "2026-11-12", 50000))).rejects.toMatchObject(
    refused("One of them is part of another transfer."),
  );
  const { version } = await finance.transaction(out);
  await expect(finance.changeTransaction(out, version, { amount: -40000 })).rejects.toMatchObject({
    code: "in_transfer",
  });
  expect((await finance.changeTransaction(out, version, { note: "Monthly" })).transaction.note).toBe("Monthly");
});

test("matching links what is clear and unique alone, as one act that is undone", async () => {
  const { finance, daily, savings, add } = await withAccounts();
  await add(daily, "2026-11-12", -50000, `Umbuchung ${SAVINGS}`);
  await add(savings, "2026-11-12", 50000);
  await add(daily, "2026-10-12", -20000, `Umbuchung ${SAVINGS}`);
  await add(savings, "2026-10-12", 20000);
  await add(savings, "2026-10-12", 20000);
  await add(daily, "2026-09-12", -10000);
  await add(savings, "2026-09-12", 10000);
  const matched = await finance.matchTransfers(key());
  expect(matched).toMatchObject({ linked: 1, unclear: 2 });
  expect((await finance.transfers()).items).toMatchObject([{ automatic: true, from: { amount: -50000 } }]);
  expect(await finance.matchTransfers(key())).toMatchObject({ linked: 0, unclear: 2 });
  await finance.undo(matched.act);
  expect((await finance.transfers()).items).toEqual([]);
});

test("pairs that a person links teach the next ones of the same accounts", async () => {
  const { finance, daily, savings, add } = await withAccounts();
  for (const month of ["07", "08", "09", "10"]) {
    await add(daily, `2026-${month}-12`, -50000, "Savings plan");
    await add(savings, `2026-${month}-12`, 50000);
  }
  const next = async () => (await finance.transferCandidates()).items.at(-1)!;
  expect((await next()).score).toBe(60);
  for (let count = 0; count < 3; count++) {
    const { from, to } = await next();
    await finance.linkTransfer({ fromId: from.id, toId: to.id }, key());
  }
  expect((await next()).score).toBe(75);
  expect(await finance.matchTransfers(key())).toMatchObject({ linked: 1, unclear: 0 });
});

test("a file links its clear transfers within its own act, and a later change by the bank unlinks them", async () => {
  const { finance, daily, savings, add } = await withAccounts();
  const into = await add(savings, "2026-11-12", 50000);
  const bring = async (amount: string) => {
    const line = { day: "2026-11-12", amount, payee: `TRANSFER ${SAVINGS}`, id: "t1" };
    const { id } = await finance.readFile(fileOf(ofx([line]), "november.ofx"), key());
    return finance.commit(id, { statements: [{ statement: 0, accountId: daily }] }, key());
  };
  const first = await bring("-500.00");
  expect((await finance.transaction(into)).transfer).toMatchObject({ otherAccountId: daily });
  const second = await bring("-499.00");
  expect((await finance.transaction(into)).transfer).toBeNull();
  await finance.undo(second.act);
  expect((await finance.transaction(into)).transfer).toMatchObject({ otherAccountId: daily });
  await finance.undo(first.act);
  expect((await finance.transaction(into)).transfer).toBeNull();
});

test("nobody sees or links what is another person's", async () => {
  const { finance, daily, savings, add } = await withAccounts();
  const pair = { fromId: await add(daily, "2026-11-12", -50000), toId: await add(savings, "2026-11-12", 50000) };
  const { transfer } = await finance.linkTransfer(pair, key());
  const { finance: other } = await withAccounts();
  expect((await other.transfers()).items).toEqual([]);
  await expect(other.unlinkTransfer(transfer.id)).rejects.toMatchObject({ status: 404, code: "transfer_not_found" });
  await expect(other.refuseTransfer(pair, key())).rejects.toMatchObject({ status: 404 });
});

test("sums of the list leave transfers out, but not what the bank kept", async () => {
  const { finance, daily, savings, add } = await withAccounts();
  const out = await add(daily, "2026-11-12", -50000);
  const into = await add(savings, "2026-11-12", 49500);
  await add(daily, "2026-11-12", -1000);
  await finance.linkTransfer({ fromId: out, toId: into }, key());
  expect((await finance.sums({})).currencies).toMatchObject([
    { income: 0, expense: -1500, transfers: { count: 2, sum: 0 }, sum: -1500 },
  ]);
  expect((await finance.sums({ account: daily })).currencies).toMatchObject([
    { income: 0, expense: -1500, transfers: { count: 1, sum: -49500 }, sum: -51000 },
  ]);
  expect((await finance.sums({ category: "none" })).currencies).toMatchObject([
    { income: 0, expense: -1000, transfers: { count: 2, sum: -500 } },
  ]);
});
