import { Button } from "@tessera/fluent";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { authSentence } from "../pages/auth-words.ts";
import { FormError, StepTitle, TextField, useFormStyles } from "../pages/form-parts.tsx";
import { type Address, addressOf } from "./address.ts";

interface AddressFormProps {
  title: string;
  lead: string;
  submit: string;
  busyLabel: string;
  typed: string;
  onTyped(typed: string): void;
  phoneOffered: boolean;
  /** @throws Error that is shown */
  onAddress(address: Address): Promise<void>;
  children?: ReactNode;
}

/** Asks for the address that something is sent to. */
export function AddressForm({ title, lead, submit, busyLabel, typed, onTyped, phoneOffered, onAddress, children }: AddressFormProps) {
  const styles = useFormStyles();
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const address = addressOf(typed, phoneOffered);
    if ("problem" in address) {
      setProblem(address.problem);
      field.current?.focus();
      return;
    }
    setProblem(null);
    setBusy(true);
    try {
      await onAddress(address);
    } catch (refused) {
      setFailure(authSentence(refused));
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={send} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived>{title}</StepTitle>
      <p className={styles.lead}>{lead}</p>
      <IdentifierField typed={typed} onTyped={onTyped} phoneOffered={phoneOffered} problem={problem} inputRef={field} />
      <FormError>{failure}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? busyLabel : submit}
      </Button>
      <p className={styles.foot}>{children}</p>
    </form>
  );
}

interface IdentifierFieldProps {
  typed: string;
  onTyped(typed: string): void;
  phoneOffered: boolean;
  problem?: string | null;
  errorId?: string;
  inputRef?: React.Ref<HTMLInputElement>;
}

/** What an account is known by. */
export function IdentifierField({ typed, onTyped, phoneOffered, ...field }: IdentifierFieldProps) {
  return (
    <TextField
      {...field}
      label={phoneOffered ? "Email or phone" : "Email"}
      name="email"
      type={phoneOffered ? "text" : "email"}
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={typed}
      onChange={(event) => onTyped(event.target.value)}
    />
  );
}
