/** The bank and the payment service as tests see them, not the product. @databases one */
import { card, type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandbox();
});
afterAll(() => world?.stop());

const NOW = 1_900_000_000;
const HOME = { line1: "Unter den Linden 77", postal_code: "10117", city: "Berlin", country: "DE" };
type Asked = Partial<Parameters<SandboxWorld["stripe"]["checkout"]["sessions"]["create"]>[0]>;
const WITH_TAX: Asked = { customer_update: { address: "auto" }, automatic_tax: { enabled: true } };

const WITH_BUSINESS: Asked = {
  ...{ customer_update: { address: "auto", name: "auto" }, billing_address_collection: "required" },
  tax_id_collection: { enabled: true },
};

const checkout = (customer: string, asked: Asked) =>
  world.stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price: world.prices.large.id, quantity: 1 }],
    success_url: `${world.url}/billing/success`,
    ...asked,
  });
async function open(asked: Asked) {
  const { customer, clock } = await world.customerAt(NOW);
  const session = await checkout(customer.id, asked);
  const pay = (address: Partial<typeof HOME> & { business_name?: string; tax_number?: string } = HOME) =>
    world.post(`/sandbox/checkout/${session.id}`, { ...card("4242 4242 4242 4242"), ...address });
  return { customer: customer.id, clock: clock.id, session: session.id, url: session.url!, pay };
}
const invoicesOf = async (customer: string) => (await world.stripe.invoices.list({ customer })).data;

describe("a checkout that asks for an address", () => {
  it("names what is missing, and keeps what was typed", async () => {
    const { url, pay } = await open({ billing_address_collection: "required" });
    const page = await (await fetch(url)).text();
    expect(page).toContain("<legend>Billing address</legend>");
    expect(page).toContain('<option value="DE" >Germany</option>');
    const refused = await pay({ line1: " ", city: "Berlin", country: "XX" });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    for (const words of ["Enter the street and number.", "Enter the postal code.", "Choose a country from the list."])
      expect(html).toContain(words);
    expect(html).toContain('value="Berlin"');
    expect(html).not.toContain("Enter the city.");
    expect(html).toContain('value="4242 4242 4242 4242"');
  });

  it("keeps it on the payment, and with the customer only where it is told to", async () => {
    const [kept, not] = [await open(WITH_TAX), await open({ billing_address_collection: "required" })];
    for (const { pay } of [kept, not]) expect((await pay()).status).toBe(303);
    const paid = await world.stripe.checkout.sessions.retrieve(kept.session);
    expect(paid.customer_details?.address).toEqual({ ...HOME, line2: null, state: null });
    const addresses = await Promise.all([kept, not].map(({ customer }) => world.stripe.customers.retrieve(customer)));
    expect(addresses.map((customer) => "address" in customer && customer.address)).toEqual([
      { ...HOME, line2: null, state: null },
      null,
    ]);
  });

  it("keeps it through the bank's refusal, and knows it when the customer buys again", async () => {
    const { customer, session, pay } = await open(WITH_TAX);
    const filled = /value="10117".*value="Berlin".*<option value="DE" selected>/s;
    await world.post(`/sandbox/checkout/${session}`, { ...card("4000 0025 0000 3155"), ...HOME });
    const refused = await world.post(`/sandbox/checkout/${session}/authenticate`, { answer: "fail" });
    expect(await refused.text()).toMatch(filled);
    expect((await pay()).status).toBe(303);
    const { url } = await checkout(customer, WITH_TAX);
    expect(await (await fetch(url!)).text()).toMatch(filled);
  });

  it("asks for none where it is not told to", async () => {
    expect(await (await fetch((await open({})).url)).text()).not.toContain("Billing address");
  });

  it("computes the tax within the price, by the country, on each invoice", async () => {
    const { customer, clock, session, pay } = await open(WITH_TAX);
    await pay();
    expect(await world.stripe.checkout.sessions.retrieve(session)).toMatchObject({
      amount_total: 1800,
      automatic_tax: { enabled: true, status: "complete" },
      total_details: { amount_tax: 287 },
    });
    await world.stripe.testHelpers.testClocks.advance(clock, { frozen_time: NOW + 32 * 86_400 });
    const invoices = await invoicesOf(customer);
    expect(invoices).toHaveLength(2);
    for (const invoice of invoices)
      expect(invoice).toMatchObject({
        total: 1800,
        total_excluding_tax: 1513,
        amount_paid: 1800,
        total_taxes: [{ amount: 287, tax_behavior: "inclusive", taxability_reason: "standard_rated" }],
      });
    const page = await (await fetch(invoices[0]!.hosted_invoice_url!)).text();
    expect(page).toContain("Including 19% VAT");
    expect(page).toContain("€2.87");
    expect(page).toContain("Unter den Linden 77, 10117 Berlin, Germany");
  });

  it("takes no tax where the seller is not registered", async () => {
    const { customer, pay } = await open(WITH_TAX);
    await pay({ ...HOME, country: "US" });
    const [invoice] = await invoicesOf(customer);
    expect(invoice).toMatchObject({ total: 1800, total_excluding_tax: 1800 });
    expect(invoice!.total_taxes).toMatchObject([{ amount: 0, taxability_reason: "not_collecting" }]);
    expect(await (await fetch(invoice!.hosted_invoice_url!)).text()).toContain("No VAT is charged in this country");
  });

  it("is not opened where tax is wanted and no address could be known", async () => {
    await expect(open({ automatic_tax: { enabled: true } })).rejects.toMatchObject({
      code: "customer_tax_location_invalid",
      param: "automatic_tax",
    });
  });

  it("keeps a business on the session, the customer and the invoice, through the bank's refusal too", async () => {
    const { customer, session, url, pay } = await open(WITH_BUSINESS);
    expect(await (await fetch(url)).text()).toContain("<legend>Business</legend>");
    const business = { business_name: " Engines Ltd ", tax_number: "DE 111 222 333" };
    for (const [typed, words] of [
      [{ ...business, business_name: " " }, "Enter the name that the VAT number belongs to."],
      [{ ...business, business_name: "x".repeat(151) }, "Enter a name of at most 150 characters."],
    ] as const) {
      const refused = await pay({ ...HOME, ...typed });
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(words)]);
    }
    await world.post(`/sandbox/checkout/${session}`, { ...card("4000 0025 0000 3155"), ...HOME, ...business });
    const refused = await world.post(`/sandbox/checkout/${session}/authenticate`, { answer: "fail" });
    expect(await refused.text()).toContain('value="Engines Ltd"');
    expect((await pay({ ...HOME, ...business })).status).toBe(303);
    expect(await world.stripe.checkout.sessions.retrieve(session)).toMatchObject({
      collected_information: { business_name: "Engines Ltd" },
      customer_details: { business_name: "Engines Ltd", name: "Ada Lovelace" },
    });
    expect(await world.stripe.customers.retrieve(customer)).toMatchObject({
      ...{ name: "Engines Ltd", business_name: "Engines Ltd" },
    });
    const [invoice] = await invoicesOf(customer);
    expect(invoice).toMatchObject({ customer_name: "Engines Ltd", customer_tax_ids: [{ value: "DE111222333" }] });
    expect(await (await fetch(invoice!.hosted_invoice_url!)).text()).toContain("<dd>Engines Ltd, ada@example.com</dd>");
  });

  it("lets the portal change what its configuration says, and nothing else", async () => {
    const { customer, pay } = await open(WITH_BUSINESS);
    await pay({ ...HOME, business_name: "Engines Ltd", tax_number: "DE111222333" });
    const { id: configuration } = await world.stripe.billingPortal.configurations.create({
      features: {
        customer_update: { enabled: true, allowed_updates: ["name"] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true },
      },
    });
    const portal = await world.stripe.billingPortal.sessions.create({ customer, configuration });
    const page = await (await fetch(portal.url)).text();
    expect([page.includes("Business name"), page.includes("VAT number")]).toEqual([true, false]);
    const path = `${new URL(portal.url).pathname}/business`;
    await world.post(path, { business_name: "Mills Ltd", tax_number: "" });
    expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ name: "Mills Ltd" });
    expect((await world.stripe.customers.listTaxIds(customer)).data).toMatchObject([{ value: "DE111222333" }]);
    const other = await world.stripe.billingPortal.sessions.create({ customer });
    await world.post(`${new URL(other.url).pathname}/business`, { business_name: "", tax_number: "" });
    expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ name: null });
    expect((await world.stripe.customers.listTaxIds(customer)).data).toEqual([]);
  });

  it("forgets the business with the customer, also what was replaced", async () => {
    const { customer, pay } = await open(WITH_BUSINESS);
    await pay({ ...HOME, business_name: "Wolkenschieber KG", tax_number: "DE 987 654 321" });
    await world.stripe.customers.update(customer, { name: "Ada" });
    await world.stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE987654322" });
    const { data } = await world.stripe.customers.listTaxIds(customer);
    expect(data.map(({ value }) => value)).toEqual(["DE987654322", "DE987654321"]);
    for (const { id } of data) await world.stripe.customers.deleteTaxId(customer, id);
    await world.stripe.customers.del(customer);
    const { rows } = await world.database.pool.query(
      "select kind from stripe_sandbox.object where data::text ~ 'DE98765432|Wolkenschieber'",
    );
    expect(rows).toEqual([]);
  });

  it("takes a VAT number only of a format that there is, and by the address where the name may be changed", async () => {
    const { customer } = await open({});
    for (const value of ["DE1", ""])
      await expect(world.stripe.customers.createTaxId(customer, { type: "eu_vat", value })).rejects.toMatchObject({
        type: "StripeInvalidRequestError",
      });
    await expect(open({ tax_id_collection: { enabled: true } })).rejects.toMatchObject({ param: "tax_id_collection" });
  });

  it("forgets the address with the customer", async () => {
    const { customer, pay } = await open(WITH_TAX);
    await pay({ ...HOME, line1: "Wilhelmstraße 12" });
    await world.stripe.customers.del(customer);
    const { rows } = await world.database.pool.query(
      "select kind from stripe_sandbox.object where data::text like '%Wilhelmstraße%'",
    );
    expect(rows).toEqual([]);
  });
});
