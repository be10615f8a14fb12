import { secret } from "@tessera/service-kit";
import { z } from "zod";

export const AGENTS_CONFIG = Symbol("agents configuration");

const Secret = z.string().min(32, "must have at least 32 characters; keep it the same for all processes").optional();

export const AgentsConfigSchema = z
  .object({
    AGENTS_SECRET: secret(
      Secret,
      "what seals the keys of people's model providers; on the embedded database without it a file in DATA_DIR",
    ),
    AGENTS_SECRET_BEFORE: secret(
      Secret,
      "the AGENTS_SECRET that was replaced: keys sealed with it are sealed again at the start",
    ),
    AGENTS_PROVIDERS_ALLOW: z
      .string()
      .default("")
      .describe("host:port pairs, separated by commas, where models may be reached though they are not public"),
  })
  .transform((values) => ({
    secret: values.AGENTS_SECRET,
    secretBefore: values.AGENTS_SECRET_BEFORE,
    allowed: new Set(
      values.AGENTS_PROVIDERS_ALLOW.split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ) as ReadonlySet<string>,
  }));
export type AgentsConfig = z.infer<typeof AgentsConfigSchema>;
