import { createPublicKey, verify } from "node:crypto";
import bs58 from "bs58";
import { validationFailed } from "../../core/index.ts";
import { parseWalletMessage, type WalletMessage } from "./wallet-message.ts";

const ADDRESS_BYTES = 32;
const CHAINS = /^solana:(main|dev|test|local)net$/;

/** Reads a sign-in message. @throws AuthError 400 `validation_failed`, naming what is wrong */
export const parseSolanaMessage = (text: string): WalletMessage =>
  parseWalletMessage(text, "Solana", {
    checkAddress: (address) => {
      if (keyOf(address) === null) throw validationFailed("wallet address in message is not in base58 format");
    },
    isChainId: (chainId) => chainId === null || CHAINS.test(chainId),
  });

/** @returns the 32 bytes of the wallet's public key, null when that is no address */
function keyOf(address: string): Buffer | null {
  if (address.length < 32 || address.length > 44) return null;
  const bytes = bs58.decodeUnsafe(address);
  return bytes?.length === ADDRESS_BYTES ? Buffer.from(bytes) : null;
}

/** Whether the wallet named in the message signed it: its text, or the text in the wrapper that Ledger devices sign. */
export function isSignedByWallet(message: WalletMessage, signature: Buffer): boolean {
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
function wrapped({ domain }: WalletMessage, key: Buffer, text: Buffer): Buffer[] {
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
