import type { SolanaWallet } from "@supabase/supabase-js";
import { useEffect, useState } from "react";

/** A wallet of Solana that an extension put into this page. */
export interface Wallet {
  name: string;
  /** Opens the wallet for signing; it may ask the person. */
  connect(): Promise<SolanaWallet>;
}

/** A wallet of the Wallet Standard, as far as the page uses it. */
interface StandardWallet {
  name: string;
  chains: readonly string[];
  features: Record<string, unknown>;
  accounts: readonly StandardAccount[];
}
interface StandardAccount {
  address: string;
}
interface Connect {
  connect(): Promise<{ accounts: readonly StandardAccount[] }>;
}
interface SignIn {
  signIn(input: unknown): Promise<unknown>;
}
interface SignMessage {
  signMessage(input: { account: StandardAccount; message: Uint8Array }): Promise<readonly { signature: Uint8Array }[]>;
}

/** What extensions older than the standard put at `window.solana`. */
type Injected = { connect?(): Promise<unknown>; isPhantom?: boolean; signIn?: unknown; signMessage?: unknown };

const isOfSolana = ({ chains, features }: StandardWallet) =>
  chains.some((chain) => chain.startsWith("solana:")) && ("solana:signIn" in features || "solana:signMessage" in features);

function fromStandard(wallet: StandardWallet): Wallet {
  return {
    name: wallet.name,
    async connect() {
      const signIn = wallet.features["solana:signIn"] as SignIn | undefined;
      if (signIn) return { signIn: (input: unknown) => signIn.signIn(input) } as SolanaWallet;
      const { accounts } = await (wallet.features["standard:connect"] as Connect).connect();
      const account = accounts[0] ?? wallet.accounts[0];
      if (!account) throw new Error("The wallet gave no account");
      const { signMessage } = wallet.features["solana:signMessage"] as SignMessage;
      return {
        publicKey: { toBase58: () => account.address },
        signMessage: async (message: Uint8Array) => (await signMessage({ account, message }))[0]!.signature,
      } as SolanaWallet;
    },
  };
}

function injected(): Wallet[] {
  const found = (window as { solana?: Injected }).solana;
  if (!found || (typeof found.signIn !== "function" && typeof found.signMessage !== "function")) return [];
  return [
    {
      name: found.isPhantom ? "Phantom" : "Solana wallet",
      async connect() {
        if (typeof found.signIn !== "function") await found.connect?.();
        return found as SolanaWallet;
      },
    },
  ];
}

/**
 * Follows the wallets of this page. https://github.com/wallet-standard/wallet-standard: wallets that are there answer
 * `app-ready`, later ones announce themselves by `register-wallet`; both hand over a function that takes what registers
 * them.
 */
export function watchWallets(onChange: (wallets: Wallet[]) => void): () => void {
  const standard = new Map<string, Wallet>();
  const notify = () => onChange(standard.size > 0 ? [...standard.values()] : injected());
  const api = Object.freeze({
    register(...wallets: StandardWallet[]) {
      for (const wallet of wallets) if (isOfSolana(wallet)) standard.set(wallet.name, fromStandard(wallet));
      notify();
      return () => {
        for (const wallet of wallets) standard.delete(wallet.name);
        notify();
      };
    },
  });
  const onRegister = (event: Event) => (event as CustomEvent<(given: typeof api) => void>).detail(api);
  window.addEventListener("wallet-standard:register-wallet", onRegister);
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));
  notify();
  return () => window.removeEventListener("wallet-standard:register-wallet", onRegister);
}

/** The wallets of this page, while somebody wants to know. */
export function useWallets(wanted: boolean): Wallet[] {
  const [wallets, setWallets] = useState<Wallet[]>([]);
  useEffect(() => (wanted ? watchWallets(setWallets) : undefined), [wanted]);
  return wanted ? wallets : [];
}
