import { AuthError, Email, type Json } from "../../core/index.ts";
import type { ExternalAccount } from "../../users/index.ts";
import type { AttributeMapping } from "../tables.ts";
import type { SamlAssertion } from "./saml-assertion.ts";
import { providerNameOf, type SsoProvider } from "./sso-provider-store.ts";

/** Names under which providers send an address, in the order of trust; upstream's list. */
const EMAIL_ATTRIBUTES = [
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "http://schemas.xmlsoap.org/claims/emailaddress",
  "mail",
  "email",
];
const NAME_ATTRIBUTES = [
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "displayname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
  "name",
];
/** Members that OpenID Connect and auth/v1 name; a mapping's others are the company's own. */
const KNOWN = new Set(
  [
    "name",
    "full_name",
    "family_name",
    "given_name",
    "middle_name",
    "nickname",
    "preferred_username",
    "user_name",
    "picture",
    "avatar_url",
  ].concat(["profile", "website", "gender", "birthdate", "zoneinfo", "locale", "phone"]),
);

/**
 * Who an assertion is about. The provider answers for addresses of its own domains alone: any other it names is not the
 * person's.
 * @returns 400 `saml_assertion_no_user_id`, `saml_assertion_no_email` when it does not say
 */
export function personOf(assertion: SamlAssertion, provider: SsoProvider): ExternalAccount | AuthError {
  if (!assertion.userId || assertion.userId.length > 500)
    return new AuthError(
      400,
      "saml_assertion_no_user_id",
      "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user",
    );
  const mapped = mappedTo(provider.attributeMapping, assertion.attributes);
  const written = mapped.email ?? firstOf(assertion.attributes, EMAIL_ATTRIBUTES) ?? assertion.nameIdEmail;
  const email = Email.safeParse(written).data;
  if (!email) return new AuthError(400, "saml_assertion_no_email", "SAML Assertion does not contain an email address");
  const emailVerified = provider.domains.some(({ domain }) => domain === email.split("@")[1]);
  const name = mapped.name ?? mapped.full_name ?? firstOf(assertion.attributes, NAME_ATTRIBUTES);
  const { email: _, ...others } = mapped;
  const own = Object.entries(others).filter(([key]) => !KNOWN.has(key));
  return {
    provider: providerNameOf(provider.id),
    providerId: assertion.userId,
    email,
    emailVerified,
    data: {
      iss: provider.entityId,
      sub: assertion.userId,
      email,
      email_verified: emailVerified,
      ...(name ? { name, full_name: name } : {}),
      ...Object.fromEntries(Object.entries(others).filter(([key]) => KNOWN.has(key))),
      ...(own.length ? { custom_claims: Object.fromEntries(own) } : {}),
    },
  };
}

const firstOf = (attributes: ReadonlyMap<string, string[]>, names: string[]) =>
  names.map((name) => attributes.get(name)?.[0]).find((value) => value !== undefined);

function mappedTo({ keys = {} }: AttributeMapping, attributes: ReadonlyMap<string, string[]>): Json {
  const mapped: Json = {};
  for (const [key, { name, names = [], default: fallback, array }] of Object.entries(keys)) {
    const values = [...(name ? [name] : []), ...names]
      .map((wanted) => attributes.get(wanted.toLowerCase()))
      .find((found) => found?.length);
    const value = values ? (array ? values : values[0]) : fallback;
    if (value !== undefined && value !== null) mapped[key] = value;
  }
  return mapped;
}
