import { Button } from "@tessera/fluent";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { authSentence, secondsToWait } from "../pages/auth-words.ts";
import { CODE_DIGITS, CodeField, FormError, LinkButton, StepTitle, useFormStyles } from "../pages/form-parts.tsx";
import { useServices } from "../services.ts";
import { askForCode, checkCode } from "./codes.ts";
import { CODE_LIFETIME, MESSAGE_INTERVAL, MOST_TRIES, type SentCode } from "./sent-code.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

interface CodeStepProps {
  sent: SentCode;
  /** Whether an account is made for an address that has none. */
  makesAccounts: boolean;
  onSent(sent: SentCode): void;
  onOtherAddress(): void;
}

/** "We sent a code": enter it, ask for it again, or change the address. A right one signs in: who shows this follows the session. */
export function CodeStep({ sent, makesAccounts, onSent, onOtherAddress }: CodeStepProps) {
  const styles = useFormStyles();
  const { session } = useServices();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [told, setTold] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wait = useSecondsUntil(sent.againAt);
  const { email, phone } = sent.address;
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (code.length < CODE_DIGITS) {
      setProblem(`The code has ${CODE_DIGITS} digits.`);
      field.current?.focus();
      return;
    }
    setProblem(null);
    setBusy(true);
    try {
      await checkCode(await session.client(), sent, code);
    } catch (refused) {
      if ((refused as { code?: string }).code === "otp_expired") {
        const wrongTries = sent.wrongTries + 1;
        onSent({ ...sent, wrongTries });
        setProblem(wrongCode(wrongTries, Date.now() - sent.at));
        field.current?.select();
      } else setFailure(authSentence(refused));
    } finally {
      setBusy(false);
    }
  };
  const again = async () => {
    setProblem(null);
    setFailure(null);
    try {
      await askForCode(await session.client(), sent.purpose, sent.address);
      onSent({ ...sent, at: Date.now(), againAt: Date.now() + MESSAGE_INTERVAL, wrongTries: 0 });
      setTold(`A new code is on its way to ${email ?? phone}. Codes sent before no longer work.`);
      setCode("");
      field.current?.focus();
    } catch (refused) {
      const seconds = secondsToWait(refused);
      if (seconds) onSent({ ...sent, againAt: Date.now() + seconds * 1000 });
      setFailure(authSentence(refused));
    }
  };

  const certain = makesAccounts && sent.purpose !== "recovery";
  const what = phone ? "a code" : "a code and a link";
  return (
    <form onSubmit={submit} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>{phone ? "Look at your phone" : "Look into your mail"}</StepTitle>
      <p className={styles.lead}>
        {certain ? `We sent ${what} to ` : "If "}
        <strong>{email ?? phone}</strong>
        {certain ? ". " : ` has an account, ${what} ${phone ? "is" : "are"} on the way. `}
        {phone ? "It works once, within 10 minutes." : "They work once, within 10 minutes; open the link in this browser."}
      </p>
      <CodeField label="Code" value={code} onValue={setCode} inputRef={field} problem={problem} hint="Six digits; you can paste them." />
      <FormError>{failure}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Checking the code" : sent.purpose === "recovery" ? "Go on" : "Sign in"}
      </Button>
      <p role="status" className={styles.told}>
        {told}
      </p>
      <p className={styles.foot}>
        Nothing came?{" "}
        {wait > 0 ? (
          <>
            Look among the {phone ? "blocked messages" : "spam"}, or ask for another in <span className={styles.count}>{wait} s</span>.
          </>
        ) : (
          <LinkButton onClick={again}>Send it again</LinkButton>
        )}
      </p>
      <p className={styles.footNext}>
        <LinkButton onClick={onOtherAddress}>Use another {phone ? "number" : "address"}</LinkButton>
      </p>
    </form>
  );
}

function wrongCode(wrongTries: number, age: number): string {
  if (age >= CODE_LIFETIME) return "This code is too old. Ask for a new one.";
  const left = MOST_TRIES - wrongTries;
  if (left <= 0) return `This code was tried ${MOST_TRIES} times and no longer works. Ask for a new one.`;
  return `That is not the code of our newest message. ${left} ${left === 1 ? "try is" : "tries are"} left.`;
}
