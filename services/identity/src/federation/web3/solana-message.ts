import { createPublicKey, verify } from "node:crypto";
import bs58 from "bs58";
import { z } from "zod";
import { validationFailed } from "../../core/index.ts";

/** Bytes of a message; IDENTITY.md, "Solana sign-in message". */
const SHORTEST = 64;
const MAX_BYTES = 20 * 1024;
const FEWEST_LINES = 6;
const HEADER = " wants you to sign in with your Solana account:";
const ADDRESS_BYTES = 32;
const CHAINS = /^solana:(main|dev|test|local)net$/;
const Instant = z.iso.datetime({ offset: true });

/** What a person signed with their wallet. */
export interface SolanaMessage {
  text: string;
  domain: string;
  address: string;
  statement: string | null;
  uri: URL;
  chainId: string | null;
  issuedAt: Date;
  notBefore: Date | null;
  expirationTime: Date | null;
}

const FIELDS = [
  "Version",
  "URI",
  "Issued At",
  "Chain ID",
  "Not Before",
  "Expiration Time",
  "Nonce",
  "Request ID",
] as const;
type Fields = Partial<Record<(typeof FIELDS)[number], string>>;

/** Reads a sign-in message. @throws AuthError 400 `validation_failed`, naming what is wrong */
export function parseSolanaMessage(text: string): SolanaMessage {
  const bytes = Buffer.byteLength(text);
  if (bytes < SHORTEST) throw validationFailed("message is too short");
  if (bytes > MAX_BYTES) throw validationFailed("message must not exceed 20KB");
  const lines = text.split("\n");
  if (lines.length < FEWEST_LINES) throw validationFailed("message needs to have at least 6 lines");
  const [header = "", address = "", empty, ...rest] = lines;
  if (!header.endsWith(HEADER)) throw validationFailed(`message first line does not end in "${HEADER}"`);
  const domain = header.slice(0, -HEADER.length);
  if (
    !domain ||
    !URL.canParse(`https://${domain}/`) ||
    new URL(`https://${domain}/`).pathname !== "/" ||
    /[\s@?#]/.test(domain)
  )
    throw validationFailed("domain in first line of message is not valid");
  if (keyOf(address) === null) throw validationFailed("wallet address in message is not in base58 format");
  if (empty !== "") throw validationFailed("third line of message must be empty");
  const hasStatement = rest[0] !== "" && rest[1] === "";
  const fields = fieldsOf(rest.slice(hasStatement ? 2 : 0));
  if (fields.Version !== "1")
    throw validationFailed(`Version must be 1${fields.Version ? `, not ${fields.Version.slice(0, 20)}` : ""}`);
  if (!fields.URI) throw validationFailed("URI is missing in message");
  if (!URL.canParse(fields.URI)) throw validationFailed("URI in message is not valid");
  const issuedAt = instantOf(fields, "Issued At");
  if (!issuedAt) throw validationFailed("Issued At is missing in message");
  const chainId = fields["Chain ID"] || null;
  if (chainId && !CHAINS.test(chainId)) throw validationFailed("Chain ID is not valid");
  const notBefore = instantOf(fields, "Not Before");
  const expirationTime = instantOf(fields, "Expiration Time");
  if (expirationTime && issuedAt > expirationTime) throw validationFailed("Issued At is after Expiration Time");
  if (expirationTime && notBefore && notBefore > expirationTime)
    throw validationFailed("Not Before is after Expiration Time");
  return {
    text,
    domain,
    address,
    statement: hasStatement ? rest[0]! : null,
    uri: new URL(fields.URI),
    chainId,
    issuedAt,
    notBefore,
    expirationTime,
  };
}

/** `Name: value` lines, each name once, then at most a list of resources. */
function fieldsOf(lines: string[]): Fields {
  const fields: Fields = {};
  let inResources = false;
  for (const line of lines) {
    if (line === "" || (inResources && line.startsWith("- "))) continue;
    // Without a colon as supabase-js writes it.
    inResources = line === "Resources:" || line === "Resources";
    if (inResources) continue;
    const colon = line.indexOf(": ");
    const name = FIELDS.find((known) => known === line.slice(0, colon));
    if (colon < 0 || !name) throw validationFailed(`message has a line that cannot be read: "${line.slice(0, 40)}"`);
    if (name in fields) throw validationFailed(`${name} is there twice in message`);
    fields[name] = line.slice(colon + 2);
  }
  return fields;
}

function instantOf(fields: Fields, name: "Issued At" | "Not Before" | "Expiration Time"): Date | null {
  const written = fields[name];
  if (!written) return null;
  if (!Instant.safeParse(written).success) throw validationFailed(`${name} is not a valid time`);
  return new Date(written);
}

/** @returns the 32 bytes of the wallet's public key, null when that is no address */
function keyOf(address: string): Buffer | null {
  if (address.length < 32 || address.length > 44) return null;
  const bytes = bs58.decodeUnsafe(address);
  return bytes?.length === ADDRESS_BYTES ? Buffer.from(bytes) : null;
}

/** Whether the wallet named in the message signed it: its text, or the text in the wrapper that Ledger devices sign. */
export function isSignedByWallet(message: SolanaMessage, signature: Buffer): boolean {
  const key = keyOf(message.address)!;
  const publicKey = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") },
    format: "jwk",
  });
  const plain = Buffer.from(message.text);
  return [plain, ...wrapped(message, key, plain)].some((signed) => verify(null, signed, publicKey, signature));
}

/**
 * Solana's off-chain message, version 0, by one signer: the application is the domain, the text ASCII or UTF-8 with
 * lines.
 */
function wrapped({ domain }: SolanaMessage, key: Buffer, text: Buffer): Buffer[] {
  const application = Buffer.alloc(32);
  application.write(domain);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const VERSION = 0;
  const ONE_SIGNER = 1;
  return [0, 1].map((format) =>
    Buffer.concat([
      Buffer.from("\xffsolana offchain", "latin1"),
      Buffer.from([VERSION]),
      application,
      Buffer.from([format, ONE_SIGNER]),
      key,
      length,
      text,
    ]),
  );
}
