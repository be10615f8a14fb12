import { z } from "zod";

export const ITEMS_CONFIG = Symbol("items configuration");

export const ItemsConfigSchema = z
  .object({
    ITEMS_FETCH_ALLOW: z
      .string()
      .default("")
      .describe("host:port pairs, separated by commas, that pages may be fetched from though they are not public"),
    EMBEDDINGS: z
      .enum(["on", "off"])
      .default("on")
      .describe("off: cards get no vectors of what they mean, and searches look for words alone"),
  })
  .transform((values) => ({
    embeddings: values.EMBEDDINGS === "on",
    fetchAllowed: new Set(
      values.ITEMS_FETCH_ALLOW.split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ) as ReadonlySet<string>,
  }));
export type ItemsConfig = z.infer<typeof ItemsConfigSchema>;
