import { FieldProblem, PlainButton, TextButton, useSubmit } from "@tessera/ui";
import { useEffect, useState } from "react";
import { authSentence, codeOf, secondsToWait } from "../pages/auth-words.ts";
import { CODE_DIGITS, CodeField, FormError, StepTitle, useFormStyles } from "../pages/form-parts.tsx";
import { useServices } from "../services.ts";
import { askForCode, checkCode } from "./codes.ts";
import { sentNow } from "./flow.ts";
import { CODE_LIFETIME, MAX_TRIES, type SentCode } from "./sent-code.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

interface CodeStepProps {
  sent: SentCode;
  /** Whether an address without an account gets one. */
  makesAccounts: boolean;
  onSent(sent: SentCode): void;
  onOtherAddress(): void;
}

/**
 * "We sent a code": enter it, ask for it again, or change the address. The right one signs in; the page follows the
 * session.
 */
export function CodeStep({ sent, makesAccounts, onSent, onOtherAddress }: CodeStepProps) {
  const styles = useFormStyles();
  const { session } = useServices();
  const [code, setCode] = useState("");
  const [said, setSaid] = useState("");
  const { busy, problem, failure, field, submit } = useSubmit(authSentence);
  const wait = useSecondsUntil(sent.againAt);
  const { email, phone } = sent.address;
  useEffect(() => field.current?.focus(), [field]);

  const check = async () => {
    if (code.length < CODE_DIGITS) throw new FieldProblem(`The code has ${CODE_DIGITS} digits.`);
    try {
      await checkCode(await session.client(), sent, code);
    } catch (refused) {
      if (codeOf(refused) !== "otp_expired") throw refused;
      const wrongTries = sent.wrongTries + 1;
      onSent({ ...sent, wrongTries });
      field.current?.select();
      throw new FieldProblem(wrongCode(wrongTries, Date.now() - sent.at));
    }
  };
  const again = async () => {
    try {
      await askForCode(await session.client(), sent.purpose, sent.address);
    } catch (refused) {
      const seconds = secondsToWait(refused);
      if (seconds) onSent({ ...sent, againAt: Date.now() + seconds * 1000 });
      throw refused;
    }
    onSent(sentNow(sent.purpose, sent.address, Date.now()));
    setSaid(`A new code is on its way to ${email ?? phone}. Codes sent before no longer work.`);
    setCode("");
    field.current?.focus();
  };

  const certain = makesAccounts && sent.purpose !== "recovery";
  const what = phone ? "a code" : "a code and a link";
  return (
    <form onSubmit={submit(check)} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>{phone ? "Check your phone" : "Check your email"}</StepTitle>
      <p className={styles.lead}>
        {certain ? `We sent ${what} to ` : "If "}
        <strong>{email ?? phone}</strong>
        {certain ? ". " : ` has an account, ${what} ${phone ? "is" : "are"} on the way. `}
        {phone
          ? "It works once and expires after 10 minutes."
          : "They work once and expire after 10 minutes. Open the link in this browser."}
      </p>
      <CodeField
        label="Code"
        value={code}
        onValue={setCode}
        inputRef={field}
        problem={problem}
        hint="Six digits; you can paste them."
      />
      <FormError>{failure}</FormError>
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Checking the code" : sent.purpose === "recovery" ? "Continue" : "Sign in"}
      </PlainButton>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <p className={styles.foot}>
        Nothing arrived?{" "}
        {wait > 0 ? (
          <>
            Check {phone ? "blocked messages" : "your spam folder"}, or ask for another code in{" "}
            <span className={styles.count}>{wait} s</span>.
          </>
        ) : (
          <TextButton onClick={submit(again)}>Send it again</TextButton>
        )}
      </p>
      <p className={styles.footNext}>
        <TextButton onClick={onOtherAddress}>Use another {phone ? "number" : "address"}</TextButton>
      </p>
    </form>
  );
}

function wrongCode(wrongTries: number, age: number): string {
  if (age >= CODE_LIFETIME) return "This code has expired. Ask for a new one.";
  const left = MAX_TRIES - wrongTries;
  if (left <= 0) return `This code was tried ${MAX_TRIES} times and no longer works. Ask for a new one.`;
  return `This is not the code of our latest message. ${left} ${left === 1 ? "try is" : "tries are"} left.`;
}
