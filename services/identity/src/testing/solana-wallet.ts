import { generateKeyPairSync, sign } from "node:crypto";
import bs58 from "bs58";

/** A Solana wallet as supabase-js takes it; what it signs last is kept. */
export function solanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url");
  const address = bs58.encode(key);
  const signBytes = (message: Uint8Array | string) => new Uint8Array(sign(null, Buffer.from(message), privateKey));
  const wallet = {
    publicKey: { toBase58: () => address },
    signed: null as { message: string; signature: Uint8Array } | null,
    signMessage: async (bytes: Uint8Array) => {
      const signature = signBytes(bytes);
      wallet.signed = { message: Buffer.from(bytes).toString(), signature };
      return signature;
    },
  };
  return { address, key, wallet, sign: signBytes };
}
