import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

/** An Ethereum wallet as supabase-js takes it (EIP-1193); what it signs last is kept. */
export function ethereumWallet() {
  const secretKey = new Uint8Array(randomBytes(32));
  const key = secp256k1.getPublicKey(secretKey, false).subarray(1);
  const address = `0x${Buffer.from(keccak_256(key).subarray(-20)).toString("hex")}`;
  const sign = (message: string, v = 27) => {
    const bytes = Buffer.from(message);
    const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
    const [recovery, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: "recovered" });
    return `0x${Buffer.from([...rest, recovery! + v]).toString("hex")}`;
  };
  const wallet = {
    signed: null as { message: string; signature: string } | null,
    request: async ({ method, params }: { method: string; params?: unknown[] }) => {
      if (method === "eth_requestAccounts") return [address];
      if (method === "eth_chainId") return "0x1";
      const message = Buffer.from(String(params![0]).slice(2), "hex").toString();
      wallet.signed = { message, signature: sign(message) };
      return wallet.signed.signature;
    },
  };
  return { address, wallet, sign };
}
