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

  it("takes a business, puts it on invoices, and follows where the portal changes or removes it", async () => {
    const ada = await world.person();
    const { url } = await ada.billing.checkout("studio", randomUUID());
    const wrong = await world.submit(url, { ...card(), ...HOME, tax_number: "IE12" });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("Enter a VAT number such as")]);
    const paid = await world.submit(url, {
      ...card(),
      ...HOME,
      business_name: "Engines Ltd",
      tax_number: "ie 1234567fa",
    });
    await ada.billing.confirm(new URL(paid.headers.get("location") ?? "").searchParams.get("session_id") ?? "");
    await world.settled();
    const named = async () => {
      const { invoiceName, taxNumber } = await ada.billing.overview();
      return [invoiceName, taxNumber];
    };
    expect(await named()).toEqual(["Engines Ltd", "IE1234567FA"]);
    const [invoice] = await ada.billing.invoices();
    const printed = async () => (await fetch(invoice!.url!)).text();
    expect(await printed()).toMatch(/<dd>Engines Ltd, .*<dt>VAT number<\/dt><dd>IE1234567FA<\/dd>/s);
    const portal = await ada.billing.portal();
    const change = async (business_name: string, tax_number: string) => {
      const { status } = await world.submit(`${portal.url}/business`, { business_name, tax_number });
      await world.settled();
      return status;
    };
    expect(await change("Engines Ltd", "nothing")).toBe(422);
    expect(await change("", "DE123456789")).toBe(422);
    expect(await named()).toEqual(["Engines Ltd", "IE1234567FA"]);
    await change("Mills GmbH", "DE123456789");
    expect(await named()).toEqual(["Mills GmbH", "DE123456789"]);
    await change("", "");
    expect(await named()).toEqual([null, null]);
    // What is final stays as it was.
    expect(await printed()).toContain("IE1234567FA");
  });
});
