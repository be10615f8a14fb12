import Stripe from "stripe";
import { BillingConfigSchema } from "../billing.config.ts";
import { signedBy } from "./signed-by.ts";

const body = Buffer.from(JSON.stringify({ id: "evt_1", object: "event" }));
const now = 1_800_000_000_000;
const signed = (secret: string, seconds = now / 1000) =>
  Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret, timestamp: seconds });

it("takes events of the new and of the old secret while it is rotated, and of no other one", () => {
  const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old" };
  const secrets = BillingConfigSchema.parse(stripe).stripe!.webhookSecrets;
  expect(secrets).toEqual(["whsec_new", "whsec_old"]);
  for (const secret of secrets)
    expect(signedBy(secrets, body, signed(secret), now).event).toMatchObject({ id: "evt_1" });
  expect(() => signedBy(secrets, body, signed("whsec_other"), now)).toThrow(/signature/);
  expect(() => signedBy(secrets, body, signed("whsec_old", now / 1000 - 301), now)).toThrow(/tolerance/);
});

it("knows the signatures of one event again, in whatever order, number or bytes they are sent", () => {
  const secrets = ["whsec_new", "whsec_old"];
  const [t, ...made] = [signed("whsec_new"), signed("whsec_old")].flatMap((header, index) =>
    header.split(",").slice(index),
  ) as [string, string, string];
  const both = made.map((one) => one.slice(3));
  const from = (header: string, bytes = body) => signedBy(secrets, bytes, header, now).signatures;
  expect(from([t, ...made].join(","))).toEqual(both);
  expect(from([...made.toReversed(), "v1=00", `t=1,${t}x`].join(","))).toEqual(both);
  expect(from([t, made[1]].join(","))).toEqual([both[1]]);
  expect(from([t, made[0]].join(","), Buffer.concat([Buffer.from("\ufeff"), body]))).toEqual([both[0]]);
});

it("refuses a list that is none", () => {
  for (const STRIPE_WEBHOOK_SECRET of ["whsec_new,", "whsec_new,sk_old", "whsec_", ",whsec_new"])
    expect(BillingConfigSchema.safeParse({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET }).success).toBe(
      false,
    );
});
