import { secret } from "@tessera/service-kit";
import { z } from "zod";

export const PUSH_CONFIG = Symbol("push configuration");

export const PushConfigSchema = z
  .object({
    PUSH_KEY: secret(
      z
        .string()
        .regex(/^[\w-]{43}$/, "must be a private key of P-256: 32 bytes in base64url")
        .optional(),
      "private key that notifications are signed with (VAPID); without it one is made and kept in the database",
    ),
    PUSH_ALLOW: z
      .string()
      .default("")
      .describe("host:port pairs, separated by commas, of push services that are reached though they are not public"),
  })
  .transform((values) => ({
    privateKey: values.PUSH_KEY,
    allowed: new Set(
      values.PUSH_ALLOW.split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ) as ReadonlySet<string>,
  }));
export type PushConfig = z.infer<typeof PushConfigSchema>;
