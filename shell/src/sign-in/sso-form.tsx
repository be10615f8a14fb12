import { Button } from "@tessera/fluent";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { authSentence } from "../pages/auth-words.ts";
import { FormError, StepTitle, TextField, useFormStyles } from "../pages/form-parts.tsx";

/** `example.com` of `example.com`, `ines@example.com` or `@example.com`; null when it is no domain. */
export function domainOf(typed: string): string | null {
  const domain = typed.trim().toLowerCase().replace(/^.*@/, "");
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) ? domain : null;
}

interface SsoFormProps {
  typed: string;
  onTyped(typed: string): void;
  /** Leaves the page for the organisation's sign-in. @throws Error that is shown */
  onDomain(domain: string): Promise<void>;
  children: ReactNode;
}

/** Finds an organisation's own sign-in by the domain of its addresses. */
export function SsoForm({ typed, onTyped, onDomain, children }: SsoFormProps) {
  const styles = useFormStyles();
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const domain = domainOf(typed);
    if (!domain) {
      setProblem("Enter your work email or your organisation's domain, for example example.com.");
      field.current?.focus();
      return;
    }
    setProblem(null);
    setBusy(true);
    try {
      await onDomain(domain);
    } catch (refused) {
      setBusy(false);
      if ((refused as { code?: string }).code === "sso_provider_not_found") setProblem(authSentence(refused));
      else setFailure(authSentence(refused));
      field.current?.focus();
    }
  };
  return (
    <form onSubmit={submit} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived>Single sign-on</StepTitle>
      <p className={styles.lead}>Your organisation signs you in; we lead you there and back.</p>
      <TextField
        label="Work email or domain"
        name="email"
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        problem={problem}
        inputRef={field}
      />
      <FormError>{failure}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Leading you there" : "Go to your organisation"}
      </Button>
      <p className={styles.foot}>{children}</p>
    </form>
  );
}
