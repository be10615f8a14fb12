import type { FactoryProvider } from "@nestjs/common";
import {
  CONFIG,
  ConfigurationError,
  Environment,
  flag,
  isLoopback,
  type KitConfig,
  parseConfig,
  withoutTls,
} from "@tessera/service-kit";
import { z } from "zod";
import { NumberVariables, numbersOf } from "./numbers.ts";
import { profileOf } from "./profiles.ts";
import { relyingPartyOf } from "./relying-party-config.ts";

export const IDENTITY_CONFIG = Symbol("identity configuration");

export const Variables = z.object({
  IDENTITY_SECRET: z
    .string()
    .min(32, "must have at least 32 characters; keep it the same for all processes")
    .optional(),
  IDENTITY_SECRET_NEXT: z.string().min(32, "must have at least 32 characters").optional(),
  IDENTITY_SIGNUP: flag(true),
  IDENTITY_MAILER_AUTOCONFIRM: z.enum(["true", "false"], "must be true or false").optional(),
  IDENTITY_ANONYMOUS: flag(false),
  IDENTITY_WEB3: flag(true),
  IDENTITY_WEBAUTHN_ORIGINS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.url({ protocol: /^https?$/, error: "must be addresses separated by commas" }))),
  IDENTITY_MANUAL_LINKING: flag(true),
  IDENTITY_SAML: flag(true),
  IDENTITY_OAUTH_REGISTRATION: flag(false),
  IDENTITY_PHONE_AUTOCONFIRM: flag(false),
  IDENTITY_SMS: z.enum(["outbox", "none"], "must be outbox or none; set SMS_URL to send").optional(),
  IDENTITY_SIGNING_KEY_FILE: z.string().optional(),
  IDENTITY_JWT_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SMS_URL: z.url({ protocol: /^https?$/, error: "must be the http(s) address that takes messages" }).optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z.string().default("Tessera"),
  IDENTITY_REDIRECT_URLS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.url("must be addresses separated by commas"))),
  IDENTITY_PLACE_HEADERS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(
      z.array(z.string().regex(/^[a-z0-9-]+$/, "must be header names separated by commas, the narrowest place first")),
    ),
  IDENTITY_RATE_LIMIT_FACTOR: z.coerce.number("must be a number").min(0, "must be 0 (no limits) or more").default(1),
  IDENTITY_SMS_PREFIXES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim().replace(/^\+/, ""))
        .filter(Boolean),
    )
    .pipe(
      z.array(
        z.string().regex(/^[1-9]\d{0,14}$/, "must be prefixes of numbers separated by commas, for example +43,+49"),
      ),
    ),
  IDENTITY_SESSION_IDLE_DAYS: z.coerce.number("must be a number of days").positive().default(30),
  IDENTITY_SESSION_DAYS: z.coerce.number("must be a number of days").positive().default(180),
  IDENTITY_CAPTCHA: z.enum(["hcaptcha", "turnstile"], "must be hcaptcha or turnstile").optional(),
  IDENTITY_CAPTCHA_SECRET: z.string().optional(),
  IDENTITY_CAPTCHA_URL: z
    .url({ protocol: /^https?$/, error: "must be the http(s) address that checks tokens" })
    .optional(),
  ...NumberVariables,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtp://user:password@host:port or smtps://…" }).optional(),
  TESSERA_ADMINS: z.string().optional(),
  MAIL_FROM: z.string().default("Tessera <no-reply@localhost>"),
});

const DAY_MS = 86_400_000;

/** What identity needs to know of the installation. */
export function resolveConfig(environment: Environment, kit: KitConfig) {
  const { profile, values: given } = profileOf(environment.values, kit.production);
  const values = parseConfig(Variables, new Environment(given));
  const autoconfirm = values.IDENTITY_MAILER_AUTOCONFIRM
    ? values.IDENTITY_MAILER_AUTOCONFIRM === "true"
    : kit.embedded && !kit.production && !values.SMTP_URL;
  if (kit.production) refuseInProduction(values, kit);
  const sms = values.SMS_URL ? "http" : (values.IDENTITY_SMS ?? (kit.production ? "none" : "outbox"));
  return {
    ...numbersOf(values, profile),
    /** `iss` of access tokens and base of the links in mails. */
    issuer: `${kit.publicUrl}/auth/v1`,
    /** Whether people reach it by https alone. */
    secure: kit.publicUrl.startsWith("https://"),
    /** Target of links whose own target is missing or not allowed. */
    fallbackRedirect: `${kit.publicUrl}/confirm`,
    allowedRedirects: allowedRedirects(kit, values.IDENTITY_REDIRECT_URLS),
    /** The product's own pages that a mailed link may lead to. */
    confirmPages: new Set(ownOrigins(kit).map((origin) => `${origin}/confirm`)) as ReadonlySet<string>,
    /** Origins whose pages may read answers; null for any. */
    origins: kit.production
      ? new Set([...values.IDENTITY_REDIRECT_URLS.map((url) => new URL(url).origin), new URL(kit.publicUrl).origin])
      : null,
    dataDir: kit.dataDir,
    secret: values.IDENTITY_SECRET,
    secretNext: values.IDENTITY_SECRET_NEXT,
    signupEnabled: values.IDENTITY_SIGNUP,
    /** New addresses count as confirmed without a mail; for development. */
    autoconfirm,
    /** Whether people may look around without an account. */
    anonymous: values.IDENTITY_ANONYMOUS,
    /** Whether Solana and Ethereum wallets sign people in. */
    web3: values.IDENTITY_WEB3,
    /** Who passkeys are made for; null where the product is reached by an IP address, for which there are none. */
    relyingParty: relyingPartyOf(ownOrigins(kit), values.IDENTITY_WEBAUTHN_ORIGINS),
    /** Whether people may add accounts elsewhere to sign in with. */
    manualLinking: values.IDENTITY_MANUAL_LINKING,
    /** Whether companies' identity providers sign people in; our entity ID and where answers are posted. */
    saml: values.IDENTITY_SAML,
    /** Whether clients may register themselves, as MCP clients do. */
    oauthRegistration: values.IDENTITY_OAUTH_REGISTRATION,
    /** Where the product is: the only place that a client's token may be meant for (RFC 8707). */
    origin: kit.publicUrl,
    samlEntityId: `${kit.publicUrl}/auth/v1/sso/saml/metadata`,
    samlAcs: `${kit.publicUrl}/auth/v1/sso/saml/acs`,
    /** Whether development may reach providers on the loopback, without TLS. */
    loopbackProviders: !kit.production,
    /** How text messages leave: by the provider's HTTP interface, to the development outbox, or not at all. */
    sms: sms as "http" | "outbox" | "none",
    smsUrl: values.SMS_URL,
    smsToken: values.SMS_TOKEN,
    smsFrom: values.SMS_FROM,
    /** Prefixes of the numbers that messages are sent to; empty for any. */
    smsPrefixes: values.IDENTITY_SMS_PREFIXES,
    /** Whether phone numbers are supported: codes can be sent, or are not needed. */
    phone: sms !== "none" || values.IDENTITY_PHONE_AUTOCONFIRM,
    /** New numbers count as confirmed without a code; for development. */
    phoneAutoconfirm: values.IDENTITY_PHONE_AUTOCONFIRM,
    /** A fixed key instead of the rotating ones: a JWK in a file, or a shared secret. */
    signingKeyFile: values.IDENTITY_SIGNING_KEY_FILE,
    jwtSecret: values.IDENTITY_JWT_SECRET,
    /** Multiplies every limit; 0 turns them off. */
    rateLimitFactor: values.IDENTITY_RATE_LIMIT_FACTOR,
    /** The captcha in front of what scripts try; null without. */
    captcha: captchaOf(values),
    /** Headers in which the trusted proxy in front names the place of a request, from the narrowest to the widest. */
    placeHeaders: values.IDENTITY_PLACE_HEADERS,
    sessionIdleMs: values.IDENTITY_SESSION_IDLE_DAYS * DAY_MS,
    sessionLifetimeMs: values.IDENTITY_SESSION_DAYS * DAY_MS,
    smtpUrl: values.SMTP_URL,
    /** Whether mails may leave without TLS: in development, to this machine, and where the operator allows it. */
    smtpWithoutTls:
      !kit.production ||
      kit.withoutTls.has("SMTP_URL") ||
      (values.SMTP_URL !== undefined && isLoopback(new URL(values.SMTP_URL).hostname)),
    mailFrom: values.MAIL_FROM,
    /** Whether mails are kept in the database and shown at /dev/outbox instead of being sent. */
    outbox: !values.SMTP_URL && !kit.production,
    /** Whether /dev/outbox may be looked at. */
    outboxPage: !values.SMTP_URL && !kit.production && kit.embedded,
  };
}
export type IdentityConfig = ReturnType<typeof resolveConfig>;

function refuseInProduction(values: z.infer<typeof Variables>, kit: KitConfig) {
  for (const name of ["SMS_URL", "IDENTITY_CAPTCHA_URL"] as const) {
    const message = withoutTls(name, values[name], { production: true, allowed: kit.withoutTls });
    if (message) throw new ConfigurationError(`${name}: ${message}`);
  }
  if (!values.SMTP_URL)
    throw new ConfigurationError(
      "SMTP_URL: must be set in production, or nobody receives the mails that confirm and recover accounts.",
    );
  if (values.IDENTITY_RATE_LIMIT_FACTOR === 0)
    throw new ConfigurationError("IDENTITY_RATE_LIMIT_FACTOR: 0 is refused in production; give 1 or more.");
  if (values.IDENTITY_JWT_SECRET || values.IDENTITY_SIGNING_KEY_FILE)
    throw new ConfigurationError(
      "IDENTITY_JWT_SECRET, IDENTITY_SIGNING_KEY_FILE: refused in production, where signing keys rotate; unset them.",
    );
  if (values.IDENTITY_PHONE_AUTOCONFIRM)
    throw new ConfigurationError(
      "IDENTITY_PHONE_AUTOCONFIRM: refused in production, or anybody owns any phone number; unset it.",
    );
  if (values.TESSERA_ADMINS && values.IDENTITY_MAILER_AUTOCONFIRM === "true")
    throw new ConfigurationError(
      "IDENTITY_MAILER_AUTOCONFIRM: refused in production with TESSERA_ADMINS, or anybody who signs up with a listed address administers; unset it.",
    );
  if (!kit.embedded && !values.IDENTITY_SECRET) {
    throw new ConfigurationError(
      "IDENTITY_SECRET: must be set in production with DATABASE_URL, to the same value for all processes.",
    );
  }
}

/** Where each kind of captcha checks the tokens that its widget gave to a page. */
const captchaServices = {
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
};

function captchaOf(values: z.infer<typeof Variables>) {
  const { IDENTITY_CAPTCHA: kind, IDENTITY_CAPTCHA_SECRET: secret } = values;
  if (!kind) return null;
  if (!secret) throw new ConfigurationError("IDENTITY_CAPTCHA_SECRET: must be set with IDENTITY_CAPTCHA.");
  return { secret, url: values.IDENTITY_CAPTCHA_URL ?? captchaServices[kind] };
}

/** Where the product is; in development also by the loopback's other names. */
function ownOrigins(kit: KitConfig): string[] {
  const own = [kit.publicUrl];
  if (!kit.production) {
    const url = new URL(kit.publicUrl);
    const port = url.port ? `:${url.port}` : "";
    if (url.hostname === "localhost" || url.hostname === "127.0.0.1")
      own.push(`${url.protocol}//localhost${port}`, `${url.protocol}//127.0.0.1${port}`);
  }
  return own;
}

/** Exact addresses. */
function allowedRedirects(kit: KitConfig, configured: string[]): ReadonlySet<string> {
  const own = ownOrigins(kit);
  return new Set([
    ...own.flatMap((origin) => [`${origin}/confirm`, `${origin}/`]),
    ...configured.map((entry) => new URL(entry).href),
  ]);
}

export const identityConfigProvider: FactoryProvider<IdentityConfig> = {
  provide: IDENTITY_CONFIG,
  inject: [Environment, CONFIG],
  useFactory: resolveConfig,
};
