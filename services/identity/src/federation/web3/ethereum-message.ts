import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { validationFailed } from "../../core/index.ts";
import { parseWalletMessage, type WalletMessage } from "./wallet-message.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/;
/** EIP-155: a positive integer. */
const CHAIN_ID = /^[1-9]\d{0,15}$/;

/** Reads a message of EIP-4361; its address in lower case, however it was written. @throws AuthError as `parseWalletMessage` */
export function parseEthereumMessage(text: string): WalletMessage {
  const message = parseWalletMessage(text, "Ethereum", {
    checkAddress: (address) => {
      if (!ADDRESS.test(address.toLowerCase()))
        throw validationFailed("wallet address in message is not an Ethereum address");
    },
    isChainId: (chainId) => chainId !== null && CHAIN_ID.test(chainId),
  });
  return { ...message, address: message.address.toLowerCase() };
}

/**
 * Whether the key of the address in the message signed it (EIP-191, version 0x45). A contract's own check (EIP-1271)
 * would take a node of its chain, so wallets that are contracts cannot sign in.
 * @param signature r, s and v: 65 bytes
 */
export function isSignedByKey({ text, address }: WalletMessage, signature: Buffer): boolean {
  const bytes = Buffer.from(text);
  const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
  const recovery = signature[64]! >= 27 ? signature[64]! - 27 : signature[64]!;
  if (recovery > 1) return false;
  try {
    const recovered = Buffer.concat([Buffer.from([recovery]), signature.subarray(0, 64)]);
    const compressed = secp256k1.recoverPublicKey(new Uint8Array(recovered), hash, { prehash: false });
    const key = secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1);
    return address === `0x${Buffer.from(keccak_256(key).subarray(-20)).toString("hex")}`;
  } catch {
    return false; // no signature of any key
  }
}
