import type { UserRow } from "../../users/index.ts";

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);
/** Entries without a value are left out of JSON. */
const given = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));

/** What OpenID Connect says of a person, by scope (Core §5.4). An address that is not confirmed is said to be so. */
export function claimsOf(user: UserRow, scopes: readonly string[]): Record<string, unknown> {
  const { userMetadata: said } = user;
  const profile = {
    name: text(said.full_name) ?? text(said.name),
    picture: text(said.avatar_url) ?? text(said.picture),
    preferred_username: text(said.preferred_username),
    updated_at: Math.floor(user.updatedAt.getTime() / 1000),
  };
  const email = user.email ? { email: user.email, email_verified: user.emailConfirmedAt !== null } : {};
  const phone = user.phone
    ? { phone_number: `+${user.phone}`, phone_number_verified: user.phoneConfirmedAt !== null }
    : {};
  return given({
    ...(scopes.includes("profile") ? profile : {}),
    ...(scopes.includes("email") ? email : {}),
    ...(scopes.includes("phone") ? phone : {}),
  });
}
