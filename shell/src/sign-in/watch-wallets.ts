import type { EthereumWallet, SolanaWallet } from "@supabase/supabase-js";
import type { OfEthereum, OfSolana, Wallet } from "./wallets.ts";

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
  chains.some((chain) => chain.startsWith("solana:")) &&
  ("solana:signIn" in features || "solana:signMessage" in features);

function fromStandard(wallet: StandardWallet): OfSolana {
  return {
    chain: "solana",
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

function injected(): OfSolana[] {
  const found = (window as { solana?: Injected }).solana;
  if (!found || (typeof found.signIn !== "function" && typeof found.signMessage !== "function")) return [];
  return [
    {
      chain: "solana",
      name: found.isPhantom ? "Phantom" : "Solana wallet",
      async connect() {
        if (typeof found.signIn !== "function") await found.connect?.();
        return found as SolanaWallet;
      },
    },
  ];
}

/**
 * https://github.com/wallet-standard/wallet-standard: wallets that are there answer
 * `app-ready`, later ones announce themselves by `register-wallet`; both hand over a function that takes what registers
 * them.
 */
function watchSolana(onChange: (wallets: OfSolana[]) => void): () => void {
  const standard = new Map<string, OfSolana>();
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

/** A provider of EIP-1193. */
type Provider = EthereumWallet;
/** EIP-6963: what a wallet says about itself. */
interface Announced {
  info: { uuid: string; name: string };
  provider: Provider;
}

const fromProvider = (name: string, provider: Provider): OfEthereum => ({
  chain: "ethereum",
  name,
  // The client asks for accounts itself.
  connect: async () => provider,
});

function injectedEthereum(): OfEthereum[] {
  const found = (window as { ethereum?: Provider & { isMetaMask?: boolean } }).ethereum;
  if (typeof found?.request !== "function") return [];
  return [fromProvider(found.isMetaMask ? "MetaMask" : "Ethereum wallet", found)];
}

/**
 * https://eips.ethereum.org/EIPS/eip-6963: wallets announce themselves when the page asks, and when they come later.
 */
function watchEthereum(onChange: (wallets: OfEthereum[]) => void): () => void {
  const announced = new Map<string, OfEthereum>();
  const notify = () => onChange(announced.size > 0 ? [...announced.values()] : injectedEthereum());
  const onAnnounce = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Announced>).detail;
    announced.set(info.uuid, fromProvider(info.name, provider));
    notify();
  };
  window.addEventListener("eip6963:announceProvider", onAnnounce);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  notify();
  return () => window.removeEventListener("eip6963:announceProvider", onAnnounce);
}

/** Follows the wallets of this page. */
export function watchWallets(onChange: (wallets: Wallet[]) => void): () => void {
  let [solana, ethereum]: [Wallet[], Wallet[]] = [[], []];
  const stopSolana = watchSolana((wallets) => {
    solana = wallets;
    onChange([...solana, ...ethereum]);
  });
  const stopEthereum = watchEthereum((wallets) => {
    ethereum = wallets;
    onChange([...solana, ...ethereum]);
  });
  return () => {
    stopSolana();
    stopEthereum();
  };
}
