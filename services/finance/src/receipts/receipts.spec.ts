import type { ReceiptPatch } from "@tessera/contracts-finance/receipts.ts";
import { sql } from "drizzle-orm";
import { camt, fileOf, ofx } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();
const BAKERY = "Sunrise Bakery\n12 High Street\nBread 3.20\nCake 8.80\nTotal EUR 12.00\nDate: 11/11/2026";

async function withBooks() {
  const { userId, finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR", opening: 0 }, key());
  const pay = async (amount: number, payee: string, date = "2026-11-12") =>
    (await finance.createTransaction({ accountId: account.id, date, amount, payee }, key())).transaction.id;
  /** A card of a receipt whose file says this. */
  const scan = async (text: string, id: string = key()) => {
    const data = { fileName: "scan.jpg", mediaType: "image/jpeg", bytes: 1, text };
    await world.cards.ask({
      ...{ userId, itemId: id, type: "receipt", step: "receipt", title: "scan", body: "", data },
    });
    await world.jobsIdle();
    return id;
  };
  const change = async (id: string, patch: ReceiptPatch) =>
    finance.changeReceipt(id, (await finance.receipt(id)).version, patch);
  return { userId, finance, account: account.id, pay, scan, change };
}

describe("a receipt", () => {
  it("is read once its words are known, and its card is told", async () => {
    const { finance, scan } = await withBooks();
    const id = await scan(BAKERY);
    expect(await finance.receipt(id)).toMatchObject({
      ...{ merchant: "Sunrise Bakery", date: "2026-11-11", currency: "EUR", total: 1200, tax: null },
      lines: [
        { text: "Bread", amount: 320 },
        { text: "Cake", amount: 880 },
      ],
      ...{ byHand: [], state: "unmatched", transaction: null, version: 1 },
      found: { total: { confidence: 97, reason: "Beside “total”, and the lines add up to it" } },
    });
    const fields = { merchant: "Sunrise Bakery", date: "2026-11-11", amount: "12.00 EUR" };
    expect(world.cards.ended(id)).toMatchObject([{ step: "receipt", failure: null, corrected: false, data: fields }]);
  });

  it("keeps what a person set when it is read again, gives it back, and undoes it; its card follows", async () => {
    const { finance, scan, change } = await withBooks();
    const id = await scan(BAKERY);
    const { act, receipt } = await change(id, { merchant: "Sunrise", total: 1250 });
    expect(receipt).toMatchObject({ merchant: "Sunrise", total: 1250, byHand: ["merchant", "total"] });
    await scan(BAKERY.replace("12.00", "13.00").replace("11/11", "10/11"), id);
    expect(await finance.receipt(id)).toMatchObject({
      ...{ merchant: "Sunrise", total: 1250, date: "2026-11-10", byHand: ["merchant", "total"] },
      found: { merchant: { value: "Sunrise Bakery" }, total: { value: 1300 } },
    });
    expect((await change(id, { merchant: null })).receipt).toMatchObject({
      ...{ merchant: "Sunrise Bakery", byHand: ["total"] },
    });
    const second = await change(id, { date: "2026-11-09" });
    await finance.undo(second.act);
    expect(await finance.receipt(id)).toMatchObject({ date: "2026-11-10", byHand: ["total"] });
    await world.jobsIdle();
    const told = world.cards.ended(id).filter(({ corrected }) => corrected);
    expect(told.map(({ data }) => data.merchant)).toEqual([
      "Sunrise",
      "Sunrise Bakery",
      "Sunrise Bakery",
      "Sunrise Bakery",
    ]);
    expect(told.at(-1)?.data).toMatchObject({ date: "2026-11-10", amount: "12.50 EUR" });
    await expect(finance.undo(act)).resolves.toBeDefined();
  });

  it("is the same after the same job ran twice, and refuses an old version", async () => {
    const { finance, pay, scan } = await withBooks();
    const paid = await pay(-1200, "Sunrise Bakery");
    const id = await scan(BAKERY);
    const before = await finance.receipt(id);
    await scan(BAKERY, id);
    expect(await finance.receipt(id)).toEqual(before);
    expect((await finance.transaction(paid)).receipts).toEqual([{ id, merchant: "Sunrise Bakery" }]);
    const { receipt } = await finance.changeReceipt(id, before.version, { tax: 100 });
    expect(receipt.tax).toBe(100);
    await expect(finance.changeReceipt(id, before.version, { tax: 1 })).rejects.toMatchObject({ status: 412 });
  });

  it("says on its card when there are no words, and is in nobody's list then", async () => {
    const { finance, scan } = await withBooks();
    const id = await scan(" \n 12 ");
    expect(world.cards.ended(id)).toMatchObject([{ failure: expect.stringMatching(/^No words were found/) }]);
    await expect(finance.receipt(id)).rejects.toMatchObject({ status: 404, code: "receipt_not_found" });
  });

  it.each([
    ["ten thousand lines", "Milk 1.00\n".repeat(10_000)],
    ["control characters and absurd amounts", `Shop\u0007\u202e\nTotal ${"9".repeat(300)}.00\nTotal 5.00`],
  ])("of %s is stored within its limits", async (_, text) => {
    const { finance, scan } = await withBooks();
    const { lines, total } = await finance.receipt(await scan(text));
    expect(lines.length).toBeLessThanOrEqual(300);
    expect(total).toBeLessThan(1000);
  });

  it("leaves the list with its card, and comes back with it", async () => {
    const { userId, finance, pay, scan } = await withBooks();
    const paid = await pay(-1200, "Sunrise Bakery");
    const id = await scan(BAKERY);
    const move = async (to: "kept" | "trash" | "gone") => {
      await world.cards.move({ userId, itemId: id, type: "receipt", to });
      await world.jobsIdle();
      return {
        listed: (await finance.receipts()).items.length,
        marked: (await finance.transaction(paid)).receipts?.length,
      };
    };
    expect(await move("trash")).toEqual({ listed: 0, marked: 0 });
    expect(await move("kept")).toEqual({ listed: 1, marked: 1 });
    expect(await move("gone")).toEqual({ listed: 0, marked: 0 });
  });
});

it("is not matched while its card is in the trash", async () => {
  const { userId, finance, pay, scan } = await withBooks();
  const id = await scan(BAKERY);
  await world.cards.move({ userId, itemId: id, type: "receipt", to: "trash" });
  await world.jobsIdle();
  const paid = await pay(-1200, "Sunrise Bakery");
  await world.cards.move({ userId, itemId: id, type: "receipt", to: "kept" });
  await world.jobsIdle();
  expect((await finance.transaction(paid)).receipts).toEqual([]);
  expect(await finance.matchReceipts(key())).toMatchObject({ linked: 1 });
  expect((await finance.transaction(paid)).receipts).toHaveLength(1);
});

describe("matching receipts with transactions", () => {
  it("links what is clear and unique, whichever came first", async () => {
    const { finance, pay, scan } = await withBooks();
    const paid = await pay(-1200, "SUNRISE BAKERY 0815", "2026-11-13");
    const first = await scan(BAKERY);
    expect(await finance.receipt(first)).toMatchObject({
      state: "matched",
      automatic: true,
      transaction: { id: paid },
    });
    const second = await scan(BAKERY.replace("12.00", "15.00").replace("8.80", "11.80"));
    expect(await finance.receipt(second)).toMatchObject({ state: "unmatched" });
    const later = await pay(-1500, "Sunrise Bakery");
    expect(await finance.receipt(second)).toMatchObject({ state: "matched", transaction: { id: later } });
  });

  it("is part of the import that brings the transaction, and of its undo", async () => {
    const { finance, account, scan } = await withBooks();
    const id = await scan(BAKERY);
    const lines = [{ day: "2026-11-12", amount: "-12.00", payee: "Sunrise Bakery London", id: "t1" }];
    const file = await finance.readFile(fileOf(ofx(lines), "november.ofx"), key());
    const { act } = await finance.commit(file.id, { statements: [{ statement: 0, accountId: account }] }, key());
    expect(await finance.receipt(id)).toMatchObject({ state: "matched", automatic: true });
    await finance.undo(act);
    expect(await finance.receipt(id)).toMatchObject({ state: "unmatched", transaction: null });
  });

  it("asks where two could be it, with reasons, and where the shop has another name", async () => {
    const { finance, pay, scan } = await withBooks();
    const near = await pay(-1200, "Sunrise Bakery", "2026-11-12");
    const far = await pay(-1200, "Sunrise Bakery", "2026-11-14");
    const id = await scan(BAKERY);
    expect(await finance.receipt(id)).toMatchObject({ state: "review", transaction: null });
    const { items } = await finance.receiptCandidates(id);
    expect(items.map(({ transaction, score }) => [transaction.id, score])).toEqual([
      [near, 98],
      [far, 93],
    ]);
    expect(items[0]!.reasons.map(({ points, of, words }) => [points, of, words])).toEqual([
      [45, 45, "The same amount"],
      [23, 25, "Booked one day later"],
      [30, 30, "The shop is the payee"],
    ]);
    expect((await finance.receipts({ state: "review" })).items.map((one) => one.id)).toEqual([id]);
    expect((await finance.receipts({ state: "unmatched" })).items).toEqual([]);
    const other = await withBooks();
    await other.pay(-1200, "Card payment 4711");
    expect(await other.finance.receipt(await other.scan(BAKERY))).toMatchObject({ state: "review" });
  });

  it("takes a tip for a tip, another currency by its text, and nothing out of range", async () => {
    const { finance, pay, scan } = await withBooks();
    await pay(-1400, "Sunrise Bakery");
    const tipped = await scan(BAKERY);
    const { transaction } = await finance.receipt(tipped);
    expect(transaction).toMatchObject({ amount: -1400 });
    const diner = await scan("Sunny Diner\nTotal USD 42.76\n2026-11-11 12:30");
    expect(await finance.receipt(diner)).toMatchObject({ state: "unmatched", currency: "USD" });
    await pay(-3960, "SUNNY DINER USD 42.76");
    expect(await finance.receipt(diner)).toMatchObject({ state: "matched" });
    const other = await withBooks();
    await other.pay(-1600, "Sunrise Bakery");
    await other.pay(-1200, "Sunrise Bakery", "2026-12-01");
    await other.pay(1200, "Sunrise Bakery");
    expect(await other.finance.receipt(await other.scan(BAKERY))).toMatchObject({ state: "unmatched" });
  });

  it("takes the amount in another currency that a file says, and the rate of such payments near it", async () => {
    const { finance, account, pay, scan } = await withBooks();
    const lines = [
      { day: "2026-11-12", amount: "-39.60", payee: "Sunny Diner", id: "t1", paid: "42.76" },
      { day: "2026-11-12", amount: "-9.26", payee: "Kiosk", id: "t2", paid: "10.00" },
    ];
    const file = await finance.readFile(fileOf(camt(lines), "november.xml"), key());
    await finance.commit(file.id, { statements: [{ statement: 0, accountId: account }] }, key());
    const diner = await scan("Sunny Diner\nTotal USD 42.76\n2026-11-11 12:30");
    expect(await finance.receipt(diner)).toMatchObject({ state: "matched", transaction: { amount: -3960 } });
    // 100 dollars are 92.60 euros.
    const [far, near] = [await pay(-9900, "Book shop"), await pay(-9300, "Book shop")];
    const books = await scan("Book shop\nTotal USD 100.00\n2026-11-11 12:30");
    expect(await finance.receipt(books)).toMatchObject({ state: "matched", transaction: { id: near } });
    await finance.unlinkReceipt(books);
    expect((await finance.receiptCandidates(books)).items.map(({ transaction }) => transaction.id)).not.toContain(far);
  });

  it("keeps what was paid in another currency when the transaction is deleted and comes back", async () => {
    const { finance, account, scan } = await withBooks();
    const lines = [{ day: "2026-11-12", amount: "-39.60", payee: "Card 4711", id: "t1", paid: "42.76" }];
    const file = await finance.readFile(fileOf(camt(lines), "november.xml"), key());
    await finance.commit(file.id, { statements: [{ statement: 0, accountId: account }] }, key());
    const [booked] = (await finance.transactions({})).items;
    const { act } = await finance.deleteTransaction(booked!.id, booked!.version);
    await finance.undo(act);
    const id = await scan("Sunny Diner\nTotal USD 42.76\n2026-11-11 12:30");
    const [candidate] = (await finance.receiptCandidates(id)).items;
    expect(candidate?.reasons[0]).toMatchObject({ words: "The same amount in USD, as the bank's file says" });
  });

  it("gives each of two alike receipts its own transaction", async () => {
    const { finance, pay, scan } = await withBooks();
    const one = await scan(BAKERY);
    const two = await scan(`${BAKERY}\nNo. 2`);
    await pay(-1200, "Sunrise Bakery");
    await pay(-1200, "Sunrise Bakery");
    const { items } = await finance.receipts({ state: "review" });
    expect(items.map(({ id }) => id).toSorted()).toEqual([one, two].toSorted());
  });

  it("is linked, replaced, detached and refused with undo; what was refused is not offered again", async () => {
    const { finance, pay, scan } = await withBooks();
    const [a, b] = [await pay(-1200, "One"), await pay(-1200, "Two")];
    const id = await scan(BAKERY);
    const linked = await finance.linkReceipt(id, { transactionId: a });
    expect(linked.receipt).toMatchObject({ state: "matched", automatic: false, transaction: { id: a } });
    await finance.linkReceipt(id, { transactionId: b });
    expect((await finance.transaction(a)).receipts).toEqual([]);
    expect((await finance.transaction(b)).receipts).toHaveLength(1);
    const detached = await finance.unlinkReceipt(id);
    expect((await finance.receiptCandidates(id)).items.map(({ transaction }) => transaction.id)).toEqual([a]);
    await finance.undo(detached.act);
    expect((await finance.transaction(b)).receipts).toHaveLength(1);
    await finance.unlinkReceipt(id);
    const refused = await finance.refuseReceipt(id, { transactionId: a }, key());
    expect((await finance.receipt(id)).state).toBe("unmatched");
    expect(await finance.matchReceipts(key())).toMatchObject({ linked: 0, unclear: 0 });
    await finance.undo(refused.act);
    expect((await finance.receipt(id)).state).toBe("review");
    await expect(finance.linkReceipt(id, { transactionId: key() })).rejects.toMatchObject({
      ...{ status: 404, code: "transaction_not_found" },
    });
  });

  it("has lines that a person adds, changes and deletes, with undo; reading again leaves them", async () => {
    const { finance, scan, change } = await withBooks();
    const id = await scan(BAKERY);
    const { lines: read, version } = await finance.receipt(id);
    expect(read.length).toBeGreaterThan(0);
    const mine = [
      { text: "Apple cake", amount: 900 },
      { text: "Tea", amount: 300 },
      { text: "Voucher", amount: -100 },
    ];
    const changed = await finance.changeReceipt(id, version, { lines: mine });
    expect(changed.receipt).toMatchObject({ lines: mine, linesByHand: true, byHand: [] });
    await scan(BAKERY, id);
    expect(await finance.receipt(id)).toMatchObject({ lines: mine });
    const none = await change(id, { lines: [] });
    expect(none.receipt.lines).toEqual([]);
    await finance.undo(none.act);
    expect((await finance.receipt(id)).lines).toEqual(mine);
    const back = await change(id, { lines: null });
    expect(back.receipt).toMatchObject({ lines: read, linesByHand: false });
    await finance.undo(back.act);
    expect(await finance.receipt(id)).toMatchObject({ lines: mine, linesByHand: true });
    for (const wrong of [
      [{ text: " ", amount: 1 }],
      [{ text: "Tea", amount: 1.5 }],
      Array.from({ length: 301 }, () => ({ text: "Tea", amount: 1 })),
    ])
      await expect(change(id, { lines: wrong })).rejects.toMatchObject({ status: 400 });
  });

  it("goes with the transaction, and comes back with its undo", async () => {
    const { finance, pay, scan } = await withBooks();
    const paid = await pay(-1200, "Sunrise Bakery");
    const id = await scan(BAKERY);
    const { act } = await finance.deleteTransaction(paid, (await finance.transaction(paid)).version);
    expect(await finance.receipt(id)).toMatchObject({ state: "unmatched" });
    await finance.undo(act);
    expect(await finance.receipt(id)).toMatchObject({ state: "matched" });
  });
});

test("nobody sees, changes or links what is another person's", async () => {
  const { userId, finance, pay, scan } = await withBooks();
  const paid = await pay(-500, "Somebody");
  const id = await scan(BAKERY);
  const other = await withBooks();
  const mine = await other.scan(BAKERY);
  expect((await other.finance.receipts()).items.map((one) => one.id)).toEqual([mine]);
  for (const asked of [
    other.finance.receipt(id),
    other.finance.receiptCandidates(id),
    other.finance.changeReceipt(id, 1, { total: 1 }),
    other.finance.unlinkReceipt(id),
    other.finance.linkReceipt(id, { transactionId: paid }),
    other.finance.linkReceipt(mine, { transactionId: paid }),
    other.finance.refuseReceipt(mine, { transactionId: paid }, key()),
  ])
    await expect(asked).rejects.toMatchObject({ status: 404 });
  const forged = world.database.of("finance").as({ userId: other.userId }, (tx) =>
    tx.execute(sql`
      insert into finance.receipt_link (user_id, receipt_id, transaction_id, automatic, created_at)
      values (${userId}, ${id}, ${paid}, false, now())`),
  );
  await expect(forged).rejects.toThrow();
  expect(await finance.receipt(id)).toMatchObject({ transaction: null });
});

test("the list goes by pages, newest first, and by words", async () => {
  const { finance, scan } = await withBooks();
  const ids: string[] = [];
  for (const shop of ["Apple Farm", "Berry Farm", "Cherry House"]) {
    world.clock.advance(1000);
    ids.unshift(await scan(`${shop}\nTea 2.00\nTotal 2.00`));
  }
  const first = await finance.receipts({ limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const rest = await finance.receipts({ limit: 2, cursor: first.nextCursor! });
  expect(rest).toMatchObject({ items: [{ id: ids[2] }], nextCursor: null });
  expect((await finance.receipts({ q: "farm" })).items).toHaveLength(2);
  expect((await finance.receipts({ q: "berry tea" })).items).toHaveLength(1);
  await expect(finance.receipts({ cursor: "nonsense" })).rejects.toMatchObject({ code: "invalid_cursor" });
});
