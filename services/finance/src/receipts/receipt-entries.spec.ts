import { type EntryDecided, entryDecided } from "@tessera/contracts-queue/events.ts";
import { Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { runningFinance } from "../testing/finance-world.ts";
import { queueStandIn } from "../testing/queue-stand-in.ts";
import { entryKey } from "./receipt-entries.ts";

const { open, queue } = queueStandIn();
const world = runningFinance([queue]);

const key = () => crypto.randomUUID();
const BAKERY = "Sunrise Bakery\n12 High Street\nBread 3.20\nCake 8.80\nTotal EUR 12.00\nDate: 11/11/2026";

async function withBooks() {
  const { userId, finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR", opening: 0 }, key());
  const pay = async (amount: number, payee: string) => {
    const made = await finance.createTransaction({ accountId: account.id, date: "2026-11-12", amount, payee }, key());
    return made.transaction.id;
  };
  const scan = async (text: string, id: string = key()) => {
    const data = { fileName: "scan.jpg", mediaType: "image/jpeg", bytes: 1, text };
    await world.cards.ask({
      ...{ userId, itemId: id, type: "receipt", step: "receipt", title: "scan" },
      body: "",
      data,
    });
    await world.jobsIdle();
    return id;
  };
  const entry = async (id: string) => {
    await world.jobsIdle();
    return open.get(`${userId} ${entryKey(id)}`);
  };
  const decide = async (id: string, state: EntryDecided["state"]) => {
    const kind = open.get(`${userId} ${entryKey(id)}`)?.kind ?? "receipt-match";
    // The queue shows no entry as waiting that was decided.
    open.delete(`${userId} ${entryKey(id)}`);
    world.clock.advance(1000);
    const decision = { userId, key: entryKey(id), kind, itemId: id, state };
    const { nest } = world.application;
    await nest.get(Database).system((tx) => nest.get(Events).publish(tx, entryDecided, decision));
    await world.jobsIdle();
  };
  return { userId, finance, pay, scan, entry, decide };
}

test("an unclear match asks, and is settled by linking it elsewhere, by the trash, and for good", async () => {
  const { userId, finance, pay, scan, entry } = await withBooks();
  const [a] = [await pay(-1200, "One"), await pay(-1200, "Two")];
  const id = await scan(BAKERY);
  expect(await entry(id)).toMatchObject({
    ...{ kind: "receipt-match", title: "Receipt Sunrise Bakery, 12.00 EUR", path: `/finance/receipts?receipt=${id}` },
    line: expect.stringMatching(/^(One|Two) on 2026-11-12, -12\.00 EUR: \d+ of 100\. 1 more may be it\.$/),
  });
  const { act } = await finance.linkReceipt(id, { transactionId: a });
  expect(await entry(id)).toBeUndefined();
  await finance.undo(act);
  expect(await entry(id)).toBeDefined();
  const move = (to: "trash" | "kept" | "gone") => world.cards.move({ userId, itemId: id, type: "receipt", to });
  await move("trash");
  expect(await entry(id)).toBeUndefined();
  await move("kept");
  expect(await entry(id)).toBeDefined();
  await move("gone");
  expect(await entry(id)).toBeUndefined();
});

test("to accept links what the entry names, and taking that back asks again", async () => {
  const { finance, pay, scan, entry, decide } = await withBooks();
  const paid = await pay(-1200, "Somebody else");
  const id = await scan(BAKERY);
  expect(await entry(id)).toMatchObject({ line: expect.stringContaining("Somebody else") });
  await decide(id, "accepted");
  expect(await finance.receipt(id)).toMatchObject({ state: "matched", automatic: false, transaction: { id: paid } });
  expect(await entry(id)).toBeUndefined();
  await decide(id, "open");
  expect((await finance.receipt(id)).state).toBe("review");
  expect(await entry(id)).toBeDefined();
});

test("to decline refuses it, and asks about the next one", async () => {
  const { finance, pay, scan, entry, decide } = await withBooks();
  await pay(-1200, "One");
  await pay(-1200, "Two");
  const id = await scan(BAKERY);
  const first = (await entry(id))!.line.slice(0, 3);
  await decide(id, "declined");
  expect((await entry(id))!.line.slice(0, 3)).toBe(first === "One" ? "Two" : "One");
  await decide(id, "declined");
  expect(await entry(id)).toBeUndefined();
  expect((await finance.receipt(id)).state).toBe("unmatched");
  await decide(id, "open");
  expect((await finance.receipt(id)).state).toBe("review");
  expect(await entry(id)).toBeDefined();
});

test("a receipt without a total asks for it once, and is settled by entering it", async () => {
  const { finance, scan, entry, decide } = await withBooks();
  const id = await scan("Sunrise Bakery\nThank you");
  expect(await entry(id)).toMatchObject({ kind: "receipt-total", title: "Receipt Sunrise Bakery" });
  await decide(id, "declined");
  await scan("Sunrise Bakery\nThank you", id);
  expect(await entry(id)).toBeUndefined();
  await decide(id, "open");
  expect(await entry(id)).toBeDefined();
  const { version } = await finance.receipt(id);
  await finance.changeReceipt(id, version, { total: 500 });
  expect(await entry(id)).toBeUndefined();
});

test("an old decision, and one about another person's receipt, changes nothing", async () => {
  const { userId, finance, pay, scan, entry, decide } = await withBooks();
  await pay(-1200, "Somebody else");
  const id = await scan(BAKERY);
  const other = await withBooks();
  await other.decide(id, "accepted");
  expect((await finance.receipt(id)).state).toBe("review");
  await world.database
    .of("finance")
    .as({ userId }, (tx) =>
      tx.execute(sql`update finance.receipt_entry set decided_at = '2099-01-01' where receipt_id = ${id}`),
    );
  await decide(id, "accepted");
  expect((await finance.receipt(id)).state).toBe("review");
  expect(await entry(id)).toBeUndefined();
});
