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

  it("takes a VAT number, puts it on invoices, and follows where the portal changes or removes it", async () => {
    const ada = await world.person();
    const { url } = await ada.billing.checkout("studio", randomUUID());
    const wrong = await world.submit(url, { ...card(), ...HOME, tax_number: "IE12" });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("Enter a VAT number such as")]);
    const paid = await world.submit(url, { ...card(), ...HOME, tax_number: "ie 1234567fa" });
    await ada.billing.confirm(new URL(paid.headers.get("location") ?? "").searchParams.get("session_id") ?? "");
    await world.settled();
    expect((await ada.billing.overview()).taxNumber).toBe("IE1234567FA");
    const [invoice] = await ada.billing.invoices();
    const printed = async () => (await fetch(invoice!.url!)).text();
    expect(await printed()).toContain("<dt>VAT number</dt><dd>IE1234567FA</dd>");
    const portal = await ada.billing.portal();
    const change = (tax_number: string) => world.submit(`${portal.url}/tax-number`, { tax_number });
    expect((await change("nothing")).status).toBe(422);
    expect((await ada.billing.overview()).taxNumber).toBe("IE1234567FA");
    await change("DE123456789");
    await world.settled();
    expect((await ada.billing.overview()).taxNumber).toBe("DE123456789");
    await change("");
    await world.settled();
    expect((await ada.billing.overview()).taxNumber).toBeNull();
    // What is final stays as it was.
    expect(await printed()).toContain("IE1234567FA");
  });
});
