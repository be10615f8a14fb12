import { jest } from "@jest/globals";
import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import type { Application } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { AccountStore } from "../account/account-store.ts";
import { KEPT_MS, KeptAccounts } from "../account/kept-accounts.ts";
import { billingService } from "../index.ts";
import { type BillingWorld, type Person, startBilling } from "../testing/billing-world.ts";

let world: BillingWorld;
let beside: Application;
let read: jest.SpiedFunction<AccountStore["own"]>;
beforeAll(async () => {
  world = await startBilling();
  beside = await world.startBeside([billingService]);
});
afterAll(() => world.stop());
beforeEach(() => {
  read = jest.spyOn(AccountStore.prototype, "own");
});
afterEach(() => jest.restoreAllMocks());

/** Asks the process of the world, or the one beside it. */
const ask = async (person: Person, { process = "own", fresh = false } = {}) => {
  const origin = process === "own" ? world.url : `http://127.0.0.1:${beside.config.port}`;
  const answer = await fetch(`${origin}/api/stripe/check-subscription`, {
    headers: { authorization: `Bearer ${person.token}`, ...(fresh ? { "cache-control": "no-cache" } : {}) },
  });
  return (await answer.json()) as SubscriptionCheck;
};
const now = performance.now.bind(performance);
let ahead = 0;
/** Lets time pass. @param ms */
const pass = (ms: number) => {
  ahead += ms;
  jest.spyOn(performance, "now").mockImplementation(() => now() + ahead);
};
const status = (person: Person, value: string) =>
  world.database.system((tx) =>
    tx.execute(sql`update billing.account set status = ${value} where user_id = ${person.userId}`),
  );
const isClosed = async (person: Person, process: string) =>
  (await ask(person, { process })).billingStatus === "inactive";
const subscribed = async () => {
  const person = await world.person();
  await world.subscribe(person);
  pass(KEPT_MS);
  for (const process of ["own", "other"]) expect((await ask(person, { process })).billingStatus).toBe("active");
  read.mockClear();
  return person;
};

it("what is open is read once, in each process", async () => {
  const person = await subscribed();
  for (const process of ["own", "own", "other"])
    expect(await ask(person, { process })).toMatchObject({ billingStatus: "active", planId: "studio" });
  expect(read).not.toHaveBeenCalled();
  await ask(person, { fresh: true });
  expect(read).toHaveBeenCalledTimes(1);
});

it("nothing is kept from before the commit on in the process that changes an account", async () => {
  const person = await subscribed();
  const [accounts, kept] = [world.application.nest.get(AccountStore), world.application.nest.get(KeptAccounts)];
  await world.database.system(async (tx) => {
    const account = await accounts.hold(tx, person.userId);
    expect(kept.get(person.userId)).toBeUndefined();
    kept.keep(person.userId, account, performance.now());
    expect(kept.get(person.userId)).toBeUndefined();
  });
});

it("an answer that was read before a change was heard is not kept", async () => {
  const [kept, { userId }] = [world.application.nest.get(KeptAccounts), await world.person()];
  const began = performance.now();
  kept.change(userId);
  kept.keep(userId, null, began);
  expect(kept.get(userId)).toBeUndefined();
  pass(KEPT_MS);
  kept.keep(userId, null, performance.now());
  expect(kept.get(userId)).toBeNull();
});

it("a process that hears of nothing is late by the time for which an account is kept", async () => {
  const person = await subscribed();
  await world.database.system((tx) => tx.execute(sql`alter table billing.account disable trigger account_changed`));
  await status(person, "canceled");
  expect((await ask(person)).billingStatus).toBe("active");
  pass(KEPT_MS);
  expect((await ask(person)).billingStatus).toBe("inactive");
  await world.database.system((tx) => tx.execute(sql`alter table billing.account enable trigger account_changed`));
});

it("a message of the provider is obeyed in every process", async () => {
  const person = await subscribed();
  const { data } = await world.stripe.subscriptions.list({ customer: await world.customerOf(person) });
  await world.stripe.subscriptions.cancel(data[0]!.id);
  await world.settled();
  for (const process of ["own", "other"]) await until("the end to be seen", () => isClosed(person, process));
});

it("each change is heard in the processes that did not make it", async () => {
  const person = await subscribed();
  await status(person, "canceled");
  for (const process of ["own", "other"]) await until("the change to be heard", () => isClosed(person, process));
});

it("who may not enter is never told so from memory", async () => {
  const person = await world.person();
  await ask(person);
  read.mockClear();
  for (let at = 0; at < 2; at++) expect((await ask(person)).billingStatus).toBe("inactive");
  expect(read).toHaveBeenCalledTimes(2);
});
