import type { UserRow } from "../../users/index.ts";
import type { ActKind, OneTimeTokenRow, TokenKind } from "../tables.ts";

/**
 * Whether the account still is what a token was made for: its address, and for a change the addresses on both sides of
 * it.
 */
export function isBoundTo(row: OneTimeTokenRow, user: UserRow): boolean {
  const { address, otherAddress } = row;
  switch (row.kind) {
    case "email_change_current":
      return address === user.email && otherAddress === user.newEmail;
    case "email_change_new":
      return address === user.newEmail && otherAddress === user.email;
    case "phone_change":
      return address === user.newPhone && otherAddress === user.phone;
    case "phone_confirmation":
    case "phone_sign_in":
      return address === user.phone;
    case "reauthentication":
      return address === (user.email ?? user.phone);
    default:
      return address === user.email;
  }
}

/** The act that a kind of token proves. */
export const actKindOf = (kind: TokenKind): ActKind =>
  kind === "email_change_current" || kind === "email_change_new" ? "email_change" : kind;
