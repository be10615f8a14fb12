import { type Change, Changes } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type BillingWorld, startBilling } from "./testing/billing-world.ts";

let world: BillingWorld;
beforeAll(async () => {
  world = await startBilling();
});
afterAll(() => world.stop());

test("a person's plan is published when it changes, without what the payment provider knows of them", async () => {
  const ada = await world.person();
  const changes = world.application.nest.get(Changes);
  const received: Change[] = [];
  const feed = await changes.follow({ changed: (change) => received.push(change), missed: () => undefined });
  await changes.watch((await changes.tables()).get("billing.account")!, ada.userId);
  await world.subscribe(ada);
  const found = await until("the active plan", () => received.find(({ record }) => record.status === "active"), {
    state: () => received,
  });
  expect(found).toMatchObject({ userId: ada.userId, record: { user_id: ada.userId, plan_id: "studio" } });
  for (const hidden of ["customer_id", "subscription_id", "card_last4"])
    expect(found.record).not.toHaveProperty(hidden);
  await feed.close();
});
