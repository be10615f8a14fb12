import { createHmac } from "node:crypto";
import Stripe from "stripe";

/** Age in seconds above which a signed event is refused, as Stripe recommends. */
const tolerance = 300;

export interface Signed {
  event: unknown;
  /** Those of its signatures that our secrets made, in hex: two while the secret is rotated. */
  signatures: string[];
}

/**
 * The event, if one of the secrets signed it within the last five minutes.
 * @param header `Stripe-Signature` @param now milliseconds since 1970 @throws Error of the last secret
 */
export function signedBy(secrets: readonly string[], body: Buffer, header: string, now: number): Signed {
  // As the SDK reads both: whatever bytes or order a sender chooses, one event signed at one second is the same.
  const at = header.split(",").findLast((part) => part.startsWith("t="));
  const content = `${Number.parseInt(at?.slice(2) ?? "", 10)}.${new TextDecoder().decode(body)}`;
  const signatures: string[] = [];
  let event: unknown;
  let failure: unknown = new Error("There is no secret");
  for (const secret of secrets)
    try {
      event = Stripe.webhooks.constructEvent(body, header, secret, tolerance, undefined, now);
      signatures.push(createHmac("sha256", secret).update(content).digest("hex"));
    } catch (error) {
      failure = error;
    }
  if (!signatures.length) throw failure;
  return { event, signatures };
}
