import { createHmac, randomBytes } from "node:crypto";
import { sameBytes } from "../../core/index.ts";

/** RFC 6238 with what every authenticator app takes: HMAC-SHA-1, 6 digits, 30 s. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base32 (RFC 4648 §6) without padding. */
export const newSecret = () => base32(randomBytes(SECRET_BYTES));

/** What an authenticator app reads from the QR code; the key URI format of Google Authenticator. */
export function keyUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** The code of a time step; RFC 4226 §5.3. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * @param after the last step whose code was taken: neither it nor an earlier one counts again.
 * @param skew steps that a clock, or a slow hand, may be off
 * @returns the step of a right code, or null
 */
export function rightStep(secret: string, code: string, now: Date, after: number | null, skew = 1): number | null {
  const current = stepAt(now);
  for (let step = current - skew; step <= current + skew; step++) {
    const right = sameBytes(Buffer.from(codeAt(secret, step)), Buffer.from(code));
    if (right && (after === null || step > after)) return step;
  }
  return null;
}

function base32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => BASE32.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
