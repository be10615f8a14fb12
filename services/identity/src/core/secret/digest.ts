import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** An unguessable token of 256 bits, in 43 characters. */
export const randomToken = () => randomBytes(32).toString("base64url");

/** How tokens of 256 bits are stored: they need no salt and no slow hash. */
export const sha256 = (text: string) => createHash("sha256").update(text).digest();

export const sameBytes = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
