import { useNavigate, useSearchParams } from "@tessera/router";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { HOME } from "../routing/navigation-guard.ts";
import { useServices } from "../services.ts";
import { type Address, addressOf, looksLikePhone } from "../sign-in/address.ts";
import { AddressForm } from "../sign-in/address-form.tsx";
import { beginAtOrganisation, beginAtProvider, signInWithWallet } from "../sign-in/begin-elsewhere.ts";
import { CodeStep } from "../sign-in/code-step.tsx";
import { askForCode, callbackUrl } from "../sign-in/codes.ts";
import { OtherWays } from "../sign-in/other-ways.tsx";
import { PasswordForm } from "../sign-in/password-form.tsx";
import { SecondFactor } from "../sign-in/second-factor.tsx";
import { type CodePurpose, keepSentCode, keptSentCode, MESSAGE_INTERVAL, type SentCode } from "../sign-in/sent-code.ts";
import { SsoForm } from "../sign-in/sso-form.tsx";
import { WalletList } from "../sign-in/wallet-list.tsx";
import { useWallets, type Wallet } from "../sign-in/wallets.ts";
import { type Provider, useWays } from "../sign-in/ways.ts";
import { authSentence, secondsToWait } from "./auth-words.ts";
import { LinkButton, useFormStyles } from "./form-parts.tsx";

const modes = ["sign-in", "sign-up", "forgot", "code", "sso", "wallet"] as const;
type Mode = (typeof modes)[number];

/** Which mode a sent code belongs to. */
const modeOf: Record<CodePurpose, Mode> = { "sign-in": "code", "sign-up": "sign-up", recovery: "forgot" };

/** Sign in, create an account, or ask for a new password; then the second factor, where the account has one. */
export function LoginPage() {
  const styles = useFormStyles();
  const { session, savedPath, config } = useServices();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const mode = modes.find((name) => name === params.get("mode")) ?? "sign-in";
  const ways = useWays(config);
  const wallets = useWallets(ways.wallet);
  const half = useSyncExternalStore(session.subscribe, session.needsSecondFactor);
  const { user } = useSyncExternalStore(session.subscribe, session.getSession);
  const [typed, setTyped] = useState(keptTyped);
  const [sent, setSent] = useState<SentCode | null>(keptSentCode);
  const [notice, setNotice] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const change = (text: string) => {
    setTyped(text);
    keepTyped(text);
  };
  const turn = (next: Mode) => {
    setNotice(null);
    setParams(next === "sign-in" ? {} : { mode: next });
  };
  const remember = (next: SentCode | null) => {
    keepSentCode(next);
    setSent(next);
  };
  // By whatever way, also a link opened in another tab: who is signed in goes on to where they wanted to be, once.
  const entered = user !== null && !half;
  const gone = useRef(false);
  useEffect(() => {
    if (!entered || gone.current) return;
    gone.current = true;
    keepSentCode(null);
    keepTyped("");
    navigate(session.recovering() ? "/confirm" : (savedPath.take() ?? HOME), { replace: true });
  }, [entered, session, savedPath, navigate]);
  // Back from another service by the browser's own button: the page may be as it was left.
  useEffect(() => {
    const back = () => setBusy(false);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);

  const send = async (purpose: CodePurpose, address: Address) => {
    const now = Date.now();
    let againAt = now + MESSAGE_INTERVAL;
    try {
      await askForCode(await session.client(), purpose, address);
    } catch (refused) {
      // One was sent a moment ago: it can be entered.
      const { code } = refused as { code?: string };
      const seconds = secondsToWait(refused);
      if (!seconds || seconds * 1000 > MESSAGE_INTERVAL || (code !== "over_email_send_rate_limit" && code !== "over_sms_send_rate_limit"))
        throw refused;
      againAt = now + seconds * 1000;
    }
    remember({ purpose, address, at: againAt - MESSAGE_INTERVAL, againAt, wrongTries: 0 });
    if (mode !== modeOf[purpose]) turn(modeOf[purpose]);
  };
  const withPassword = async (address: Address, password: string) => {
    const { auth } = await session.client();
    if (mode === "sign-in") {
      const { error } = await auth.signInWithPassword({ ...address, password });
      if (error) throw error;
      return;
    }
    const options = { emailRedirectTo: callbackUrl() };
    const { data, error } = await auth.signUp(
      address.phone ? { phone: address.phone, password } : { email: address.email!, password, options },
    );
    if (error) throw error;
    if (!data.session) remember({ purpose: "sign-up", address, at: Date.now(), againAt: Date.now() + MESSAGE_INTERVAL, wrongTries: 0 });
  };
  /** Something outside the form: its failure is shown above the form's button. */
  const attempt = async (what: () => Promise<void>) => {
    setNotice(null);
    setBusy(true);
    try {
      await what();
    } catch (refused) {
      setNotice(authSentence(refused));
      setBusy(false);
    }
  };
  const codeNow = () => {
    const address = addressOf(typed, ways.phone);
    if ("problem" in address) turn("code");
    else void attempt(() => send("sign-in", address).then(() => setBusy(false)));
  };
  const atProvider = ({ id }: Provider) => attempt(async () => beginAtProvider(await session.client(), id));
  const atOrganisation = async (domain: string) => beginAtOrganisation(await session.client(), domain);
  const atWallet = async (wallet: Wallet) => signInWithWallet(await session.client(), wallet);
  const onlyWallet = wallets.length === 1 ? wallets[0] : undefined;
  const withWallet = () => (onlyWallet ? attempt(() => atWallet(onlyWallet).then(() => setBusy(false))) : turn("wallet"));

  if (half) return <SecondFactor />;
  const back = <LinkButton onClick={() => turn("sign-in")}>Back to sign in</LinkButton>;
  if (sent && modeOf[sent.purpose] === mode) {
    return (
      <>
        <CodeStep
          key={sent.purpose}
          sent={sent}
          makesAccounts={ways.signUp}
          onSent={remember}
          onOtherAddress={() => {
            remember(null);
          }}
        />
        <p className={styles.footNext}>{back}</p>
      </>
    );
  }
  const shared = { typed, onTyped: change };
  if (mode === "code") {
    return (
      <AddressForm
        {...shared}
        title="Sign in with a code"
        lead={
          ways.phone
            ? "We mail or text you six digits; no password is needed."
            : "We mail you six digits and a link; no password is needed."
        }
        submit={ways.phone && looksLikePhone(typed) ? "Text me a code" : ways.phone ? "Send me a code" : "Email me a code"}
        busyLabel="Sending"
        phoneOffered={ways.phone}
        onAddress={(address) => send("sign-in", address)}
      >
        {back}
      </AddressForm>
    );
  }
  if (mode === "forgot") {
    return (
      <AddressForm
        {...shared}
        title="Forgot your password?"
        lead="We send you a link and a code to choose a new one."
        submit="Send the link"
        busyLabel="Sending"
        phoneOffered={false}
        onAddress={(address) => send("recovery", address)}
      >
        {back}
      </AddressForm>
    );
  }
  if (mode === "sso") {
    return (
      <SsoForm {...shared} onDomain={atOrganisation}>
        {back}
      </SsoForm>
    );
  }
  if (mode === "wallet") {
    return (
      <WalletList wallets={wallets} onWallet={atWallet}>
        {back}
      </WalletList>
    );
  }
  return (
    <PasswordForm
      key={mode}
      {...shared}
      mode={mode}
      phoneOffered={ways.phone}
      onSubmit={withPassword}
      onForgot={() => turn("forgot")}
      onConfirmAgain={(address) => send("sign-up", address)}
      notice={notice}
    >
      {mode === "sign-in" && (
        <OtherWays
          ways={ways}
          wallets={wallets.length > 0}
          byPhone={ways.phone && looksLikePhone(typed)}
          busy={busy}
          onCode={codeNow}
          onProvider={atProvider}
          onSso={() => turn("sso")}
          onWallet={withWallet}
        />
      )}
      <p className={styles.foot}>
        {mode === "sign-up" ? "You have an account? " : ways.signUp ? "New here? " : ""}
        {mode === "sign-up" ? (
          <LinkButton onClick={() => turn("sign-in")}>Sign in</LinkButton>
        ) : (
          ways.signUp && <LinkButton onClick={() => turn("sign-up")}>Create an account</LinkButton>
        )}
      </p>
    </PasswordForm>
  );
}

/** What was typed as address outlives the way to another service and back. */
const TYPED = "tessera.sign-in-address";
const keptTyped = () => sessionStorage.getItem(TYPED) ?? "";
function keepTyped(text: string): void {
  if (text) sessionStorage.setItem(TYPED, text);
  else sessionStorage.removeItem(TYPED);
}
