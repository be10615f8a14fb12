import { createHmac } from "node:crypto";

/**
 * Names a mailbox without storing its address. Parts after "+" reach the same mailbox at the large providers and are
 * left out.
 * @param key of this installation
 */
export function addressHash(email: string, key: string): string {
  const [mailbox = "", domain = ""] = email.trim().toLowerCase().split("@");
  return createHmac("sha256", key)
    .update(`${mailbox.split("+")[0]}@${domain}`)
    .digest("base64url");
}
