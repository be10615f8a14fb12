/** The bank and the payment service as tests see them, not the product. @databases one */
import { card, type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

describe("hosted pages", () => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await startSandbox();
  });
  afterAll(() => world?.stop());

  it("hold no inline script and no inline style, may not be framed, and submit to the product alone", async () => {
    const customer = await world.stripe.customers.create({ email: "<b>ada</b>@example.com" });
    const session = await world.checkout(customer.id);
    const answer = await fetch(session.url!);
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${world.url};`);
    expect(policy).not.toContain("unsafe");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const html = await answer.text();
    expect(html.match(/<script.*?<\/script>/g)).toEqual(['<script defer src="/sandbox/card.js"></script>']);
    expect(html).not.toMatch(/style="|\son\w+=/);
    expect(policy).toContain("script-src 'self';");
    expect(html).toContain("&lt;b&gt;ada&lt;/b&gt;@example.com");
    for (const [label, autocomplete] of [
      ["Card number", "cc-number"],
      ["Expiry date", "cc-exp"],
      ["Security code", "cc-csc"],
      ["Name on card", "cc-name"],
    ])
      expect(html).toMatch(
        new RegExp(`<label for="\\w+">${label}</label>\\s*<input [^>]*autocomplete="${autocomplete}"`),
      );
    expect(html).toContain(`<a class="button" href="${world.url}/billing/cancel">Cancel</a>`);
    expect((await fetch(`${world.url}/sandbox/style.css`)).headers.get("content-type")).toContain("text/css");
    expect((await fetch(`${world.url}/sandbox/card.js`)).headers.get("content-type")).toContain("text/javascript");
    const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
    const portal = await fetch(url);
    expect(portal.headers.get("content-security-policy")).not.toContain("script-src");
    expect(await portal.text()).not.toContain("<script");
  });

  it("say in words what is wrong, keep what was typed, and never show the security code again", async () => {
    const customer = await world.stripe.customers.create({});
    const session = await world.checkout(customer.id);
    const path = new URL(session.url!).pathname;
    const answer = await world.post(path, {
      number: "4242 4242 4242 4241",
      expiry: "1 / 20",
      cvc: "987",
      name: `A "quoted" name`,
    });
    const html = await answer.text();
    expect(html).toContain("This card number is not valid. Check its digits.");
    expect(html).toContain("This card has expired. Use another one.");
    expect(html).toContain('aria-describedby="number-error"');
    expect(html).toContain("A &quot;quoted&quot; name");
    expect(html).not.toContain(`value="987"`);
    expect((await world.post(path, { number: "" })).status).toBe(422);
  });

  it("show nothing to a visitor who does not know the address, and only the own invoices in a portal", async () => {
    for (const path of ["/sandbox/checkout/cs_test_none", "/sandbox/portal/bps_none", "/sandbox/invoice/in_none"])
      expect((await fetch(world.url + path)).status).toBe(404);
    const [ada, bob] = [await world.stripe.customers.create({}), await world.stripe.customers.create({})];
    await world.subscribe(ada.id);
    const [invoice] = (await world.stripe.invoices.list({ customer: ada.id })).data;
    const portal = await world.stripe.billingPortal.sessions.create({ customer: bob.id });
    expect((await world.post(`${new URL(portal.url).pathname}/invoices/${invoice!.id}/pay`, {})).status).toBe(404);
    const page = await (await fetch(invoice!.hosted_invoice_url!)).text();
    expect(page).toContain(`Invoice ${invoice!.number}`);
    world.clock.advance(3_601_000);
    expect((await fetch(portal.url)).status).toBe(404);
  });

  it("authenticate a card in the portal before it is kept", async () => {
    const customer = await world.stripe.customers.create({});
    const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
    const asked = await world.post(`${new URL(url).pathname}/card`, card("4000002500003155"));
    expect(asked.headers.get("location")).toMatch(/\/card\/authenticate$/);
    expect((await world.stripe.customers.retrieve(customer.id)) as object).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    await world.post(asked.headers.get("location")!, { answer: "complete" });
    expect(await (await fetch(url)).text()).toContain("Visa ending in 3155");
  });

  it("show in the portal the discounted next payment while the discount lasts", async () => {
    const { id: coupon } = await world.stripe.coupons.create({
      percent_off: 50,
      duration: "repeating",
      duration_in_months: 2,
    });
    await world.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon }, code: "HALF" });
    const { customer, clock } = await world.customerAt(Date.UTC(2026, 10, 2) / 1000);
    await world.subscribe(customer.id, "HALF");
    const portal = async () => {
      const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
      return (await fetch(url)).text();
    };
    expect(await portal()).toContain("€18.00 a month, 50% off for 2 months</p>");
    expect(await portal()).toContain("Renews on 2 December 2026 for €9.00.");
    const second = Date.UTC(2026, 11, 3) / 1000;
    await world.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: second });
    expect(await portal()).toContain("Renews on 2 January 2027 for €18.00.");
  });
});
