/** The bank and the payment service as tests see them, not the product. @databases one */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SANDBOX_ADDRESS_FILE } from "@tessera/contracts-billing/stripe-sandbox.ts";
import { startServices } from "@tessera/testing/services.ts";
import Stripe from "stripe";
import { stripeSandboxService } from "../index.ts";
import { type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

describe("the sandbox's API", () => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await startSandbox();
  });
  afterAll(() => world?.stop());

  it("answers an unknown address with an error the SDK understands", async () => {
    await expect(world.stripe.coupons.list()).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 404,
    });
    await expect(world.stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject({
      code: "resource_missing",
      statusCode: 404,
      param: "id",
    });
  });

  it("names the parameter that is unknown, missing or wrong", async () => {
    await expect(world.stripe.customers.create({ phone: "1" })).rejects.toMatchObject({
      code: "parameter_unknown",
      param: "phone",
    });
    await expect(world.stripe.prices.create({ currency: "eur" } as Stripe.PriceCreateParams)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      param: "product",
    });
    await expect(world.stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
  });

  it("takes its key as Stripe does: as a Bearer token, or as the user of Basic authentication", async () => {
    const { host, port } = world.address;
    const status = async (authorization: string) =>
      (await fetch(`http://${host}:${port}/v1/products`, { headers: { authorization } })).status;
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    expect(await status(basic(`${world.secretKey}:`))).toBe(200);
    expect(await status(`Bearer ${world.secretKey}`)).toBe(200);
    for (const wrong of [basic("sk_test_other:"), basic(`:${world.secretKey}`), "Basic %", world.secretKey, ""])
      expect(await status(wrong)).toBe(401);
  });

  it("takes only the key of this installation, kept where its user alone can read it", async () => {
    const { host, port } = JSON.parse(readFileSync(join(world.dataDir, SANDBOX_ADDRESS_FILE), "utf8")) as {
      host: string;
      port: number;
    };
    expect(host).toBe("127.0.0.1");
    expect(statSync(join(world.dataDir, SANDBOX_ADDRESS_FILE)).mode & 0o777).toBe(0o600);
    const stranger = new Stripe("sk_test_other", { host, port, protocol: "http", telemetry: false });
    await expect(stranger.customers.list()).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
  });

  it("gives the first answer to an idempotency key again and refuses it for anything else", async () => {
    const make = (email: string) => world.stripe.customers.create({ email }, { idempotencyKey: "one-key" });
    const [first, second] = await Promise.all([make("a@example.com"), make("a@example.com")]);
    expect(second.id).toBe(first.id);
    await expect(make("b@example.com")).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  });

  it("pages lists as the SDK walks them", async () => {
    const emails = ["p1@example.com", "p2@example.com", "p3@example.com"];
    for (const email of emails) await world.stripe.customers.create({ email });
    const walked: (string | null)[] = [];
    for await (const customer of world.stripe.customers.list({ limit: 1 })) walked.push(customer.email);
    expect(walked.slice(0, 3)).toEqual([...emails].reverse());
    expect(
      (await world.stripe.prices.list({ lookup_keys: ["large"], expand: ["data.product"] })).data[0]?.product,
    ).toMatchObject({
      name: "Studio",
    });
    await expect(world.stripe.prices.list({ expand: ["data.nothing"] })).rejects.toMatchObject({ param: "expand" });
  });

  it("sends events again until they are taken, in order, each signed", async () => {
    await world.deliver();
    world.received.length = 0;
    world.answers.push(500);
    const { id } = await world.stripe.customers.create({ email: "retry@example.com" });
    await world.deliver();
    expect(world.received).toEqual([]);
    world.clock.advance(5_000);
    await world.deliver();
    expect(world.received.map((event) => (event.data.object as { id: string }).id)).toEqual([id]);
    expect(world.received[0]).toMatchObject({ object: "event", api_version: Stripe.API_VERSION, livemode: false });
  });

  it.each([
    ["production", { NODE_ENV: "production" }, /does not run in production/],
    ["beside a live key", { STRIPE_SECRET_KEY: "sk_live_123" }, /does not run beside real payments/],
  ])("refuses to start %s", async (_, environment, message) => {
    await expect(startServices([stripeSandboxService], { environment })).rejects.toThrow(message);
  });
});
