import { createHmac } from "node:crypto";

/**
 * Header `Stripe-Signature` of a body: HMAC-SHA256 over "time.body" (https://docs.stripe.com/webhooks#verify-manually).
 */
export function sign(body: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
}
