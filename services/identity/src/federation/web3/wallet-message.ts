import { z } from "zod";
import { validationFailed } from "../../core/index.ts";

/** Bytes of a message; IDENTITY.md, "Solana sign-in message". */
const SHORTEST = 64;
const MAX_BYTES = 20 * 1024;
const FEWEST_LINES = 6;
const Instant = z.iso.datetime({ offset: true });

/** What a person signed with their wallet: EIP-4361, which Solana's form follows. */
export interface WalletMessage {
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

/** What differs between the chains. */
interface Form {
  /** @throws AuthError 400 `validation_failed` */
  checkAddress(address: string): void;
  isChainId(chainId: string | null): boolean;
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
export function parseWalletMessage(text: string, chain: "Solana" | "Ethereum", form: Form): WalletMessage {
  const ending = ` wants you to sign in with your ${chain} account:`;
  const bytes = Buffer.byteLength(text);
  if (bytes < SHORTEST) throw validationFailed("message is too short");
  if (bytes > MAX_BYTES) throw validationFailed("message must not exceed 20KB");
  const lines = text.split("\n");
  if (lines.length < FEWEST_LINES) throw validationFailed("message needs to have at least 6 lines");
  const [header = "", address = "", empty, ...rest] = lines;
  if (!header.endsWith(ending)) throw validationFailed(`message first line does not end in "${ending}"`);
  const domain = header.slice(0, -ending.length);
  if (
    !domain ||
    !URL.canParse(`https://${domain}/`) ||
    new URL(`https://${domain}/`).pathname !== "/" ||
    /[\s@?#]/.test(domain)
  )
    throw validationFailed("domain in first line of message is not valid");
  form.checkAddress(address);
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
  if (!form.isChainId(chainId)) throw validationFailed("Chain ID is not valid");
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
