import { Wallet20Regular } from "@fluentui/react-icons/svg/wallet";
import { PlainButton } from "@tessera/ui";
import { type ReactNode, useState } from "react";
import { authSentence } from "../pages/auth-words.ts";
import { FormError, StepTitle, useFormStyles } from "../pages/form-parts.tsx";
import { type Wallet, walletsLabel } from "./wallets.ts";

interface WalletListProps {
  wallets: Wallet[];
  /** @throws Error that is shown */
  onWallet(wallet: Wallet): Promise<void>;
  children: ReactNode;
}

/** Chooses among several wallets, and signs in with the chosen one. */
export function WalletList({ wallets, onWallet, children }: WalletListProps) {
  const styles = useFormStyles();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<Wallet | null>(null);
  const choose = async (wallet: Wallet) => {
    setFailure(null);
    setBusy(wallet);
    try {
      await onWallet(wallet);
    } catch (refused) {
      setFailure(authSentence(refused));
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <StepTitle arrived>{walletsLabel(wallets) ?? "Wallet"}</StepTitle>
      <p className={styles.lead}>
        {wallets.length > 0
          ? "Your wallet shows a message and asks you to sign it. It costs nothing and moves nothing."
          : "There is no wallet in this browser. Install or unlock one, then reload this page."}
      </p>
      {wallets.map((wallet) => (
        <PlainButton
          key={`${wallet.chain} ${wallet.name}`}
          className={styles.submit}
          icon={<Wallet20Regular />}
          disabledFocusable={busy !== null}
          onClick={() => choose(wallet)}
        >
          {busy === wallet ? "Waiting for your signature" : wallet.name}
        </PlainButton>
      ))}
      <FormError>{failure}</FormError>
      <p className={styles.foot}>{children}</p>
    </>
  );
}
