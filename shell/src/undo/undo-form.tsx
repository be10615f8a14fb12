import { PlainButton, TextButton, useSubmit } from "@tessera/ui";
import { useState } from "react";
import { authSentence, codeOf } from "../pages/auth-words.ts";
import { CODE_DIGITS, CodeField, FormError, StepTitle, TextField, useFormStyles } from "../pages/form-parts.tsx";
import type { UndoableChange, Undone, undoRequests } from "./undo-requests.ts";

interface Props {
  change: UndoableChange;
  requests: ReturnType<typeof undoRequests>;
  token: string;
  onDone: (undone: Undone) => void;
  /** Somebody undid it meanwhile, or its time ran out. */
  onGone: () => void;
}

/** Says what is undone, and asks for the earlier password or for an emailed code. */
export function UndoForm({ change, requests, token, onDone, onGone }: Props) {
  const styles = useFormStyles();
  const { email, takes } = change;
  const [way, setWay] = useState(takes[0]!);
  const [sent, setSent] = useState(false);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { busy, failure, submit, clear } = useSubmit(sentenceOf);
  const toSend = way === "code" && !sent;
  const complete = toSend || (way === "code" ? code.length === CODE_DIGITS : password !== "");

  const send = async () => {
    if (!complete) return;
    try {
      if (toSend) {
        await requests.sendCode(token);
        setSent(true);
      } else onDone(await requests.undo(token, way === "code" ? { code } : { password }));
    } catch (error) {
      if (codeOf(error) !== "otp_expired") throw error;
      onGone();
    }
  };
  const choose = (next: "password" | "code") => {
    setWay(next);
    clear();
  };

  return (
    <form onSubmit={submit(send)} method="post" aria-busy={busy}>
      <StepTitle arrived>{titles[change.kind]}</StepTitle>
      <p className={styles.lead}>
        {leads[change.kind]} It was changed on {new Date(change.changed_at).toLocaleString()}. Undoing it signs
        everybody out, and takes back what was changed since.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {way === "password" && (
        <TextField
          label={
            change.kind === "password_changed" || change.kind === "email_changed"
              ? "Password before the change"
              : "Your password"
          }
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {way === "code" && sent && (
        <CodeField label="Six-digit code" hint={`Sent to ${email}.`} value={code} onValue={setCode} />
      )}
      {toSend && <p className={styles.lead}>We send a code to {email}.</p>}
      <FormError>{failure}</FormError>
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy || !complete}>
        {toSend ? "Send the code" : busy ? "Undoing the change" : "Undo the change"}
      </PlainButton>
      {takes.length > 1 && (
        <div className={styles.foot}>
          <TextButton onClick={() => choose(way === "code" ? "password" : "code")}>
            {way === "code" ? "Use the password instead" : "Use an emailed code instead"}
          </TextButton>
        </div>
      )}
    </form>
  );
}

const titles: Record<UndoableChange["kind"], string> = {
  factor_added: "Turn two-step verification off?",
  factor_removed: "Restore the second factor?",
  email_changed: "Restore your email address?",
  password_changed: "Undo the change of password?",
  passkey_added: "Remove the new passkey?",
  passkey_removed: "Restore the passkey?",
};
const leads: Record<UndoableChange["kind"], string> = {
  factor_added: "A second factor was added to your account, and signing in takes its codes.",
  factor_removed: "A second factor of your account was removed.",
  email_changed: "Your account was moved to another email address.",
  password_changed: "The password of your account was changed.",
  passkey_added: "A passkey was added to your account: anybody who has it signs in without the password.",
  passkey_removed: "A passkey of your account was removed.",
};

function sentenceOf(error: unknown): string {
  const code = codeOf(error);
  if (code === "invalid_credentials") return "This password is wrong. Enter the one from before the change.";
  if (code === "email_exists") return "Another account uses your address now. Ask your administrator.";
  return authSentence(error);
}
