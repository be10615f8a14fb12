import { FieldProblem, LEAVING, PlainButton, useSubmit } from "@tessera/ui";
import type { ReactNode } from "react";
import { authSentence, codeOf } from "../pages/auth-words.ts";
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

/** Finds an organisation's own sign-in by the domain of its email addresses. */
export function SsoForm({ typed, onTyped, onDomain, children }: SsoFormProps) {
  const styles = useFormStyles();
  const { busy, problem, failure, field, submit } = useSubmit(
    authSentence,
    (error) => codeOf(error) === "sso_provider_not_found",
  );
  const leave = async () => {
    const domain = domainOf(typed);
    if (!domain)
      throw new FieldProblem("Enter your work email or your organisation’s domain, for example example.com.");
    await onDomain(domain);
    return LEAVING;
  };
  return (
    <form onSubmit={submit(leave)} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived>Single sign-on</StepTitle>
      <p className={styles.lead}>Your organisation signs you in. We take you there and bring you back.</p>
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
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Taking you there" : "Go to your organisation"}
      </PlainButton>
      <p className={styles.foot}>{children}</p>
    </form>
  );
}
