import { resolve } from "node:path";
import { z } from "zod";
import type { Allowance } from "../http/rate-limits.ts";
import { isBlockedPort } from "./blocked-ports.ts";
import { secret } from "./declared-variables.ts";
import { flag } from "./environment.ts";
import { openToOthers } from "./loopback.ts";
import { ANY_SERVICE, ServiceUrls } from "./service-urls.ts";
import { WithoutTls, withoutTls } from "./without-tls.ts";

export const CONFIG = Symbol("kit configuration");

const seconds = (fallback: number, min = 0) =>
  z.coerce.number("must be a number of seconds").min(min).max(86_400).default(fallback);

export const KitConfigSchema = z
  .object({
    NODE_ENV: z
      .enum(["development", "production", "test"])
      .default("development")
      .describe("production refuses sandbox payments, default secrets and mails that are shown instead of sent"),
    PORT: z.coerce
      .number("must be a port number")
      .int()
      .min(0)
      .max(65535)
      .refine((port) => !isBlockedPort(port), "is a port that browsers refuse to connect to; choose another")
      .default(4000)
      .describe("port that is listened on"),
    HOST: z
      .string()
      .default("127.0.0.1")
      .describe("address that is listened on; another than the loopback needs production"),
    DATA_DIR: z
      .string()
      .default(".data")
      .describe("folder of files, the embedded database and what an installation keeps for itself"),
    DATABASE_URL: secret(
      z.url({ protocol: /^postgres(ql)?$/, error: "must be postgres://user:password@host:port/database" }).optional(),
      "a PostgreSQL server of version 14 or later (hosted Supabase included); without it the embedded database",
    ),
    DATABASE_POOL_SIZE: z.coerce
      .number("must be a number")
      .int()
      .min(2)
      .max(500)
      .default(10)
      .describe("connections that this process holds to the server"),
    DATABASE_STATEMENT_TIMEOUT: seconds(120).describe("seconds until a statement is given up; 0 for never"),
    DATABASE_IDLE_TRANSACTION_TIMEOUT: seconds(60).describe(
      "seconds until a transaction in which nothing happens is ended; 0 for never",
    ),
    DATABASE_CONNECT_TIMEOUT: seconds(5, 1).describe("seconds to wait for a connection, new or given back"),
    DATABASE_PREPARE: flag(true).describe(
      "whether frequent statements are prepared on the server; false behind a pooler that shares connections between transactions and does not follow prepared statements (PgBouncer before 1.21)",
    ),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("origin under which people reach the product; default: http://localhost with the port"),
    IDENTITY_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "base of the auth/v1 of another issuer, such as hosted Supabase; without it the embedded service signs people in",
      ),
    INTERNAL_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("origin at which this process reaches its own services; default: the loopback address it listens on"),
    SERVICE_URLS: ServiceUrls,
    WITHOUT_TLS: WithoutTls,
    INTERNAL_EMAIL_DOMAIN: z
      .string()
      .regex(/^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a domain, for example example.com")
      .optional()
      .describe("accounts of this mail domain need no subscription"),
    RATE_LIMIT_FACTOR: z.coerce
      .number("must be a number")
      .min(0, "must be 0 (no limits) or more")
      .default(1)
      .describe("multiplies every rate limit; 0 turns them off, for load tests"),
    RATE_LIMITS: z
      .string()
      .default("")
      .describe("other limits than those of the code, separated by commas: name=requests/seconds")
      .transform(limitsOf),
    LOG_LEVEL: z
      .enum(["trace", "debug", "info", "warn", "error", "silent"])
      .default("info")
      .describe("least weight of what is logged; `npm start` takes warn"),
    TRUSTED_PROXIES: z
      .string()
      .optional()
      .describe("addresses or ranges of proxies, separated by commas, whose X-Forwarded-For is believed"),
  })
  .superRefine((values, context) => {
    const open = openToOthers(values);
    if (open) context.addIssue({ code: "custom", path: [open.name], message: open.message });
    const by = { production: values.NODE_ENV === "production", allowed: values.WITHOUT_TLS };
    const addresses = [
      ...(["PUBLIC_URL", "IDENTITY_URL", "DATABASE_URL"] as const).map((name) => [name, values[name]] as const),
      ...[...values.SERVICE_URLS.values()].map((url) => ["SERVICE_URLS", url] as const),
    ];
    for (const [name, address] of addresses) {
      const message = withoutTls(name, address, by);
      if (message) context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .transform((values) => {
    const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, "");
    const host = ["0.0.0.0", "::", ""].includes(values.HOST) ? "127.0.0.1" : values.HOST;
    const ownUrl = `http://${host.includes(":") ? `[${host}]` : host}:${values.PORT}`;
    const internalUrl = (values.INTERNAL_URL ?? ownUrl).replace(/\/$/, "");
    const identityUrl = (values.IDENTITY_URL ?? `${publicUrl}/auth/v1`).replace(/\/$/, "");
    return {
      production: values.NODE_ENV === "production",
      port: values.PORT,
      host: values.HOST,
      /** Folder of files, of the embedded database and of what an installation keeps for itself. */
      dataDir: resolve(values.DATA_DIR),
      databaseUrl: values.DATABASE_URL,
      /** Whether PGlite in this process holds the data (no DATABASE_URL). */
      embedded: !values.DATABASE_URL,
      /** Bounds of the connections to a PostgreSQL server; times in ms. */
      databaseLimits: {
        poolSize: values.DATABASE_POOL_SIZE,
        statementTimeout: values.DATABASE_STATEMENT_TIMEOUT * 1000,
        idleInTransactionTimeout: values.DATABASE_IDLE_TRANSACTION_TIMEOUT * 1000,
        connectTimeout: values.DATABASE_CONNECT_TIMEOUT * 1000,
        prepares: values.DATABASE_PREPARE,
      },
      /** Origin under which people reach the product, without a slash at the end. */
      publicUrl,
      /** Base of auth/v1 whose JWKS signs the callers' tokens; also the `iss` that tokens must name. */
      identityUrl,
      /** Origin at which this process reaches its own services: never out and back in through the proxy in front. */
      internalUrl,
      /** Whether that was configured, rather than taken from what is listened on. */
      hasInternalUrl: Boolean(values.INTERNAL_URL),
      /** Origins of other processes, by the service that runs there. */
      serviceUrls: values.SERVICE_URLS,
      /** Accounts of this mail domain need no subscription. */
      internalDomain: values.INTERNAL_EMAIL_DOMAIN?.replace(/^@/, "").toLowerCase(),
      rateLimitFactor: values.RATE_LIMIT_FACTOR,
      rateLimits: values.RATE_LIMITS,
      /** Whether somebody else than the embedded identity service issues the tokens. */
      hostedIdentity: Boolean(values.IDENTITY_URL),
      /** Variables whose connections may go without TLS, in production too. */
      withoutTls: values.WITHOUT_TLS,
      logLevel: values.LOG_LEVEL,
      trustedProxies: values.TRUSTED_PROXIES?.split(",").map((entry) => entry.trim()) ?? [],
    };
  });

/**
 * The configuration with where its services are: in this process, else where SERVICE_URLS says, else where INTERNAL_URL
 * leads, else where people reach the product. @param here names of services
 */
export function reaching(config: ParsedConfig, here: readonly string[]): KitConfig {
  const elsewhere = config.hasInternalUrl ? config.internalUrl : config.publicUrl;
  const originOf = (service: string) =>
    here.includes(service)
      ? config.internalUrl
      : (config.serviceUrls.get(service) ?? config.serviceUrls.get(ANY_SERVICE) ?? elsewhere);
  const issuer = config.hostedIdentity ? config.identityUrl : `${originOf("identity")}/auth/v1`;
  return { ...config, originOf, jwksUrl: `${issuer}/.well-known/jwks.json` };
}

/** "items-write=600/60,imports=10/3600": requests in seconds, by the names that @RateLimit gives. */
function limitsOf(list: string, context: z.RefinementCtx): ReadonlyMap<string, Allowance> {
  const limits = new Map<string, Allowance>();
  for (const entry of list.split(",").map((written) => written.trim())) {
    if (!entry) continue;
    const [, name, limit, seconds] = /^([a-z][a-z0-9-]*)=([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(entry) ?? [];
    if (name) limits.set(name, { limit: Number(limit), windowSeconds: Number(seconds) });
    else context.addIssue(`"${entry}" must be name=requests/seconds, for example items-write=600/60`);
  }
  return limits;
}

type ParsedConfig = z.infer<typeof KitConfigSchema>;

export interface KitConfig extends ParsedConfig {
  /** Where the keys of access tokens are read. */
  jwksUrl: string;
  /** Origin at which this process reaches a service, by its name. */
  originOf(service: string): string;
}
