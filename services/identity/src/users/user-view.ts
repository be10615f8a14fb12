import type { FactorRow, IdentityRow, UserRow } from "./tables.ts";

const iso = (at: Date | null) => at?.toISOString();

/** A row of the user's ways to sign in, as auth/v1 shows it. */
export const identityView = (row: IdentityRow) => ({
  identity_id: row.id,
  id: row.providerId,
  user_id: row.userId,
  identity_data: row.identityData,
  provider: row.provider,
  last_sign_in_at: iso(row.lastSignInAt),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  email: row.identityData.email as string | undefined,
});

/** A second factor as auth/v1 shows it: never its secret. */
export const factorView = (row: FactorRow) => ({
  id: row.id,
  friendly_name: row.friendlyName,
  factor_type: row.factorType,
  status: row.status,
  phone: row.phone,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  last_challenged_at: iso(row.lastChallengedAt) ?? null,
});

/** The User of auth/v1; IDENTITY.md, "The contract". Members without a value are left out. */
export const userView = (user: UserRow, identities: IdentityRow[], factors: FactorRow[] = []) => ({
  id: user.id,
  aud: "authenticated",
  role: "authenticated",
  email: user.email ?? "",
  phone: user.phone ?? "",
  email_confirmed_at: iso(user.emailConfirmedAt),
  phone_confirmed_at: iso(user.phoneConfirmedAt),
  confirmed_at: iso(user.emailConfirmedAt ?? user.phoneConfirmedAt),
  invited_at: iso(user.invitedAt),
  confirmation_sent_at: iso(user.confirmationSentAt),
  recovery_sent_at: iso(user.recoverySentAt),
  new_email: user.newEmail ?? undefined,
  email_change_sent_at: iso(user.emailChangeSentAt),
  new_phone: user.newPhone ?? undefined,
  phone_change_sent_at: iso(user.phoneChangeSentAt),
  reauthentication_sent_at: iso(user.reauthenticationSentAt),
  last_sign_in_at: iso(user.lastSignInAt),
  app_metadata: user.appMetadata,
  user_metadata: user.userMetadata,
  factors: factors.map(factorView),
  identities: identities.map(identityView),
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
  banned_until: iso(user.bannedUntil),
  deleted_at: iso(user.deletedAt),
  is_anonymous: user.isAnonymous,
  is_sso_user: user.isSsoUser,
});
export type UserView = ReturnType<typeof userView>;

/**
 * The same for somebody who owes their second factor: what supabase-js needs to ask for it, and nothing of the person.
 * decisions/012.
 */
export const halfView = (user: UserRow, factors: FactorRow[]): UserView => {
  const { id, createdAt, updatedAt, isAnonymous, isSsoUser } = user;
  const shown = userView({ ...nobody, id, createdAt, updatedAt, isAnonymous, isSsoUser }, []);
  return {
    ...shown,
    factors: factors.map((factor) => ({
      ...factorView(factor),
      phone: factor.phone && lastDigits(factor.phone),
    })),
  };
};

/** Enough to recognise the phone that the code goes to. */
const lastDigits = (phone: string) => `••••${phone.slice(-2)}`;

/** The members of an account that describe its person, all empty. */
export const nobody = {
  email: null,
  passwordHash: null,
  emailConfirmedAt: null,
  confirmationSentAt: null,
  recoverySentAt: null,
  newEmail: null,
  emailChangeHalf: null,
  emailChangeSentAt: null,
  phone: null,
  phoneConfirmedAt: null,
  newPhone: null,
  phoneChangeSentAt: null,
  invitedAt: null,
  reauthenticationSentAt: null,
  lastSignInAt: null,
  appMetadata: {},
  userMetadata: {},
  bannedUntil: null,
  tokenGeneration: 0,
  deletedAt: null,
} satisfies Partial<UserRow>;
