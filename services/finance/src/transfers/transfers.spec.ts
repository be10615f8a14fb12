import { sql } from "drizzle-orm";
import { fileOf, ofx } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

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

describe("one transaction that several add up to", () => {
  const ids = (items: { id: string }[]) => items.map(({ id }) => id).toSorted();

  test("is offered with its reasons, linked by its set, read on both sides, and taken back", async () => {
    const { finance, daily, savings, add } = await withAccounts();
    const whole = await add(daily, "2026-11-12", -30000, `To ${SAVINGS}`);
    const parts = [
      await add(savings, "2026-11-12", 10000),
      await add(savings, "2026-11-13", 8000),
      await add(savings, "2026-11-13", 12000),
    ].toSorted();
    await add(savings, "2026-11-30", 20000);
    const [offered, ...rest] = (await finance.transferCandidates()).items;
    expect(rest).toEqual([]);
    expect([offered!.from.id, offered!.to.id, ...ids(offered!.also!)]).toEqual([whole, ...parts]);
    expect(offered!.reasons.map(({ points, words }) => [points, words])).toEqual([
      [30, "It names the number of Savings"],
      [23, "3 add up to the same amount"],
      [18, "One day apart"],
      [0, "The texts have nothing in common"],
      [0, "You linked no pair like it"],
    ]);
    // In whichever order they are named.
    const body = { fromId: whole, toId: parts[2]!, alsoIds: [parts[1]!, parts[0]!] };
    const { act, transfer } = await finance.linkTransfer(body, key());
    expect(transfer).toMatchObject({ fee: 0, automatic: false, from: { id: whole }, to: { id: parts[0] } });
    expect(ids(transfer.also!)).toEqual(parts.slice(1));
    expect((await finance.transfers()).items).toEqual([transfer]);
    expect((await finance.transaction(whole)).transfer).toMatchObject({ otherAccountId: savings });
    for (const id of parts)
      expect((await finance.transaction(id)).transfer).toMatchObject({ otherId: whole, otherAccountId: daily });
    expect((await finance.sums({})).currencies).toMatchObject([
      { income: 20000, expense: 0, transfers: { count: 4, sum: 0 }, sum: 20000 },
    ]);
    expect((await finance.transferCandidates()).items).toEqual([]);
    await finance.undo(act);
    expect((await finance.transfers()).items).toEqual([]);
    const again = await finance.linkTransfer(body, key());
    const { act: unlinked } = await finance.unlinkTransfer(again.transfer.id);
    expect((await finance.transfers()).items).toEqual([]);
    expect((await finance.transaction(whole)).transfer).toBeNull();
    await finance.undo(unlinked);
    expect((await finance.transfers()).items).toMatchObject([{ id: again.transfer.id }]);
    const gone = await finance.deleteTransaction(parts[1]!, (await finance.transaction(parts[1]!)).version);
    expect((await finance.transfers()).items).toEqual([]);
    expect((await finance.transaction(parts[0]!)).transfer).toBeNull();
    await finance.undo(gone.act);
    expect(ids((await finance.transfers()).items[0]!.also!)).toEqual(parts.slice(1));
  });

  test("several that went out are offered for one that says it is a transfer; what is refused is not again", async () => {
    const { finance, daily, savings, add } = await withAccounts();
    const whole = await add(savings, "2026-11-12", 50000, "Transfer from Daily");
    const parts = [await add(daily, "2026-11-11", -30000), await add(daily, "2026-11-12", -20000)].toSorted();
    await add(daily, "2026-11-12", -9900, "Shoes");
    const [offered] = (await finance.transferCandidates()).items;
    expect(offered).toMatchObject({ from: { id: parts[0] }, to: { id: whole }, also: [{ id: parts[1] }], score: 65 });
    const body = { fromId: parts[1]!, toId: whole, alsoIds: [parts[0]!] };
    const { act } = await finance.refuseTransfer(body, key());
    expect((await finance.transferCandidates()).items).toEqual([]);
    const [refusal] = (await finance.transferRefusals()).items;
    expect(refusal).toMatchObject({ from: { id: parts[0] }, to: { id: whole }, also: [{ id: parts[1] }] });
    await finance.undo(act);
    expect((await finance.transferCandidates()).items).toHaveLength(1);
    await finance.refuseTransfer(body, key());
    const linked = await finance.linkTransfer({ ...body, fromId: parts[0]!, alsoIds: [parts[1]!] }, key());
    expect(linked.transfer).toMatchObject({ to: { id: whole } });
    expect((await finance.transferRefusals()).items).toEqual([]);
  });

  test("is linked without asking when it is unique and high alone", async () => {
    const { finance, daily, savings, add } = await withAccounts();
    await add(daily, "2026-11-12", -30000, `Umbuchung ${SAVINGS}`);
    await add(savings, "2026-11-12", 10000);
    await add(savings, "2026-11-12", 20000);
    await add(daily, "2026-10-12", -30000, `Umbuchung ${SAVINGS}`);
    for (let count = 0; count < 3; count++) await add(savings, "2026-10-12", 15000);
    await add(daily, "2026-09-12", -30000, "Savings");
    await add(savings, "2026-09-13", 11000);
    await add(savings, "2026-09-13", 19000);
    const matched = await finance.matchTransfers(key());
    expect(matched).toMatchObject({ linked: 1, unclear: 2 });
    expect((await finance.transfers()).items).toMatchObject([
      { automatic: true, from: { date: "2026-11-12" }, also: [{ accountId: savings }] },
    ]);
    await finance.undo(matched.act);
    expect((await finance.transfers()).items).toEqual([]);
  });

  test("what does not add up is refused with the reason, by the service and by the database", async () => {
    const { userId, finance, daily, savings, dollars, add } = await withAccounts();
    const whole = await add(daily, "2026-11-12", -30000);
    const [one, other, third] = [
      await add(savings, "2026-11-12", 10000),
      await add(savings, "2026-11-12", 20000),
      await add(savings, "2026-11-12", 20000),
    ];
    const link = (toId: string, ...alsoIds: string[]) => finance.linkTransfer({ fromId: whole, toId, alsoIds }, key());
    const refused = (reason: string) => ({ status: 409, message: `These two are no transfer. ${reason}` });
    await expect(link(other, third)).rejects.toMatchObject(refused("They do not add up to the same amount."));
    await expect(link(one, one)).rejects.toMatchObject(refused("One of them is named twice."));
    await expect(link(one, await add(dollars, "2026-11-12", 20000))).rejects.toMatchObject(
      refused("Those on one side are of one account."),
    );
    await expect(link(one, crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
    await expect(link(one, ...Array.from({ length: 5 }, key))).rejects.toMatchObject({ status: 400 });
    const past = (rows: [string, string, string | null][]) =>
      world.database.of("finance").as({ userId }, (tx) =>
        tx.execute(sql`
          insert into finance.transfer (user_id, from_id, to_id, whole_id, automatic, created_at)
          select ${userId}, (r ->> 0)::uuid, (r ->> 1)::uuid, (r ->> 2)::uuid, false, now()
          from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`),
      );
    const wrong = { constraint: "transfer_adds_up" };
    await expect(past([[whole, one, whole]])).rejects.toMatchObject(wrong);
    await expect(
      past([
        [whole, other, whole],
        [whole, third, whole],
      ]),
    ).rejects.toMatchObject(wrong);
    await link(one, other);
    await expect(link(one, third)).rejects.toMatchObject(refused("One of them is part of another transfer."));
    const second = await add(daily, "2026-11-12", -10000);
    await expect(past([[second, one, null]])).rejects.toMatchObject({ code: "23505" });
    await expect(past([[whole, third, null]])).rejects.toMatchObject(wrong);
    const { version } = await finance.transaction(other);
    await expect(finance.changeTransaction(other, version, { amount: 1 })).rejects.toMatchObject({
      code: "in_transfer",
    });
  });

  test("a bank that changes one of several later unlinks all, and the undo links them again", async () => {
    const { finance, daily, savings, add } = await withAccounts();
    const parts = [await add(savings, "2026-11-12", 20000), await add(savings, "2026-11-12", 30000)];
    const bring = async (amount: string) => {
      const line = { day: "2026-11-12", amount, payee: `TRANSFER ${SAVINGS}`, id: "t1" };
      const { id } = await finance.readFile(fileOf(ofx([line]), "november.ofx"), key());
      return finance.commit(id, { statements: [{ statement: 0, accountId: daily }] }, key());
    };
    await bring("-500.00");
    for (const id of parts) expect((await finance.transaction(id)).transfer).toMatchObject({ otherAccountId: daily });
    const changed = await bring("-499.00");
    for (const id of parts) expect((await finance.transaction(id)).transfer).toBeNull();
    await finance.undo(changed.act);
    for (const id of parts) expect((await finance.transaction(id)).transfer).toMatchObject({ otherAccountId: daily });
  });

  test("a journal of hledger has each of them go through the same account, and they cancel out", async () => {
    const { finance, daily, savings, add } = await withAccounts();
    const whole = await add(daily, "2026-11-12", -30000);
    const parts = [await add(savings, "2026-11-12", 10000), await add(savings, "2026-11-13", 20000)];
    await finance.linkTransfer({ fromId: whole, toId: parts[0]!, alsoIds: [parts[1]!] }, key());
    const journal = await (await finance.exportFile({ format: "hledger" })).text();
    const halves = [...journal.matchAll(/equity:transfers +(-?[\d.]+)/g)].map(([, amount]) => Number(amount));
    expect(halves.toSorted((a, b) => a - b)).toEqual([-200, -100, 300]);
    expect(journal).not.toContain("expenses:");
  });
});
