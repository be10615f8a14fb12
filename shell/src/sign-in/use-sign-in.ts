import { useNavigate, useSearchParams } from "@tessera/router";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { authSentence } from "../pages/auth-words.ts";
import { HOME } from "../routing/navigation-guard.ts";
import { useServices } from "../services.ts";
import { type Address, addressOf } from "./address.ts";
import { beginAtOrganisation, beginAtProvider, signInWithWallet } from "./begin-elsewhere.ts";
import { askForCode, callbackUrl } from "./codes.ts";
import { MODE_OF_CODE, type Mode, modeOf, sentBefore, sentNow, stepOf } from "./flow.ts";
import { signInWithPasskey, useFilledInPasskey } from "./passkeys.ts";
import { type CodePurpose, keepSentCode, keptSentCode, type SentCode } from "./sent-code.ts";
import { keepTyped, keptTyped } from "./typed-address.ts";
import { useWallets, type Wallet } from "./wallets.ts";
import { type Provider, useWays } from "./ways.ts";

/** State and acts of the sign-in page. What an act throws is for its form to show; `notice` is of what has no form. */
export function useSignIn() {
  const { session, config } = useServices();
  const [params, setParams] = useSearchParams();
  const mode = modeOf(params.get("mode"));
  const ways = useWays(config);
  const wallets = useWallets(ways.wallet);
  const needsSecondFactor = useSyncExternalStore(session.subscribe, session.needsSecondFactor);
  const [typed, setTyped] = useState(keptTyped);
  const [sent, setSent] = useState<SentCode | null>(keptSentCode);
  const [notice, setNotice] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useGoOnOnceSignedIn(needsSecondFactor);
  // Back from another service by the browser's own button: the page may be as it was left.
  useEffect(() => {
    const back = () => setBusy(false);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);

  const turn = (next: Mode) => {
    setNotice(null);
    setParams(next === "sign-in" ? {} : { mode: next });
  };
  const remember = (next: SentCode | null) => {
    keepSentCode(next);
    setSent(next);
  };
  const send = async (purpose: CodePurpose, address: Address) => {
    const now = Date.now();
    try {
      await askForCode(await session.client(), purpose, address);
      remember(sentNow(purpose, address, now));
    } catch (refused) {
      const before = sentBefore(refused, purpose, address, now);
      if (!before) throw refused;
      remember(before);
    }
    if (mode !== MODE_OF_CODE[purpose]) turn(MODE_OF_CODE[purpose]);
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
    if (!data.session) remember(sentNow("sign-up", address, Date.now()));
  };
  /** Something outside the form; the page stays busy while it is left. */
  const attempt = async (what: () => Promise<void>, leaves: boolean) => {
    setNotice(null);
    setBusy(true);
    try {
      await what();
      setBusy(leaves);
    } catch (refused) {
      setNotice(authSentence(refused));
      setBusy(false);
    }
  };
  const step = stepOf({ needsSecondFactor, mode, sent });
  const filledIn = useFilledInPasskey(ways.passkey && step.kind === "password" && mode === "sign-in", (error) =>
    setNotice(authSentence(error)),
  );
  const atWallet = async (wallet: Wallet) => signInWithWallet(await session.client(), wallet);
  return {
    step,
    ways,
    wallets,
    typed,
    notice,
    busy,
    turn,
    remember,
    change(text: string) {
      setTyped(text);
      keepTyped(text);
    },
    send,
    withPassword,
    /** To the address that is typed already, or asks for one. */
    sendCodeNow() {
      const address = addressOf(typed, ways.phone);
      if ("problem" in address) turn("code");
      else void attempt(() => send("sign-in", address), false);
    },
    /** A browser asks one thing at a time: what it may fill in goes first. */
    withPasskey() {
      filledIn.stop();
      void attempt(async () => signInWithPasskey(await session.client()), false);
    },
    atProvider: ({ id }: Provider) => void attempt(async () => beginAtProvider(await session.client(), id), true),
    atOrganisation: async (domain: string) => beginAtOrganisation(await session.client(), domain),
    atWallet,
    /** With the one wallet there is, or asks which. */
    withWallet() {
      const [first, second] = wallets;
      if (first && !second) void attempt(() => atWallet(first), false);
      else turn("wallet");
    },
  };
}
export type SignIn = ReturnType<typeof useSignIn>;

/** By whatever way, also a link opened in another tab: a person who is signed in goes to the page they wanted, once. */
function useGoOnOnceSignedIn(needsSecondFactor: boolean): void {
  const { session, savedPath } = useServices();
  const navigate = useNavigate();
  const { user } = useSyncExternalStore(session.subscribe, session.getSession);
  const signedIn = user !== null && !needsSecondFactor;
  const gone = useRef(false);
  useEffect(() => {
    if (!signedIn || gone.current) return;
    gone.current = true;
    keepSentCode(null);
    keepTyped("");
    navigate(session.recovering() ? "/confirm" : (savedPath.take() ?? HOME), { replace: true });
  }, [signedIn, session, savedPath, navigate]);
}
