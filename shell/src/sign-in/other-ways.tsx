import { BuildingBank20Regular } from "@fluentui/react-icons/svg/building-bank";
import { Key20Regular } from "@fluentui/react-icons/svg/key";
import { Mail20Regular } from "@fluentui/react-icons/svg/mail";
import { Phone20Regular } from "@fluentui/react-icons/svg/phone";
import { Wallet20Regular } from "@fluentui/react-icons/svg/wallet";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { PlainButton } from "@tessera/ui";
import type { ReactElement } from "react";
import { knowsPasskeys } from "./passkeys.ts";
import { ProviderMark } from "./provider-mark.tsx";
import type { Provider, Ways } from "./ways.ts";

const useStyles = makeStyles({
  or: {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    marginTop: "20px",
    marginBottom: "16px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    "::before": { content: '""', flexGrow: 1, height: "1px", backgroundColor: tokens.colorNeutralStroke2 },
    "::after": { content: '""', flexGrow: 1, height: "1px", backgroundColor: tokens.colorNeutralStroke2 },
  },
  ways: { display: "flex", flexWrap: "wrap", gap: "8px" },
  /** Two in a row; a single one takes the whole row. */
  way: {
    flexGrow: 1,
    flexBasis: "calc(50% - 4px)",
    minWidth: "min(100%, 144px)",
    height: "36px",
    padding: "0 8px",
    whiteSpace: "nowrap",
  },
  whole: { flexBasis: "100%" },
});

interface OtherWaysProps {
  ways: Ways;
  /** What to call the wallets of this page; null where there are none. */
  wallets: string | null;
  /** What is typed is a phone number: the code goes there. */
  byPhone: boolean;
  busy: boolean;
  onCode(): void;
  onPasskey(): void;
  onProvider(provider: Provider): void;
  onSso(): void;
  onWallet(): void;
}

/** Ways to sign in besides the password, as far as the instance offers them. */
export function OtherWays({
  ways,
  wallets,
  byPhone,
  busy,
  onCode,
  onPasskey,
  onProvider,
  onSso,
  onWallet,
}: OtherWaysProps) {
  const styles = useStyles();
  const rest: { id: string; label: string; icon: ReactElement; run: () => void }[] = [
    ...ways.providers.map((provider) => ({
      id: provider.id,
      label: provider.name,
      icon: <ProviderMark id={provider.id} />,
      run: () => onProvider(provider),
    })),
    ...(ways.sso ? [{ id: "sso", label: "Single sign-on", icon: <BuildingBank20Regular />, run: onSso }] : []),
    ...(wallets ? [{ id: "wallet", label: wallets, icon: <Wallet20Regular />, run: onWallet }] : []),
  ];
  const code = ways.email || ways.phone;
  const passkey = ways.passkey && knowsPasskeys();
  if (!code && !passkey && rest.length === 0) return null;
  return (
    <>
      <div className={styles.or}>or</div>
      <div className={styles.ways}>
        {code && (
          <PlainButton
            className={mergeClasses(styles.way, styles.whole)}
            icon={byPhone ? <Phone20Regular /> : <Mail20Regular />}
            disabledFocusable={busy}
            onClick={onCode}
          >
            {byPhone ? "Text me a code" : ways.email ? "Email me a code" : "Send me a code"}
          </PlainButton>
        )}
        {passkey && (
          <PlainButton
            className={mergeClasses(styles.way, styles.whole)}
            icon={<Key20Regular />}
            disabledFocusable={busy}
            onClick={onPasskey}
          >
            Sign in with a passkey
          </PlainButton>
        )}
        {rest.map(({ id, label, icon, run }) => (
          <PlainButton key={id} className={styles.way} icon={icon} disabledFocusable={busy} onClick={run}>
            {label}
          </PlainButton>
        ))}
      </div>
    </>
  );
}
