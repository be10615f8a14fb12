import { generateKeyPairSync, sign } from "node:crypto";
import type { Page } from "@playwright/test";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** As Bitcoin and Solana write keys; no leading zero bytes here. */
function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)] + text;
  return text.padStart(text.length + (bytes[0] === 0 ? 1 : 0), "1");
}

/**
 * A wallet with a real key, put into a page as an extension would: in the way of the Wallet Standard, or at
 * `window.solana`.
 */
export async function injectWallet(
  page: Page,
  by: "standard" | "window",
  willing = true,
): Promise<{ address: string }> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const address = base58(Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url"));
  await page.exposeFunction("signWithTestKey", (message: number[]) => [
    ...sign(null, Buffer.from(message), privateKey),
  ]);
  await page.addInitScript(put, { by, address, willing });
  return { address };
}

function put({ by, address, willing }: { by: "standard" | "window"; address: string; willing: boolean }): void {
  const host = window as unknown as { signWithTestKey(message: number[]): Promise<number[]>; solana?: unknown };
  const signed = async (message: Uint8Array) => {
    if (!willing) throw new Error("User rejected the request.");
    return new Uint8Array(await host.signWithTestKey([...message]));
  };
  if (by === "window") {
    let open = false;
    host.solana = {
      connect: async () => {
        open = true;
      },
      publicKey: { toBase58: () => address },
      signMessage: (message: Uint8Array) => (open ? signed(message) : Promise.reject(new Error("Not connected"))),
    };
    return;
  }
  const signIn = async ({ domain, statement, uri, version, issuedAt }: Record<string, string>) => {
    const lines = [`${domain} wants you to sign in with your Solana account:`, address, "", statement, ""];
    const text = [...lines, `URI: ${uri}`, `Version: ${version}`, `Issued At: ${issuedAt}`].join("\n");
    const signedMessage = new TextEncoder().encode(text);
    return [{ account: { address }, signedMessage, signature: await signed(signedMessage) }];
  };
  const wallet = {
    name: "Test wallet",
    version: "1.0.0",
    chains: ["solana:mainnet"],
    accounts: [],
    features: { "solana:signIn": { version: "1.0.0", signIn } },
  };
  type Api = { register(wallet: unknown): void };
  window.addEventListener("wallet-standard:app-ready", (event) => (event as CustomEvent<Api>).detail.register(wallet));
  window.dispatchEvent(
    new CustomEvent("wallet-standard:register-wallet", { detail: (api: Api) => api.register(wallet) }),
  );
}
