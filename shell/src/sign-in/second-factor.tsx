import type { Factor } from "@supabase/supabase-js";
import { Button } from "@tessera/fluent";
import { useSession } from "@tessera/shell-api";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { authSentence, secondsToWait } from "../pages/auth-words.ts";
import { CODE_DIGITS, CodeField, FormError, LinkButton, StepTitle, TextField, useFormStyles } from "../pages/form-parts.tsx";
import { useServices } from "../services.ts";
import { type Challenge, keepChallenge, keptChallenge } from "./challenge.ts";
import { MESSAGE_INTERVAL } from "./sent-code.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

type PhoneFactor = Factor & { phone?: string };
const RECOVERY = "recovery";

/** The step between the password and the product, for accounts with a second factor. Who shows it follows `needsSecondFactor`. */
export function SecondFactor() {
  const styles = useFormStyles();
  const { session } = useServices();
  const { user } = useSession();
  const [factors, setFactors] = useState<PhoneFactor[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    let here = true;
    session
      .client()
      .then(({ auth }) => auth.getSession())
      .then(({ data }) => {
        if (here) setFactors((data.session?.user.factors ?? []).filter(({ status }) => status === "verified"));
      })
      .catch((error) => here && setFailure(authSentence(error)));
    return () => {
      here = false;
    };
  }, [session]);

  // Until the session is read, the person's own list says what there is.
  const known = factors.length > 0 ? factors : (user?.factors ?? []).filter(({ status }) => status === "verified");
  const first = known.find(({ factor_type }) => factor_type === "totp") ?? known[0];
  const current = chosen ?? first?.id ?? RECOVERY;
  const factor = known.find(({ id }) => id === current);
  const signOut = async () => {
    setLeaving(true);
    try {
      keepChallenge(null);
      await session.signOut("local");
    } catch (refused) {
      setFailure(authSentence(refused));
      setLeaving(false);
    }
  };

  return (
    <>
      {current === RECOVERY ? (
        <RecoveryCode key={RECOVERY} />
      ) : factor?.factor_type === "phone" ? (
        <PhoneCode key={current} factorId={current} phone={(factor as PhoneFactor).phone} />
      ) : (
        <AppCode key={current} factorId={current} name={factor?.friendly_name} />
      )}
      <FormError>{failure}</FormError>
      <div className={styles.foot}>
        {known
          .filter(({ id }) => id !== current)
          .map((other) => (
            <p key={other.id} className={styles.line}>
              <LinkButton onClick={() => setChosen(other.id)}>{nameOf(other as PhoneFactor)}</LinkButton>
            </p>
          ))}
        {current !== RECOVERY && (
          <p className={styles.line}>
            <LinkButton onClick={() => setChosen(RECOVERY)}>Use a recovery code</LinkButton>
          </p>
        )}
        <p className={styles.line}>
          Not {user?.email || "you"}? <LinkButton onClick={signOut}>{leaving ? "Signing out" : "Sign out"}</LinkButton>
        </p>
      </div>
    </>
  );
}

const nameOf = ({ factor_type, friendly_name, phone }: PhoneFactor) =>
  factor_type === "phone"
    ? `Text a code to ${phone ? masked(phone) : friendly_name || "my phone"}`
    : `Use the authenticator app${friendly_name ? ` "${friendly_name}"` : ""}`;

/** The last two digits, as far as somebody looking over a shoulder may know them. */
const masked = (phone: string) => `•••• ${phone.slice(-2)}`;

/** What the forms of this step have in common. */
function useProof() {
  const { session } = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const give = async (prove: (auth: Awaited<ReturnType<typeof session.client>>["auth"]) => Promise<{ error: unknown }>) => {
    setProblem(null);
    setFailure(null);
    setBusy(true);
    try {
      const { error } = await prove((await session.client()).auth);
      if (error) throw error;
      keepChallenge(null);
    } catch (refused) {
      if ((refused as { code?: string }).code === "mfa_verification_failed") setProblem(authSentence(refused));
      else setFailure(authSentence(refused));
      field.current?.select();
    } finally {
      setBusy(false);
    }
  };
  const refuse = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  return { session, problem, failure, setFailure, busy, field, give, refuse };
}

function AppCode({ factorId, name }: { factorId: string; name?: string }) {
  const styles = useFormStyles();
  const { problem, failure, busy, field, give, refuse } = useProof();
  const [code, setCode] = useState("");
  useEffect(() => field.current?.focus(), [field]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < CODE_DIGITS) return refuse(`The code has ${CODE_DIGITS} digits.`);
    return give((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
  };
  return (
    <form onSubmit={submit} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>Second step</StepTitle>
      <p className={styles.lead}>Open your authenticator app{name ? ` "${name}"` : ""} and enter the code it shows for Tessera.</p>
      <CodeField
        label="Code"
        value={code}
        onValue={setCode}
        inputRef={field}
        problem={problem}
        hint="Six digits that change every 30 seconds."
      />
      <FormError>{failure}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Checking the code" : "Go on"}
      </Button>
    </form>
  );
}

function PhoneCode({ factorId, phone }: { factorId: string; phone?: string }) {
  const styles = useFormStyles();
  const { session, problem, failure, setFailure, busy, field, give, refuse } = useProof();
  const [code, setCode] = useState("");
  const [challenge, setChallenge] = useState<Challenge | null>(() => keptChallenge(factorId));
  const [againAt, setAgainAt] = useState(challenge?.againAt ?? 0);
  const wait = useSecondsUntil(againAt);
  useEffect(() => {
    if (challenge) field.current?.focus();
  }, [challenge, field]);
  const send = async () => {
    setFailure(null);
    try {
      const { data, error } = await (await session.client()).auth.mfa.challenge({ factorId, channel: "sms" });
      if (error) throw error;
      const next = { factorId, id: data.id, expiresAt: data.expires_at * 1000, againAt: Date.now() + MESSAGE_INTERVAL };
      keepChallenge(next);
      setChallenge(next);
      setAgainAt(next.againAt);
      setCode("");
    } catch (refused) {
      const seconds = secondsToWait(refused);
      if (seconds) setAgainAt(Date.now() + seconds * 1000);
      setFailure(authSentence(refused));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!challenge) return send();
    if (code.length < CODE_DIGITS) return refuse(`The code has ${CODE_DIGITS} digits.`);
    return give((auth) => auth.mfa.verify({ factorId, challengeId: challenge.id, code }));
  };
  const to = phone ? masked(phone) : "your phone";
  return (
    <form onSubmit={submit} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={challenge === null}>Second step</StepTitle>
      <p className={styles.lead}>
        {challenge ? `Enter the code we texted to ${to}. It works once, within 5 minutes.` : `We text a code to ${to}.`}
      </p>
      {challenge && (
        <CodeField label="Code" value={code} onValue={setCode} inputRef={field} problem={problem} hint="Six digits; you can paste them." />
      )}
      <FormError>{failure}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy || (!challenge && wait > 0)}>
        {busy ? "Checking the code" : challenge ? "Go on" : wait > 0 ? `Text me a code in ${wait} s` : "Text me a code"}
      </Button>
      {challenge && (
        <p className={styles.foot}>
          Nothing came?{" "}
          {wait > 0 ? (
            <>
              Ask for another code in <span className={styles.count}>{wait} s</span>.
            </>
          ) : (
            <LinkButton onClick={send}>Send another code</LinkButton>
          )}
        </p>
      )}
    </form>
  );
}

function RecoveryCode() {
  const styles = useFormStyles();
  const { problem, failure, busy, field, give, refuse } = useProof();
  const [code, setCode] = useState("");
  useEffect(() => field.current?.focus(), [field]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) return refuse("Enter one of your recovery codes.");
    return give((auth) => auth.mfa.recoveryCodes.verify({ code: code.trim() }));
  };
  return (
    <form onSubmit={submit} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>Recovery code</StepTitle>
      <p className={styles.lead}>Enter one of the codes you kept when you set up your second factor. Each works once.</p>
      <TextField
        label="Recovery code"
        name="recovery-code"
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        problem={problem}
        hint="Ten letters and digits; dashes and case do not matter."
        inputRef={field}
      />
      <FormError>{failure}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Checking the code" : "Go on"}
      </Button>
    </form>
  );
}
