import type { UserRow } from "../../users/index.ts";
import type { OneTimeTokenRow, TokenKind } from "../tables.ts";
import { isBoundTo } from "./binding.ts";

const account = { email: "now@example.com", newEmail: "next@example.com", phone: "15550100", newPhone: "15550101" };
const counts = (kind: TokenKind, address: string, otherAddress: string | null = null, user: object = account) =>
  isBoundTo({ kind, address, otherAddress } as OneTimeTokenRow, user as UserRow);

/** Address and other address of a token that counts for the account as it is. */
const bound: [TokenKind, string, string | null][] = [
  ["email_change_current", "now@example.com", "next@example.com"],
  ["email_change_new", "next@example.com", "now@example.com"],
  ["phone_change", "15550101", "15550100"],
  ["phone_confirmation", "15550100", null],
  ["phone_sign_in", "15550100", null],
  ["reauthentication", "now@example.com", null],
  ["recovery", "now@example.com", null],
];

it.each(bound)("a token for %s counts for the addresses it was made for, and for no others", (kind, address, other) => {
  expect(counts(kind, address, other)).toBe(true);
  expect(counts(kind, "else@example.com", other)).toBe(false);
  if (other) expect(counts(kind, address, "else@example.com")).toBe(false);
});

it("a token to prove oneself again counts for the phone of an account without an address", () => {
  expect(counts("reauthentication", "15550100", null, { ...account, email: null })).toBe(true);
  expect(counts("reauthentication", "now@example.com", null, { ...account, email: null })).toBe(false);
});
