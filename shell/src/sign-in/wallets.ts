import type { EthereumWallet, SolanaWallet } from "@supabase/supabase-js";
import { useEffect, useState } from "react";

interface Named {
  name: string;
}
export interface OfSolana extends Named {
  chain: "solana";
  /** Opens the wallet for signing; it may ask the person. */
  connect(): Promise<SolanaWallet>;
}
export interface OfEthereum extends Named {
  chain: "ethereum";
  connect(): Promise<EthereumWallet>;
}
/** A wallet that an extension put into this page. */
export type Wallet = OfSolana | OfEthereum;

const chainNames = { solana: "Solana wallet", ethereum: "Ethereum wallet" };

/** What the wallets have in common; null for none. */
export function walletsLabel(wallets: Wallet[]): string | null {
  const labels = new Set(wallets.map(({ chain }) => chainNames[chain]));
  const [label = null] = labels;
  return labels.size > 1 ? "Wallet" : label;
}

/** The wallets of this page, while somebody wants to know; what watches for them is loaded then. */
export function useWallets(wanted: boolean): Wallet[] {
  const [wallets, setWallets] = useState<Wallet[]>([]);
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    let stop = () => {};
    import("./watch-wallets.ts")
      .then(({ watchWallets }) => {
        if (!isOver) stop = watchWallets(setWallets);
      })
      .catch((error) => console.warn("Wallets could not be looked for", error));
    return () => {
      isOver = true;
      stop();
    };
  }, [wanted]);
  return wanted ? wallets : [];
}
