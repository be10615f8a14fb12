import { PlainButton, TextButton } from "@tessera/ui";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { authSentence } from "../pages/auth-words.ts";
import { FormError, StepTitle, TextField, useFormStyles } from "../pages/form-parts.tsx";
import { type Address, addressOf } from "./address.ts";
import { IdentifierField } from "./address-form.tsx";

/** Shortest password the identity service takes. */
const MIN_PASSWORD_LENGTH = 8;

const words = {
  "sign-in": { title: "Sign in", submit: "Sign in", busy: "Signing in", autoComplete: "current-password" },
  "sign-up": {
    title: "Create an account",
    submit: "Create account",
    busy: "Creating your account",
    autoComplete: "new-password",
  },
} as const;

interface PasswordFormProps {
  mode: keyof typeof words;
  phoneOffered: boolean;
  typed: string;
  onTyped(typed: string): void;
  /** @throws Error that is shown */
  onSubmit(address: Address, password: string): Promise<void>;
  onForgot(): void;
  /** Sends the mail that confirms the address once more. @throws Error that is shown */
  onConfirmAgain(address: Address): Promise<void>;
  /** Problem with another way to sign in. */
  notice: string | null;
  children: ReactNode;
}

/** Signs in or up with a password. */
export function PasswordForm({
  mode,
  phoneOffered,
  typed,
  onTyped,
  onSubmit,
  onForgot,
  onConfirmAgain,
  notice,
  children,
}: PasswordFormProps) {
  const styles = useFormStyles();
  const [wrong, setWrong] = useState<{ address?: string; password?: string }>({});
  const [failure, setFailure] = useState<{ sentence: string; unconfirmed?: Address; credentials?: boolean } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const errorId = useId();
  const addressField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => addressField.current?.focus(), []);
  const { title, submit, busy: busyWord, autoComplete } = words[mode];
  const newPassword = mode === "sign-up";

  const send = async (event: FormEvent) => {
    event.preventDefault();
    // A password manager may fill in without telling React.
    const password = passwordField.current?.value ?? "";
    const address = addressOf(addressField.current?.value ?? typed, phoneOffered);
    const problem = passwordProblem(password, newPassword);
    setFailure(null);
    setWrong({ address: "problem" in address ? address.problem : undefined, password: problem });
    if ("problem" in address) return addressField.current?.focus();
    if (problem) return passwordField.current?.focus();
    setBusy(true);
    try {
      await onSubmit(address, password);
    } catch (refused) {
      const { code } = refused as { code?: string };
      setFailure({
        sentence: authSentence(refused),
        unconfirmed: code === "email_not_confirmed" || code === "phone_not_confirmed" ? address : undefined,
        credentials: code === "invalid_credentials" || code === "weak_password",
      });
      passwordField.current?.select();
    } finally {
      setBusy(false);
    }
  };
  const confirmAgain = (address: Address) =>
    onConfirmAgain(address).catch((refused) => setFailure({ sentence: authSentence(refused) }));
  const sentence = failure?.sentence ?? notice;

  return (
    <form onSubmit={send} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>{title}</StepTitle>
      <p className={styles.lead}>
        {newPassword
          ? `${phoneOffered ? "An email address or phone number" : "An email address"} and a password are all you need.`
          : "With the address and the password of your account."}
      </p>
      <IdentifierField
        typed={typed}
        onTyped={onTyped}
        phoneOffered={phoneOffered}
        problem={wrong.address}
        errorId={failure?.credentials && !newPassword ? errorId : undefined}
        inputRef={addressField}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete={autoComplete}
        required
        problem={wrong.password}
        errorId={failure?.credentials ? errorId : undefined}
        hint={
          newPassword
            ? `At least ${MIN_PASSWORD_LENGTH} characters. A few words you remember make a good one.`
            : undefined
        }
        aside={newPassword ? undefined : <TextButton onClick={onForgot}>Forgot it?</TextButton>}
        inputRef={passwordField}
      />
      <FormError id={errorId}>
        {sentence && (
          <>
            {sentence}{" "}
            {failure?.unconfirmed && (
              <TextButton onClick={() => confirmAgain(failure.unconfirmed!)}>Send it again</TextButton>
            )}
          </>
        )}
      </FormError>
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? busyWord : submit}
      </PlainButton>
      {children}
    </form>
  );
}

function passwordProblem(password: string, isNew: boolean): string | undefined {
  if (!password) return isNew ? "Choose a password." : "Enter your password.";
  if (isNew && password.length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters.`;
  return undefined;
}
