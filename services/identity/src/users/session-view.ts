import { type Json, MAX_METADATA_BYTES } from "../core/index.ts";
import type { FactorRow, IdentityRow, UserRow } from "./tables.ts";
import { type UserView, userView } from "./user-view.ts";

/**
 * Bytes of JSON. A session travels in a cookie with every request, where encoding adds a third, and its access token in
 * a header. Within these bounds the headers stay below 15 kB; Node.js accepts 16 kB.
 */
const MAX_APP_METADATA_BYTES = 512;
const MAX_IDENTITY_DATA_BYTES = 512;
const MAX_VIEW_BYTES = 4096;

/** What the product reads of an account elsewhere. */
const NAMES = ["sub", "email", "email_verified", "phone", "phone_verified", "preferred_username", "user_name", "name"];
const ROLES = ["roles", "provider", "providers"];

/** The part of an account's metadata that tokens and sessions carry. */
export const carriedMetadata = ({ appMetadata, userMetadata }: Pick<UserRow, "appMetadata" | "userMetadata">) => ({
  app_metadata: fitting(appMetadata, MAX_APP_METADATA_BYTES, ROLES),
  user_metadata: fitting(userMetadata, MAX_METADATA_BYTES),
});

/** The User of auth/v1 as clients keep it in a session. What does not fit is left out, the least needed first. */
export function sessionView(user: UserRow, identities: IdentityRow[], factors: FactorRow[] = []): UserView {
  const whole = { ...userView(user, identities, factors), ...carriedMetadata(user) };
  const within = (most: number) =>
    whole.identities.map((identity) => ({ ...identity, identity_data: fitting(identity.identity_data, most, NAMES) }));
  for (const view of [
    { ...whole, identities: within(MAX_IDENTITY_DATA_BYTES) },
    { ...whole, identities: within(128) },
    { ...whole, user_metadata: {}, identities: within(128) },
  ])
    if (bytesOf(view) <= MAX_VIEW_BYTES) return view;
  const least = { ...whole, user_metadata: {}, identities: within(128) };
  while (least.identities.length > 1 && bytesOf(least) > MAX_VIEW_BYTES) least.identities.pop();
  return least;
}

/** The entries that fit into `most` bytes together: those of `first` before others. */
function fitting(data: Json, most: number, first: string[] = []): Json {
  if (bytesOf(data) <= most) return data;
  const ordered = [
    ...first.filter((key) => Object.hasOwn(data, key)),
    ...Object.keys(data).filter((key) => !first.includes(key)),
  ];
  const kept: Json = {};
  let size = 2;
  for (const key of ordered) {
    const bytes = bytesOf({ [key]: data[key] });
    if (size + bytes > most) continue;
    kept[key] = data[key];
    size += bytes;
  }
  return kept;
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));
