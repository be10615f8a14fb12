import { z } from "zod";

// Answers of our own additions to auth/v1 for a person's account. Names of members are written as auth/v1 writes its
// own; answers may have more of them.

/** A browser or device that is signed in; `place` in words where it is known, `address` of the network. */
export const AccountSession = z
  .looseObject({
    id: z.string(),
    device: z.string(),
    address: z.string().nullable(),
    place: z.string().nullable(),
    aal: z.enum(["aal1", "aal2"]),
    created_at: z.string(),
    last_used_at: z.string(),
    current: z.boolean(),
  })
  .meta({ id: "AuthAccountSession" });
export type AccountSession = z.infer<typeof AccountSession>;
export const AccountSessions = z.looseObject({ sessions: z.array(AccountSession) }).meta({ id: "AuthAccountSessions" });
export type AccountSessions = z.infer<typeof AccountSessions>;

/** Something that happened with the account; `action` as the audit log names it. */
export const AccountActivity = z
  .looseObject({
    id: z.number(),
    at: z.string(),
    action: z.string(),
    method: z.string().nullable(),
    reason: z.string().nullable(),
    kind: z.string().nullable(),
    provider: z.string().nullable(),
    scope: z.string().nullable(),
    address: z.string().nullable(),
    place: z.string().nullable(),
    device: z.string().nullable(),
  })
  .meta({ id: "AuthAccountActivity" });
export type AccountActivity = z.infer<typeof AccountActivity>;
/** Newest first; `next` is the `before` of the next page. */
export const ActivityPage = z
  .looseObject({ activity: z.array(AccountActivity), next: z.number().nullable() })
  .meta({ id: "AuthActivityPage" });
export type ActivityPage = z.infer<typeof ActivityPage>;

export const RecoveryCodeCount = z
  .looseObject({ total: z.int(), remaining: z.int(), created_at: z.string().nullable() })
  .meta({ id: "AuthRecoveryCodeCount" });
export type RecoveryCodeCount = z.infer<typeof RecoveryCodeCount>;
/** Shown once. */
export const RecoveryCodes = z.looseObject({ codes: z.array(z.string()) }).meta({ id: "AuthRecoveryCodes" });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const PasswordState = z.looseObject({ is_set: z.boolean() }).meta({ id: "AuthPasswordState" });
export type PasswordState = z.infer<typeof PasswordState>;

/**
 * A token with which programs act for the person; `last_used_at` within a minute. It reaches the cards of the `types`
 * that have one of the `tags`; empty and missing lists ask for nothing.
 */
export const ApiToken = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    types: z.array(z.string()).optional(),
    tags: z.array(z.string()).optional(),
    created_at: z.string(),
    expires_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: "AuthApiToken" });
export type ApiToken = z.infer<typeof ApiToken>;
/** The person's tokens, newest first, and what tokens may be let do in this installation. */
export const ApiTokens = z
  .looseObject({ tokens: z.array(ApiToken), scopes: z.array(z.looseObject({ name: z.string(), title: z.string() })) })
  .meta({ id: "AuthApiTokens" });
export type ApiTokens = z.infer<typeof ApiTokens>;
/** `token` is shown once. */
export const NewApiToken = ApiToken.extend({ token: z.string() }).meta({ id: "AuthNewApiToken" });
export type NewApiToken = z.infer<typeof NewApiToken>;
