import { type Allowance, MAX_ACCESS_TOKEN_SECONDS } from "@tessera/service-kit";
import { z } from "zod";
import { limitNames } from "../limits/limits.ts";
import type { Profile } from "./profiles.ts";

const whole = (least: number, most: number) =>
  z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(least, `must be ${least} or more`)
    .max(most, `must be at most ${most}`);

/**
 * Sizes and times of the interface's security; the defaults are the column "ours" of IDENTITY.md, "Security to
 * require".
 */
export const NumberVariables = {
  /** Fewest characters of a password; NIST SP 800-63B wants 8. */
  IDENTITY_PASSWORD_MIN: whole(6, 64).optional(),
  /** Lifetime of mailed and texted codes and links; ASVS 5.0 6.5.5 wants 600 at most. */
  IDENTITY_CODE_SECONDS: whole(30, 86_400).optional(),
  /** Wrong tries that end a code or a challenge. */
  IDENTITY_CODE_ATTEMPTS: whole(1, 20).default(5),
  /** Between two messages to one address. */
  IDENTITY_MESSAGE_INTERVAL_SECONDS: whole(0, 3600).optional(),
  /**
   * IDENTITY.md allows an hour. Ours is shorter, although our services refuse ended sessions at once: others may check
   * tokens by the keys alone.
   */
  IDENTITY_ACCESS_TOKEN_SECONDS: whole(60, MAX_ACCESS_TOKEN_SECONDS).default(300),
  /** How long the previous refresh token of a session still leads to the active one. */
  IDENTITY_REFRESH_REUSE_SECONDS: whole(0, 300).default(10),
  /** Lifetime of a PKCE code. */
  IDENTITY_PKCE_CODE_SECONDS: whole(10, 3600).default(300),
  /** Time that a flow through another sign-in service may take. */
  IDENTITY_FLOW_SECONDS: whole(60, 3600).default(600),
  /** Time to answer the challenge of a second factor, and to prove a new factor. */
  IDENTITY_CHALLENGE_SECONDS: whole(30, 3600).default(300),
  IDENTITY_FACTORS_MAX: whole(1, 50).default(10),
  IDENTITY_PASSKEYS_MAX: whole(1, 50).default(10),
  /** Steps of 30 s that an authenticator app's clock may be off, each way; RFC 6238 §5.2. */
  IDENTITY_TOTP_SKEW: whole(0, 2).default(1),
  /** Age up to which a sign-in is proof enough to change an account. */
  IDENTITY_RECENT_SECONDS: whole(60, 86_400).default(900),
  /** Days within which a change can be undone from its mail. */
  IDENTITY_UNDO_DAYS: whole(1, 30).default(7),
  /**
   * Other limits than those of core/limits/limits.ts: "address-otp=10/300,account-password=5/600", requests in seconds.
   */
  IDENTITY_RATE_LIMITS: z.string().default("").transform(limitsOf),
};

function limitsOf(list: string, context: z.RefinementCtx): ReadonlyMap<string, Allowance> {
  const limits = new Map<string, Allowance>();
  for (const entry of list.split(",").map((written) => written.trim())) {
    if (!entry) continue;
    const [, name = "", limit, seconds] = /^([a-z0-9-]+)=([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(entry) ?? [];
    if (limitNames.includes(name)) limits.set(name, { limit: Number(limit), windowSeconds: Number(seconds) });
    else context.addIssue(`"${entry}" must be name=requests/seconds with a name of ${limitNames.join(", ")}`);
  }
  return limits;
}

type Values = z.infer<z.ZodObject<typeof NumberVariables>>;

/** The profile with what is set over it, times in ms. */
export function numbersOf(values: Values, profile: Profile) {
  const { IDENTITY_CODE_SECONDS: codeSeconds } = values;
  return {
    ...profile,
    minPasswordLength: values.IDENTITY_PASSWORD_MIN ?? profile.minPasswordLength,
    codeLifetimeMs: codeSeconds === undefined ? profile.codeLifetimeMs : codeSeconds * 1000,
    messageIntervalSeconds: values.IDENTITY_MESSAGE_INTERVAL_SECONDS ?? profile.messageIntervalSeconds,
    codeAttempts: values.IDENTITY_CODE_ATTEMPTS,
    accessTokenSeconds: values.IDENTITY_ACCESS_TOKEN_SECONDS,
    refreshReuseMs: values.IDENTITY_REFRESH_REUSE_SECONDS * 1000,
    pkceCodeLifetimeMs: values.IDENTITY_PKCE_CODE_SECONDS * 1000,
    flowSeconds: values.IDENTITY_FLOW_SECONDS,
    challengeLifetimeMs: values.IDENTITY_CHALLENGE_SECONDS * 1000,
    maxFactors: values.IDENTITY_FACTORS_MAX,
    maxPasskeys: values.IDENTITY_PASSKEYS_MAX,
    totpSkew: values.IDENTITY_TOTP_SKEW,
    rateLimits: values.IDENTITY_RATE_LIMITS,
    recentSignInMs: values.IDENTITY_RECENT_SECONDS * 1000,
    undoDays: values.IDENTITY_UNDO_DAYS,
  };
}
