import { z } from "zod";

export const ITEMS_CONFIG = Symbol("items configuration");

export const ItemsConfigSchema = z
  .object({
    INTERNAL_EMAIL_DOMAIN: z
      .string()
      .regex(/^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a domain, for example example.com")
      .optional(),
    BILLING_URL: z
      .url({ protocol: /^https?$/, error: "must be the origin of the billing service, for example http://billing:4000" })
      .optional(),
    ITEMS_FETCH_ALLOW: z
      .string()
      .default("")
      .describe("host:port pairs, parted by commas, that pages may be fetched from though they are not public"),
  })
  .transform((values) => ({
    /** Accounts of this mail domain need no subscription. */
    internalDomain: values.INTERNAL_EMAIL_DOMAIN?.replace(/^@/, "").toLowerCase(),
    /** Origin of the billing service; the product's own when not set. */
    billingUrl: values.BILLING_URL?.replace(/\/$/, ""),
    fetchAllowed: new Set(
      values.ITEMS_FETCH_ALLOW.split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ) as ReadonlySet<string>,
  }));
export type ItemsConfig = z.infer<typeof ItemsConfigSchema>;
