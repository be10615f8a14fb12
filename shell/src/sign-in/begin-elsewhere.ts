import type { Provider as ProviderId } from "@supabase/supabase-js";
import { beginFlow } from "../session/asked-here.ts";
import type { Supabase } from "../session/supabase.ts";
import { callbackUrl } from "./codes.ts";
import type { Wallet } from "./wallets.ts";

/** Leaves the page for another sign-in service. @throws AuthError */
export async function beginAtProvider({ auth }: Supabase, id: string): Promise<void> {
  beginFlow();
  const { error } = await auth.signInWithOAuth({ provider: id as ProviderId, options: { redirectTo: callbackUrl() } });
  if (error) throw error;
}

/**
 * Leaves the page for an organisation's own sign-in.
 * @throws AuthError `sso_provider_not_found`, `saml_provider_disabled`
 */
export async function beginAtOrganisation({ auth }: Supabase, domain: string): Promise<void> {
  beginFlow();
  const { error } = await auth.signInWithSSO({ domain, options: { redirectTo: callbackUrl() } });
  if (error) throw error;
}

/** Signs in with a signature of the wallet. @throws AuthError; `wallet_refused` when the wallet did not sign */
export async function signInWithWallet({ auth }: Supabase, wallet: Wallet): Promise<void> {
  const statement = "Sign in to Tessera.";
  // The service accepts only addresses from its list of redirects.
  const options = { url: callbackUrl() };
  const signIn = async () =>
    wallet.chain === "solana"
      ? auth.signInWithWeb3({ chain: wallet.chain, statement, wallet: await wallet.connect(), options })
      : auth.signInWithWeb3({ chain: wallet.chain, statement, wallet: await wallet.connect(), options });
  const answer = await signIn().catch((error: Error) => {
    throw Object.assign(new Error(error.message), { code: "wallet_refused" });
  });
  if (answer.error) throw answer.error;
}
