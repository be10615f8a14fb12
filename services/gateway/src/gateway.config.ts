import { listed } from "@tessera/federation/route-rules.ts";
import { flag, hostCookie, readToo } from "@tessera/service-kit";
import { z } from "zod";

export const GATEWAY_CONFIG = Symbol("gateway configuration");

const paths = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine(
    (entries) => entries.every((entry) => entry.startsWith("/")),
    "must be paths separated by commas, for example /items/*,/queue",
  );

/** Where each kind of captcha has its widget, from their documentation; drawn when the page asks for it. */
const captchaScripts = {
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
};

export const GatewayConfigSchema = z
  .object({
    IDENTITY_URL: readToo(z.string().optional()),
    IDENTITY_ANON_KEY: z
      .string()
      .min(1)
      .optional()
      .describe("publishable key of the issuer that IDENTITY_URL names; pages send it"),
    PUBLIC_URL: readToo(z.string().default("")),
    COOKIE_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/, "must be letters, digits, - and _")
      .default("sb-tessera-auth-token")
      .describe(
        "beginning of the names of the cookies that hold a session in the browser, after __Host- where there is https",
      ),
    BUILD_POLL_SECONDS: z.coerce
      .number()
      .int()
      .min(5)
      .default(60)
      .describe("seconds after which a page asks whether there is a newer build"),
    TELEMETRY_SAMPLE: z.coerce
      .number("must be a number from 0 to 1")
      .min(0)
      .max(1)
      .default(1)
      .describe("share of page loads that report the health of releases"),
    GUARD_ENABLED: flag(true).describe("whether pages that need a session send strangers to /login"),
    GUARD_INCLUDE: paths.describe("paths that alone are guarded, separated by commas: /items/*,/queue"),
    GUARD_EXCLUDE: paths.describe("paths that are not guarded, separated by commas"),
    INTERNAL_EMAIL_DOMAIN: readToo(z.string().min(3).optional()),
    IDENTITY_PLACE_HEADERS: readToo(z.string().default("")),
    IDENTITY_CAPTCHA: readToo(z.enum(["hcaptcha", "turnstile"], "must be hcaptcha or turnstile").optional()),
    IDENTITY_CAPTCHA_SITE_KEY: z.string().optional().describe("what the captcha knows this site by"),
    IDENTITY_CAPTCHA_SCRIPT: z
      .url("must be the address of the widget's script")
      .optional()
      .describe("address of the widget's script; default: that of the captcha's maker"),
  })
  .refine((values) => !values.IDENTITY_URL || values.IDENTITY_ANON_KEY, {
    path: ["IDENTITY_ANON_KEY"],
    message: "is the publishable key of the identity service that IDENTITY_URL names; set it too",
  })
  .refine((values) => !(values.GUARD_INCLUDE.length && listed(values.GUARD_INCLUDE, "/login")), {
    path: ["GUARD_INCLUDE"],
    message: "must not name /login: nobody could sign in",
  })
  .refine((values) => !values.IDENTITY_CAPTCHA || values.IDENTITY_CAPTCHA_SITE_KEY, {
    path: ["IDENTITY_CAPTCHA_SITE_KEY"],
    message: "is what the captcha knows this site by; set it with IDENTITY_CAPTCHA",
  })
  .transform((values) => ({
    /** Supabase's address as supabase-js wants it, without /auth/v1; empty for the embedded service. */
    identityUrl: (values.IDENTITY_URL ?? "").replace(/\/auth\/v1\/?$/, "").replace(/\/$/, ""),
    /** The embedded service asks for no key; supabase-js insists on one. */
    anonKey: values.IDENTITY_ANON_KEY ?? "tessera",
    cookiePrefix: hostCookie(values.COOKIE_PREFIX, { publicUrl: values.PUBLIC_URL }),
    buildPollSeconds: values.BUILD_POLL_SECONDS,
    /** Share of page loads that report the health of releases. */
    telemetrySample: values.TELEMETRY_SAMPLE,
    guard: { enabled: values.GUARD_ENABLED, include: values.GUARD_INCLUDE, exclude: values.GUARD_EXCLUDE },
    /**
     * Headers that name a visitor's place: an identity service elsewhere believes them of the gateway, so strangers
     * must not set them.
     */
    placeHeaders: values.IDENTITY_PLACE_HEADERS.toLowerCase()
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
    internalDomain: values.INTERNAL_EMAIL_DOMAIN?.toLowerCase().replace(/^@/, "") ?? null,
    captcha: values.IDENTITY_CAPTCHA
      ? {
          kind: values.IDENTITY_CAPTCHA,
          siteKey: values.IDENTITY_CAPTCHA_SITE_KEY!,
          script: values.IDENTITY_CAPTCHA_SCRIPT ?? captchaScripts[values.IDENTITY_CAPTCHA],
        }
      : null,
  }));
export type GatewayConfig = z.infer<typeof GatewayConfigSchema>;
