import { createHash } from "node:crypto";

/**
 * Key of an entry of the administrators, made of what it is about. It names that to nobody: the event that closes the
 * entry outlives the person's account.
 */
export const entryKey = (about: string): string =>
  `billing:${createHash("sha256").update(about).digest("hex").slice(0, 32)}`;
