import type { Allowance } from "@tessera/service-kit";

/** Requests from one address; IDENTITY.md, "Security to require". */
export const byAddress = {
  token: { limit: 150, windowSeconds: 300 },
  authorize: { limit: 150, windowSeconds: 300 },
  callback: { limit: 150, windowSeconds: 300 },
  signup: { limit: 30, windowSeconds: 300 },
  otp: { limit: 30, windowSeconds: 300 },
  recover: { limit: 30, windowSeconds: 300 },
  resend: { limit: 30, windowSeconds: 300 },
  verify: { limit: 30, windowSeconds: 300 },
  user: { limit: 30, windowSeconds: 300 },
  reauthenticate: { limit: 30, windowSeconds: 300 },
  factors: { limit: 15, windowSeconds: 60 },
  anonymous: { limit: 30, windowSeconds: 3600 },
  web3: { limit: 30, windowSeconds: 300 },
  sso: { limit: 30, windowSeconds: 300 },
  /** Each visit of the sign-in page asks for a challenge; nobody guesses a signature. */
  passkey: { limit: 150, windowSeconds: 300 },
  /** Answers of companies' identity providers: a whole office shares one address. */
  acs: { limit: 150, windowSeconds: 300 },
  /** Clients that register themselves. */
  "oauth-register": { limit: 10, windowSeconds: 3600 },
} satisfies Record<string, Allowance>;

/** Attempts on one account; decisions/014-strangers-lock-nobody-out.md. */
export const byAccount = {
  /** Wrong passwords from one network, or one device that the account knows; a right one resets the count. */
  password: { limit: 20, windowSeconds: 300 },
  /** Passwords tried by all unknown devices together; NIST SP 800-63B §3.2.2 wants 100 at most in a row. */
  "password-unknown": { limit: 100, windowSeconds: 3600 },
  /** Codes from one network, or one device that the account knows. */
  code: { limit: 15, windowSeconds: 3600 },
  /** Wrong codes from all unknown devices together: with 6 digits, an even chance takes years. */
  "code-unknown": { limit: 15, windowSeconds: 3600 },
  /** Wrong codes of a second factor; a right one resets the count. */
  factor: { limit: 15, windowSeconds: 3600 },
} satisfies Record<string, Allowance>;

/** Mails or text messages to one address an hour, for one known device or for all other devices together. */
export const messagesAnHour: Allowance = { limit: 30, windowSeconds: 3600 };

/** The limits that IDENTITY_RATE_LIMITS may set. */
export const limitNames: readonly string[] = [
  ...Object.keys(byAddress).map((name) => `address-${name}`),
  ...Object.keys(byAccount).map((name) => `account-${name}`),
  "mails-an-hour",
  "sms-an-hour",
];
