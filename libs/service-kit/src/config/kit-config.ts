import { resolve } from "node:path";
import { z } from "zod";
import { openToOthers } from "./loopback.ts";

export const CONFIG = Symbol("kit configuration");

export const KitConfigSchema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    PORT: z.coerce.number("must be a port number").int().min(0).max(65535).default(4000),
    HOST: z.string().default("127.0.0.1"),
    DATA_DIR: z.string().default(".data"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be postgres://user:password@host:port/database" }).optional(),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    IDENTITY_URL: z.url({ protocol: /^https?$/ }).optional(),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
    TRUSTED_PROXIES: z.string().optional().describe("addresses or ranges, parted by commas, whose X-Forwarded-For is believed"),
  })
  .superRefine((values, context) => {
    const open = openToOthers(values);
    if (open) context.addIssue({ code: "custom", path: [open.name], message: open.message });
  })
  .transform((values) => {
    const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, "");
    return {
      production: values.NODE_ENV === "production",
      port: values.PORT,
      host: values.HOST,
      /** Folder of files, of the embedded database and of what an installation keeps for itself. */
      dataDir: resolve(values.DATA_DIR),
      databaseUrl: values.DATABASE_URL,
      /** Whether PGlite in this process holds the data (no DATABASE_URL). */
      embedded: !values.DATABASE_URL,
      /** Origin under which people reach the product, without a slash at the end. */
      publicUrl,
      /** Base of auth/v1 whose JWKS signs the callers' tokens; also the `iss` that tokens must name. */
      identityUrl: (values.IDENTITY_URL ?? `${publicUrl}/auth/v1`).replace(/\/$/, ""),
      /** Whether somebody else than the embedded identity service issues the tokens. */
      hostedIdentity: Boolean(values.IDENTITY_URL),
      logLevel: values.LOG_LEVEL,
      trustedProxies: values.TRUSTED_PROXIES?.split(",").map((entry) => entry.trim()) ?? [],
    };
  });
export type KitConfig = z.infer<typeof KitConfigSchema>;
