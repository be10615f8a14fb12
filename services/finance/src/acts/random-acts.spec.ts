import type { financeClient } from "@tessera/contracts-finance/client.ts";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import { sql } from "drizzle-orm";
import { fileOf, ofx } from "../testing/bank-file.ts";
import { bookRows } from "../testing/book-rows.ts";
import { runningFinance } from "../testing/finance-world.ts";
import { numbersFrom } from "../testing/random-books.ts";

type Finance = ReturnType<typeof financeClient>;

const world = runningFinance();

const key = () => crypto.randomUUID();
/** With 0, 2 and 3 decimals; two of each, so that money moves between them. */
const CURRENCIES = ["JPY", "EUR", "KWD"];
const STEPS = 14;

interface Own {
  id: string;
  currency: string;
}
/** Acts in the order in which they were done: none, where there was nothing to do it to. */
type Step = () => Promise<string[]>;

/** Random acts on the books of one person. */
class RandomBooks {
  private readonly below: (limit: number) => number;
  private files = 0;
  accounts: Own[] = [];

  constructor(
    seed: number,
    private readonly finance: Finance,
    private readonly userId: string,
  ) {
    this.below = numbersFrom(seed);
  }

  async open(): Promise<void> {
    for (const currency of [...CURRENCIES, ...CURRENCIES]) {
      const account = { name: `${currency} ${this.accounts.length}`, currency, opening: this.below(10_000) };
      this.accounts.push({ id: (await this.finance.createAccount(account, key())).account.id, currency });
    }
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  rows(): Promise<Record<string, string[]>> {
    return bookRows(world, this.userId);
  }

  /** Of each account: its balance, and what its parts, its months and their totals add up to with the opening. */
  async balances(): Promise<string[][]> {
    return world.database.of("finance").as({ userId: this.userId }, async (tx) => {
      const { rows } = await tx.execute<{ sums: string[] }>(sql`
        select json_build_array(
          a.opening + coalesce((select sum(amount) from finance.transaction where account_id = a.id), 0),
          a.opening + coalesce((select sum(s.amount) from finance.split s
            join finance.transaction t on t.id = s.transaction_id where t.account_id = a.id), 0),
          a.opening + coalesce((select sum(income + expense + moved) from finance.month_sum
            where account_id = a.id), 0),
          a.opening + coalesce((select sum(plus + minus) from finance.month_total where account_id = a.id), 0)) as sums
        from finance.account a order by a.id`);
      return rows.map(({ sums }) => sums.map(String));
    });
  }

  /** A file for one account, in one of two formats, and how it is brought in. */
  file(): { bring: () => Promise<{ act: string; created: number; changed: number }> } {
    const account = this.one(this.accounts);
    const file = this.files++;
    const isOfx = this.below(2) === 0;
    const lines = Array.from({ length: 1 + this.below(20) }, (_, at) => ({
      day: `2026-0${1 + this.below(3)}-${String(1 + this.below(28)).padStart(2, "0")}`,
      // Few amounts, so that many are alike.
      minor: (1 + this.below(6)) * (this.below(3) ? -1 : 1) * 10 ** (isOfx ? this.below(4) : 3),
      payee: this.one(["Corner", "Rentokil", "Tea House", ""]),
      id: `${file}-${at}`,
      parts: this.below(4),
    }));
    const text = isOfx
      ? ofx(
          lines.map(({ minor, ...line }) => ({ ...line, amount: decimalOf(minor, account.currency) })),
          undefined,
          undefined,
          account.currency,
        )
      : `!Type:Bank\n${lines.map((line) => qifOf(line)).join("")}`;
    return {
      bring: async () => {
        const { id } = await this.finance.readFile(fileOf(text, isOfx ? "random.ofx" : "random.qif"), key());
        const statements = [{ statement: 0, accountId: account.id }];
        const { act, import: done } = await this.finance.commit(id, { statements }, key());
        return { act, created: done.created, changed: done.changed };
      },
    };
  }

  async some(): Promise<Transaction | undefined> {
    const { items } = await this.finance.transactions({ limit: 200 });
    return items.length ? this.one(items) : undefined;
  }

  /** What keeps every balance as it is. */
  readonly quiet: Record<string, Step> = {
    split: async () => {
      const chosen = await this.some();
      if (!chosen) return [];
      const first = this.below(Math.abs(chosen.amount) + 1) * Math.sign(chosen.amount);
      const more = this.below(500);
      const splits = [first - more, more, chosen.amount - first].map((amount) => ({
        ...{ amount, categoryId: null, note: null },
      }));
      return [(await this.finance.changeTransaction(chosen.id, chosen.version, { splits })).act];
    },
    match: async () => [(await this.finance.matchTransfers(key())).act],
    link: async () => {
      const { items } = await this.finance.transferCandidates();
      if (!items.length) return [];
      const { from, to, also } = this.one(items);
      const pair = { fromId: from.id, toId: to.id, ...(also?.length ? { alsoIds: also.map(({ id }) => id) } : {}) };
      return [(await this.finance.linkTransfer(pair, key())).act];
    },
    unlink: async () => {
      const { items } = await this.finance.transfers();
      return items.length ? [(await this.finance.unlinkTransfer(this.one(items).id)).act] : [];
    },
    categorise: async () => {
      const chosen = await this.some();
      if (!chosen) return [];
      const { category, act } = await this.finance.createCategory({ name: `Category ${key()}` }, key());
      return [act, (await this.finance.bulk({ ids: [chosen.id], change: { categoryId: category.id } }, key())).act];
    },
  };

  readonly loud: Record<string, Step> = {
    import: async () => [(await this.file().bring()).act],
    transfer: async () => {
      const [from, to] = [this.one(this.accounts), this.one(this.accounts)];
      const amount = 5000 + this.below(5000);
      const fee = this.below(2) ? 0 : this.below(100);
      const add = async ({ id }: Own, signed: number) =>
        (
          await this.finance.createTransaction(
            { accountId: id, date: "2026-02-10", amount: signed, payee: "Transfer" },
            key(),
          )
        ).act;
      return [await add(from, -amount), await add(to, amount - fee)];
    },
    delete: async () => {
      const chosen = await this.some();
      return chosen ? [(await this.finance.deleteTransaction(chosen.id, chosen.version)).act] : [];
    },
  };
}

/** Whole units, which are hundredths to a file that names no currency; some in two parts, with categories. */
function qifOf({ day, minor, payee, parts }: { day: string; minor: number; payee: string; parts: number }): string {
  const units = minor / 1000;
  const split = parts === 0 ? [`SFood:Bread\n$${units - 1}.00`, "SHousehold\n$1.00"] : [];
  return [`D${day}`, `T${units}.00`, `P${payee}`, ...split, "^", ""].join("\n");
}

const SEEDS = [1, 2, 3, 4];

test.each(SEEDS)("whatever is done, sums agree, and undoing leaves what was there before (seed %d)", async (seed) => {
  const { finance, userId } = await world.person();
  const books = new RandomBooks(seed, finance, userId);
  await books.open();
  const steps = [...Object.entries(books.loud), ...Object.entries(books.loud), ...Object.entries(books.quiet)];
  const done: { acts: string[]; before: Record<string, string[]> }[] = [];
  for (let at = 0; at < STEPS; at++) {
    const [name, step] = at === 0 ? ["import", books.loud.import!] : books.one(steps);
    const [before, held] = [await books.rows(), await books.balances()];
    const acts = await step();
    const now = await books.balances();
    for (const sums of now) expect([name, ...new Set(sums)]).toEqual([name, sums[0]]);
    if (name in books.quiet) expect([name, now]).toEqual([name, held]);
    done.push({ acts, before });
  }
  for (const { acts, before } of done.reverse()) {
    for (const act of acts.toReversed()) expect(await finance.undo(act)).toMatchObject({ kept: 0 });
    expect(await books.rows()).toEqual(before);
  }
});

test.each(SEEDS)("importing random files twice is importing them once (seed %d)", async (seed) => {
  const { finance, userId } = await world.person();
  const books = new RandomBooks(seed, finance, userId);
  await books.open();
  for (let at = 0; at < 6; at++) {
    const file = books.file();
    await file.bring();
    const once = await books.rows();
    expect(await file.bring()).toMatchObject({ created: 0, changed: 0 });
    expect(await books.rows()).toEqual(once);
  }
});
