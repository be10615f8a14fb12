import { randomBytes } from "node:crypto";

/** Letters and digits that nobody confuses when they are read aloud or typed; 32 of them, 5 bits each. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
/** 125 random bits: an address is found by nobody who was not told it. */
const LENGTH = 25;

/** Local part of a new address. */
export const newMailName = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");

/** Whose address a recipient is, and the tag behind its "+"; null for what is no address of this domain. */
export function recipientOf(address: string, domain: string): { name: string; tag: string | null } | null {
  const at = address.lastIndexOf("@");
  if (address.slice(at + 1).toLowerCase() !== domain) return null;
  const [, name, tag = null] = /^([a-z0-9]{25})(?:\+(.{1,60}))?$/i.exec(address.slice(0, Math.max(0, at))) ?? [];
  return name ? { name: name.toLowerCase(), tag } : null;
}
