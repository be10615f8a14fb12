import { ConfigurationError } from "@tessera/service-kit";

/** What distinguishes the product from the profiles for clients' own tests; IDENTITY.md, "The conformance profile". */
export interface Profile {
  /** Fewest characters of a password; NIST SP 800-63B and ASVS 5.0 §6.2 want 8. */
  minPasswordLength: number;
  refuseCommonPasswords: boolean;
  /** Lifetime of mailed and texted codes and links, ms; ASVS 5.0 6.5.5. */
  codeLifetimeMs: number;
  /** Seconds between two messages to one address. */
  messageIntervalSeconds: number;
  /**
   * Whether a request for a code may be answered by "no such account". Always false outside the profiles: it lists
   * accounts.
   */
  tellsUnknownAddresses: boolean;
}

export const product: Profile = {
  minPasswordLength: 8,
  refuseCommonPasswords: true,
  codeLifetimeMs: 600_000,
  messageIntervalSeconds: 60,
  tellsUnknownAddresses: false,
};

export const conformance: Profile = {
  minPasswordLength: 6,
  refuseCommonPasswords: false,
  codeLifetimeMs: 3_600_000,
  messageIntervalSeconds: 1,
  tellsUnknownAddresses: true,
};

/** Variables that a profile sets unless they are set already. */
const presets = {
  conformance: {
    IDENTITY_MAILER_AUTOCONFIRM: "true",
    IDENTITY_ANONYMOUS: "true",
    IDENTITY_SMS: "none",
    IDENTITY_PHONE_AUTOCONFIRM: "true",
  },
  "conformance-confirm": { IDENTITY_MAILER_AUTOCONFIRM: "false" },
  "conformance-closed": { IDENTITY_MAILER_AUTOCONFIRM: "false", IDENTITY_SIGNUP: "false" },
} satisfies Record<string, Record<string, string>>;

/**
 * @returns the profile and the variables with its presets below them.
 * @throws ConfigurationError in production or for an unknown name
 */
export function profileOf(values: Record<string, string | undefined>, production: boolean) {
  const name = values.IDENTITY_PROFILE;
  if (!name) return { profile: product, values };
  if (!(name in presets))
    throw new ConfigurationError(`IDENTITY_PROFILE: must be one of ${Object.keys(presets).join(", ")}.`);
  if (production)
    throw new ConfigurationError("IDENTITY_PROFILE: is for tests of clients and refused in production; unset it.");
  const common = {
    IDENTITY_RATE_LIMIT_FACTOR: "100",
    IDENTITY_WEB3: "false",
    IDENTITY_SAML: "false",
    // The pages that auth-js's passkey tests stand in for.
    IDENTITY_WEBAUTHN_ORIGINS: "http://localhost:5173",
    IDENTITY_MANUAL_LINKING: "false",
    IDENTITY_PROVIDERS: "google",
    // Google does not know it: those tests only look at the address.
    IDENTITY_GOOGLE_CLIENT_ID: "conformance",
    IDENTITY_GOOGLE_CLIENT_SECRET: "conformance",
  };
  return { profile: conformance, values: { ...common, ...presets[name as keyof typeof presets], ...values } };
}
