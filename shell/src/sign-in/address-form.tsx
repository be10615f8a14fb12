import { FieldProblem, PlainButton, useSubmit } from "@tessera/ui";
import type { ReactNode } from "react";
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
export function AddressForm(props: AddressFormProps) {
  const styles = useFormStyles();
  const { typed, onTyped, phoneOffered } = props;
  const { busy, problem, failure, field, submit } = useSubmit(authSentence);
  const send = () => {
    const address = addressOf(typed, phoneOffered);
    if ("problem" in address) throw new FieldProblem(address.problem);
    return props.onAddress(address);
  };
  return (
    <form onSubmit={submit(send)} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived>{props.title}</StepTitle>
      <p className={styles.lead}>{props.lead}</p>
      <IdentifierField typed={typed} onTyped={onTyped} phoneOffered={phoneOffered} problem={problem} inputRef={field} />
      <FormError>{failure}</FormError>
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? props.busyLabel : props.submit}
      </PlainButton>
      <p className={styles.foot}>{props.children}</p>
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
      autoComplete="username webauthn"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={typed}
      onChange={(event) => onTyped(event.target.value)}
    />
  );
}
