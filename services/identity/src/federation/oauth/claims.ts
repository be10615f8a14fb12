import { Email, type Json } from "../../core/index.ts";
import type { ExternalAccount } from "../../users/index.ts";

/** What a provider says about somebody, named as in OpenID Connect Core §5.1. */
export type Claims = Json;

/** OpenID Connect Core §2. */
const MAX_SUBJECT_LENGTH = 255;

const text = (value: unknown, maxLength = 300) =>
  typeof value === "string" && value && value.length <= maxLength ? value : undefined;

/** Apple sends booleans as strings. */
const saysVerified = ({ email_verified }: Claims) => email_verified === true || email_verified === "true";

const picture = (value: unknown) => {
  const url = text(value, 2000);
  return url && URL.canParse(url) && new URL(url).protocol === "https:" ? url : undefined;
};

/** @returns the account that claims describe, with `identity_data` as auth/v1 has it; null without a usable subject */
export function accountOf(
  provider: string,
  claims: Claims,
  isVerified: (claims: Claims) => boolean = saysVerified,
): ExternalAccount | null {
  const sub = text(claims.sub, MAX_SUBJECT_LENGTH);
  if (!sub) return null;
  const email = Email.safeParse(claims.email).data ?? null;
  const emailVerified = email !== null && isVerified(claims);
  const whole = [text(claims.given_name), text(claims.family_name)].filter(Boolean).join(" ");
  const name = text(claims.name) ?? (whole || undefined);
  const username = text(claims.preferred_username) ?? text(claims.nickname);
  const avatar = picture(claims.picture);
  const data = {
    iss: text(claims.iss),
    sub,
    provider_id: sub,
    email,
    email_verified: emailVerified,
    phone_verified: false,
    name,
    full_name: name,
    preferred_username: username,
    user_name: username,
    picture: avatar,
    avatar_url: avatar,
  };
  return { provider, providerId: sub, email, emailVerified, data };
}
