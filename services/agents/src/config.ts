import { secret } from "@tessera/service-kit";
import { z } from "zod";

export const AGENTS_CONFIG = Symbol("agents configuration");

const Secret = z.string().min(32, "must have at least 32 characters; keep it the same for all processes").optional();

export const AgentsConfigSchema = z
  .object({
    AGENTS_SECRET: secret(
      Secret,
      "what seals the keys of people's model providers and MCP servers; on the embedded database without it a file in DATA_DIR",
    ),
    AGENTS_SECRET_BEFORE: secret(
      Secret,
      "the AGENTS_SECRET that was replaced: keys sealed with it are sealed again at the start",
    ),
    AGENTS_PROVIDERS_ALLOW: z
      .string()
      .default("")
      .describe(
        "host:port pairs, separated by commas, where models and MCP servers may be reached though they are not public",
      ),
    AGENTS_SPEECH_URL: z
      .url({ protocol: /^https?$/, error: "must begin with https:// or http://" })
      .optional()
      .describe("base URL of an OpenAI-compatible endpoint that recognises speech, offered to everybody"),
    AGENTS_SPEECH_MODEL: z.string().trim().min(1).default("whisper-1").describe("the model to ask for there"),
    AGENTS_SPEECH_KEY: secret(z.string().min(1).optional(), "the key that is sent there"),
  })
  .transform((values) => ({
    secret: values.AGENTS_SECRET,
    secretBefore: values.AGENTS_SECRET_BEFORE,
    speech: values.AGENTS_SPEECH_URL
      ? { url: values.AGENTS_SPEECH_URL, model: values.AGENTS_SPEECH_MODEL, key: values.AGENTS_SPEECH_KEY }
      : null,
    allowed: new Set(
      values.AGENTS_PROVIDERS_ALLOW.split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ) as ReadonlySet<string>,
  }));
export type AgentsConfig = z.infer<typeof AgentsConfigSchema>;
