import Stripe from "stripe";
import { type BillingWorld, startBilling } from "../testing/billing-world.ts";

let world: BillingWorld;
beforeAll(async () => {
  world = await startBilling();
});
afterAll(() => world.stop());

it.each(["[]", "null", "1", "{}", '{"id":null,"type":"x","data":{"object":{}}}', '{"id":"evt_1","type":"x","data":{"object":null}}'])(
  "refuses a rightly signed %s as no event",
  async (payload) => {
    const timestamp = Math.floor(world.clock.now().getTime() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: await world.webhookSecret(), timestamp });
    const answer = await world.webhook(payload, signature);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "invalid_event"]);
  },
);
