import { randomBytes } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An id that cannot be guessed: the hosted pages are opened by knowing it alone. 24 letters, some 140 bits. */
export function newId(prefix: string, length = 24): string {
  let id = prefix;
  while (id.length < prefix.length + length)
    for (const byte of randomBytes(32)) if (byte < 248) id += letters[byte % 62];
  return id.slice(0, prefix.length + length);
}
