/** What the checkout asks for; the statements are those of any checkout. @databases one */
import { randomUUID } from "node:crypto";
import { type BillingWorld, card, startBilling } from "./testing/billing-world.ts";

const HOME = { line1: "12 Merrion Square", postal_code: "D02", city: "Dublin", country: "IE" };

describe.each([
  ["BILLING_ADDRESS", 0],
  ["BILLING_AUTOMATIC_TAX", 337],
])("an installation with %s", (variable, tax) => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await startBilling({ environment: { [variable]: "true" } });
  });
  afterAll(() => world?.stop());

  it("asks for the address at the checkout, and charges the same price", async () => {
    const ada = await world.person();
    const { url } = await ada.billing.checkout("studio", randomUUID());
    expect((await world.submit(url, card())).status).toBe(422);
    const paid = await world.submit(url, { ...card(), ...HOME });
    await ada.billing.confirm(new URL(paid.headers.get("location") ?? "").searchParams.get("session_id") ?? "");
    await world.settled();
    expect((await ada.billing.overview()).status).toBe("active");
    expect((await ada.billing.invoices()).map(({ total }) => total.amount)).toEqual([1800]);
    const customer = await world.customerOf(ada);
    const [invoice] = (await world.stripe.invoices.list({ customer })).data;
    expect(invoice!.total_excluding_tax).toBe(1800 - tax);
    expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ address: { city: "Dublin" } });
  });
});
