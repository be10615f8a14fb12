import { FieldProblem, PlainButton, TextButton, useSubmit } from "@tessera/ui";
import { useEffect, useState } from "react";
import { authSentence, codeOf, secondsToWait } from "../pages/auth-words.ts";
import { CODE_DIGITS, CodeField, FormError, StepTitle, TextField, useFormStyles } from "../pages/form-parts.tsx";
import { useServices } from "../services.ts";
import type { Supabase } from "../session/supabase.ts";
import { type Challenge, keepChallenge, keptChallenge } from "./challenge.ts";
import { MESSAGE_INTERVAL } from "./sent-code.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

/** The last two digits: enough for its owner, too little for somebody looking over a shoulder. */
export const masked = (phone: string) => `•••• ${phone.slice(-2)}`;

/** Submits a proof of the second factor; a wrong code is a problem of the field. */
function useProof() {
  const { session } = useServices();
  const form = useSubmit(authSentence, (error) => codeOf(error) === "mfa_verification_failed");
  const prove = async (call: (auth: Supabase["auth"]) => Promise<{ error: unknown }>) => {
    const { error } = await call((await session.client()).auth);
    if (error) throw error;
    keepChallenge(null);
  };
  return { ...form, session, prove };
}

function requireWhole(code: string): void {
  if (code.length < CODE_DIGITS) throw new FieldProblem(`The code has ${CODE_DIGITS} digits.`);
}

export function AppCode({ factorId, name }: { factorId: string; name?: string }) {
  const styles = useFormStyles();
  const { problem, failure, busy, field, submit, prove } = useProof();
  const [code, setCode] = useState("");
  useEffect(() => field.current?.focus(), [field]);
  const send = () => {
    requireWhole(code);
    return prove((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
  };
  return (
    <form onSubmit={submit(send)} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>Second step</StepTitle>
      <p className={styles.lead}>
        Open your authenticator app{name ? ` "${name}"` : ""} and enter the code it shows for Tessera.
      </p>
      <CodeField
        label="Code"
        value={code}
        onValue={setCode}
        inputRef={field}
        problem={problem}
        hint="Six digits that change every 30 seconds."
      />
      <FormError>{failure}</FormError>
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Checking the code" : "Continue"}
      </PlainButton>
    </form>
  );
}

export function PhoneCode({ factorId, phone }: { factorId: string; phone?: string }) {
  const styles = useFormStyles();
  const { session, problem, failure, busy, field, submit, prove } = useProof();
  const [code, setCode] = useState("");
  const [challenge, setChallenge] = useState<Challenge | null>(() => keptChallenge(factorId));
  const [againAt, setAgainAt] = useState(challenge?.againAt ?? 0);
  const wait = useSecondsUntil(againAt);
  useEffect(() => {
    if (challenge) field.current?.focus();
  }, [challenge, field]);
  const text = async () => {
    const { data, error } = await (await session.client()).auth.mfa.challenge({ factorId, channel: "sms" });
    if (error) {
      const seconds = secondsToWait(error);
      if (seconds) setAgainAt(Date.now() + seconds * 1000);
      throw error;
    }
    const againAt = Date.now() + MESSAGE_INTERVAL;
    const next = { factorId, id: data.id, expiresAt: data.expires_at * 1000, againAt };
    keepChallenge(next);
    setChallenge(next);
    setAgainAt(againAt);
    setCode("");
  };
  const send = () => {
    if (!challenge) return text();
    requireWhole(code);
    return prove((auth) => auth.mfa.verify({ factorId, challengeId: challenge.id, code }));
  };
  const to = phone ? masked(phone) : "your phone";
  return (
    <form onSubmit={submit(send)} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={challenge === null}>Second step</StepTitle>
      <p className={styles.lead}>
        {challenge
          ? `Enter the code we texted to ${to}. It works once and expires after 5 minutes.`
          : `We text a code to ${to}.`}
      </p>
      {challenge && (
        <CodeField
          label="Code"
          value={code}
          onValue={setCode}
          inputRef={field}
          problem={problem}
          hint="Six digits; you can paste them."
        />
      )}
      <FormError>{failure}</FormError>
      <PlainButton
        appearance="primary"
        type="submit"
        className={styles.submit}
        disabledFocusable={busy || (!challenge && wait > 0)}
      >
        {busy
          ? challenge
            ? "Checking the code"
            : "Sending"
          : challenge
            ? "Continue"
            : wait > 0
              ? `Text me a code in ${wait} s`
              : "Text me a code"}
      </PlainButton>
      {challenge && (
        <p className={styles.foot}>
          Nothing arrived?{" "}
          {wait > 0 ? (
            <>
              Ask for another code in <span className={styles.count}>{wait} s</span>.
            </>
          ) : (
            <TextButton onClick={submit(text)}>Send another code</TextButton>
          )}
        </p>
      )}
    </form>
  );
}

export function RecoveryCode() {
  const styles = useFormStyles();
  const { problem, failure, busy, field, submit, prove } = useProof();
  const [code, setCode] = useState("");
  useEffect(() => field.current?.focus(), [field]);
  const send = () => {
    if (!code.trim()) throw new FieldProblem("Enter one of your recovery codes.");
    return prove((auth) => auth.mfa.recoveryCodes.verify({ code: code.trim() }));
  };
  return (
    <form onSubmit={submit(send)} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>Recovery code</StepTitle>
      <p className={styles.lead}>
        Enter one of the codes you saved when you set up your second factor. Each works once.
      </p>
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
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Checking the code" : "Continue"}
      </PlainButton>
    </form>
  );
}
