import { readToo, secret } from "@tessera/service-kit";
import { z } from "zod";
import { Variables } from "./identity-config.ts";

/** What a variable does; `secret` where its value is one, null where the kit declares it. */
type About = string | { secret: string } | null;

const about: Record<keyof typeof Variables.shape, About> = {
  IDENTITY_SECRET: {
    secret: "seals keys and hashes codes; default: made at the first start and kept in DATA_DIR/identity.secret",
  },
  IDENTITY_SECRET_NEXT: {
    secret:
      "the secret that replaces IDENTITY_SECRET by `npm run secrets -- rotate identity-secret`; set both meanwhile",
  },
  IDENTITY_SIGNUP: "whether strangers may make an account",
  IDENTITY_MAILER_AUTOCONFIRM:
    "whether new addresses count as confirmed without a mail; default: in development without SMTP_URL",
  IDENTITY_ANONYMOUS: "whether a person may look around without an account of their own",
  IDENTITY_WEB3: "whether Solana and Ethereum wallets sign people in",
  IDENTITY_WEBAUTHN_ORIGINS:
    "origins beside PUBLIC_URL, on its host or below it, whose pages may use its passkeys, separated by commas",
  IDENTITY_MANUAL_LINKING: "whether a person may add further accounts to sign in with",
  IDENTITY_SAML: "whether companies' identity providers sign people in",
  IDENTITY_OAUTH_REGISTRATION: "whether clients, such as those of MCP, may register themselves",
  IDENTITY_PHONE_AUTOCONFIRM: "whether new numbers count as confirmed without a code; refused in production",
  IDENTITY_SMS: "where messages go without SMS_URL: to the outbox page of development, or nowhere",
  IDENTITY_SIGNING_KEY_FILE:
    "file with a fixed signing key as JWK, instead of the rotating ones; refused in production",
  IDENTITY_JWT_SECRET: {
    secret: "shared secret that signs tokens, instead of the rotating keys; refused in production",
  },
  SMS_URL: "http(s) address that takes text messages",
  SMS_TOKEN: { secret: "bearer token for SMS_URL" },
  SMS_FROM: "sender of text messages",
  IDENTITY_REDIRECT_URLS: "further addresses that mailed links may lead to, separated by commas",
  IDENTITY_PLACE_HEADERS: "headers in which the proxy in front names the place of a request, the narrowest first",
  IDENTITY_RATE_LIMIT_FACTOR: "multiplies every limit of identity; 0 turns them off, refused in production",
  IDENTITY_SMS_PREFIXES: "beginnings of the numbers that messages are sent to, for example +43,+49; default: any",
  IDENTITY_SESSION_IDLE_DAYS: "days without use after which a session ends",
  IDENTITY_SESSION_DAYS: "days after which a session ends in any case",
  IDENTITY_CAPTCHA: "captcha that sign-up and sign-in ask for",
  IDENTITY_CAPTCHA_SECRET: { secret: "what the captcha's service knows this installation by" },
  IDENTITY_CAPTCHA_URL: "address that checks solutions; default: that of the captcha's maker",
  IDENTITY_PASSWORD_MIN: "fewest characters of a password; default: 8",
  IDENTITY_CODE_SECONDS: "life of mailed and texted codes and links; default: 600",
  IDENTITY_CODE_ATTEMPTS: "wrong tries that end a code or a challenge",
  IDENTITY_MESSAGE_INTERVAL_SECONDS: "seconds between two messages to one address; default: 60",
  IDENTITY_ACCESS_TOKEN_SECONDS: "life of an access token",
  IDENTITY_REFRESH_REUSE_SECONDS: "time in which an earlier refresh token still leads to the active one",
  IDENTITY_PKCE_CODE_SECONDS: "life of a code that PKCE redeems",
  IDENTITY_FLOW_SECONDS: "time that a sign-in through another service may take",
  IDENTITY_CHALLENGE_SECONDS: "time to answer the challenge of a second factor",
  IDENTITY_FACTORS_MAX: "second factors that an account may have",
  IDENTITY_PASSKEYS_MAX: "passkeys that an account may have",
  IDENTITY_TOTP_SKEW: "steps of 30 s that an authenticator app's clock may be off, each way",
  IDENTITY_RECENT_SECONDS: "age up to which a sign-in is proof enough for what changes an account",
  IDENTITY_UNDO_DAYS: "days within which a change that a mail tells of can be taken back",
  IDENTITY_RATE_LIMITS: "other limits by name, separated by commas: address-otp=10/300,account-password=5/600",
  SMTP_URL: { secret: "mail server; needed in production. Without it mails are kept and shown at /dev/outbox" },
  TESSERA_ADMINS: null,
  MAIL_FROM: "sender of mails",
};

const described = (variable: z.ZodType, text: About) =>
  text === null
    ? readToo(variable)
    : typeof text === "string"
      ? variable.describe(text)
      : secret(variable, text.secret);

/** Every variable of identity, with what it does: those that are parsed, and those that name sign-in services. */
export const IdentityVariables = z.object({
  ...Object.fromEntries(
    Object.entries(Variables.shape).map(([name, variable]) => [
      name,
      described(variable, about[name as keyof typeof about]),
    ]),
  ),
  IDENTITY_PROFILE: z
    .enum(["conformance", "conformance-confirm", "conformance-closed"])
    .optional()
    .describe("settings for the own tests of auth/v1's clients; refused in production"),
  IDENTITY_PROVIDERS: z
    .string()
    .optional()
    .describe("names of sign-in services, separated by commas, in the order they are offered"),
  "IDENTITY_<NAME>_CLIENT_ID": z
    .string()
    .optional()
    .describe("ids under which the service knows this installation; the first sends people"),
  "IDENTITY_<NAME>_CLIENT_SECRET": secret(z.string().optional(), "the secret that belongs to the client id"),
  "IDENTITY_<NAME>_ISSUER": z
    .string()
    .optional()
    .describe("address of an OpenID Connect provider that is not known by its name"),
  "IDENTITY_<NAME>_NAME": z.string().optional().describe("what people call the service"),
  "IDENTITY_<NAME>_SCOPES": z
    .string()
    .optional()
    .describe("what is asked of the service; default: openid email profile"),
});
