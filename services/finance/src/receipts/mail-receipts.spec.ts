import { sql } from "drizzle-orm";
import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();
const ORDER = "Thank you.\n\nWholemeal bread 4.90 EUR\nApple cake 7.50 EUR\nTotal: 12.40 EUR";

async function withBooks() {
  const { userId, finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR", opening: 0 }, key());
  const pay = async (payee: string, amount = -1240, date = "2026-11-04") =>
    (await finance.createTransaction({ accountId: account.id, date, amount, payee }, key())).transaction.id;
  const mail = async (text = ORDER, { id = key(), from = "Corner Bakery" } = {}) => {
    await world.cards.mail({ userId, itemId: id, from, title: "Order", text, date: "2026-11-03T09:00:00.000Z" });
    await world.jobsIdle();
    return id;
  };
  const move = async (itemId: string, to: "kept" | "trash" | "gone") => {
    await world.cards.move({ userId, itemId, type: "mail", to });
    await world.jobsIdle();
  };
  const listed = async () => (await finance.receipts()).items;
  return { userId, finance, pay, mail, move, listed };
}

test("a mail of what was paid is linked where one transaction is certain and unique, and only once", async () => {
  const { finance, pay, mail, listed } = await withBooks();
  const paid = await pay("CORNER BAKERY 4711");
  const id = await mail();
  expect(await listed()).toMatchObject([
    { id, mail: true, merchant: "Corner Bakery", total: 1240, state: "matched", automatic: true },
  ]);
  // Events come at least once; another mail of the same purchase, such as a reminder, is none of its receipts.
  await mail(ORDER, { id });
  await mail();
  expect(await listed()).toHaveLength(1);
  expect((await finance.transaction(paid)).receipts).toMatchObject([{ id }]);
  expect(world.cards.ended(id)).toEqual([]);
});

test("where it is not certain it is offered with reasons, and the person decides", async () => {
  const { finance, pay, mail, listed } = await withBooks();
  const [one, other] = [await pay("Corner Bakery"), await pay("Corner Bakery")];
  const id = await mail();
  expect(await listed()).toMatchObject([{ id, state: "review", transaction: null }]);
  const { items } = await finance.receiptCandidates(id);
  expect(items.map(({ transaction }) => transaction.id).toSorted()).toEqual([one, other].toSorted());
  expect(items[0]!.reasons.map(({ name }) => name)).toEqual(["amount", "dates", "merchant"]);
  await finance.linkReceipt(id, { transactionId: other });
  expect(await finance.receipt(id)).toMatchObject({ state: "matched", automatic: false });
});

test("a mail that fits nothing is not shown, until what it was of is in the books", async () => {
  const { pay, mail, listed } = await withBooks();
  await mail("Our offers this week\nCoffee 3.90 EUR\nTea 2.50 EUR");
  const id = await mail();
  expect(await listed()).toEqual([]);
  await pay("Another shop", -990);
  expect(await listed()).toEqual([]);
  await pay("Corner Bakery");
  expect(await listed()).toMatchObject([{ id, state: "matched" }]);
});

test("without a total, or without books, nothing is kept of a mail", async () => {
  const { pay, mail, listed } = await withBooks();
  await pay("Corner Bakery");
  await mail("Fresh bread, only 12.40 EUR this week");
  await mail("Your receipt is attached.");
  expect(await listed()).toEqual([]);
  const { userId, finance } = await world.person();
  await world.cards.mail({ userId, itemId: key(), from: "Shop", title: "Order", text: ORDER, date: null });
  await world.jobsIdle();
  expect((await finance.receipts()).items).toEqual([]);
});

test("a card that is made of the mail takes its place, and its transaction", async () => {
  const { userId, finance, pay, mail, listed } = await withBooks();
  const paid = await pay("Corner Bakery");
  const id = await mail();
  const card = key();
  const data = { fileName: "order.txt", mediaType: "text/plain", bytes: 1, text: `Corner Bakery\n${ORDER}` };
  await world.cards.ask({
    ...{ userId, itemId: card, type: "receipt", step: "receipt", title: "Order", data },
    body: `From [Order](/items/all/${id})`,
  });
  await world.jobsIdle();
  expect(await listed()).toMatchObject([{ id: card, mail: false }]);
  expect(await finance.receipt(card)).toMatchObject({ transaction: { id: paid } });
});

test("it goes with its mail, and by a word of the person, which can be undone; a receipt of a card does not", async () => {
  const { userId, finance, pay, mail, move, listed } = await withBooks();
  await pay("Corner Bakery");
  const id = await mail();
  await move(id, "trash");
  expect(await listed()).toEqual([]);
  await move(id, "kept");
  expect(await listed()).toMatchObject([{ id, state: "matched" }]);
  const { act } = await finance.dismissReceipt(id);
  expect(await listed()).toEqual([]);
  await finance.undo(act);
  expect(await listed()).toMatchObject([{ id, state: "matched" }]);
  await move(id, "gone");
  await expect(finance.receipt(id)).rejects.toMatchObject({ status: 404 });
  const card = key();
  const data = { fileName: "scan.jpg", mediaType: "image/jpeg", bytes: 1, text: ORDER };
  await world.cards.ask({ userId, itemId: card, type: "receipt", step: "receipt", title: "scan", body: "", data });
  await world.jobsIdle();
  await expect(finance.dismissReceipt(card)).rejects.toMatchObject({ status: 404, code: "receipt_not_found" });
});

test("however many newer mails say what was paid, the receipts of cards are compared", async () => {
  const { userId, finance, pay, mail } = await withBooks();
  const card = key();
  const data = { fileName: "scan.jpg", mediaType: "image/jpeg", bytes: 1, text: `Corner Bakery\n${ORDER}` };
  await world.cards.ask({ userId, itemId: card, type: "receipt", step: "receipt", title: "scan", body: "", data });
  await world.jobsIdle();
  await mail("Thank you.\n\nRent 777.00 EUR\nTotal: 777.00 EUR");
  // As many as are compared at once.
  await world.database.of("finance").as({ userId }, (tx) =>
    tx.execute(sql`
      insert into finance.receipt (id, user_id, merchant, date, currency, total, found, from_mail, created_at)
      select gen_random_uuid(), user_id, merchant, date, currency, total, found, true, created_at
      from finance.receipt, generate_series(1, 500) where from_mail`),
  );
  await pay("Corner Bakery");
  expect(await finance.receipt(card)).toMatchObject({ state: "matched" });
});
