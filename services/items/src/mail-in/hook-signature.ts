import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** Seconds that a signature counts, before and after its time. */
const TOLERANCE = 300;

const Claim = z.object({
  t: z.coerce.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  v1: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What is signed: when, for whom, and the digest of the mail. */
export const mailSignature = (secret: string, t: number, recipient: string, sha256: string): string =>
  createHmac("sha256", secret).update(`${t}.${recipient}.${sha256}`).digest("hex");

/**
 * Checks `t=<seconds>,sha256=<hex>,v1=<hex>` before a byte of the body is read.
 * @returns the digest that the body must have; null when the signature does not count
 */
export function signedDigest(header: string, recipient: string, secret: string, now: Date): string | null {
  const parts = Object.fromEntries(
    header
      .slice(0, 500)
      .split(",")
      .map((part) => part.trim().split("=")),
  );
  const claim = Claim.safeParse(parts);
  if (!claim.success) return null;
  const { t, sha256, v1 } = claim.data;
  if (Math.abs(now.getTime() / 1000 - t) > TOLERANCE) return null;
  const right = mailSignature(secret, t, recipient, sha256);
  return timingSafeEqual(Buffer.from(right, "hex"), Buffer.from(v1, "hex")) ? sha256 : null;
}
