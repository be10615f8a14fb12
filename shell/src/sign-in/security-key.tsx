import { PlainButton, useSubmit } from "@tessera/ui";
import { authSentence } from "../pages/auth-words.ts";
import { FormError, StepTitle, useFormStyles } from "../pages/form-parts.tsx";
import { useServices } from "../services.ts";
import { keepChallenge } from "./challenge.ts";
import { isOfBrowser } from "./passkeys.ts";

/** The second step with a security key: the browser asks for it when the person is ready. */
export function SecurityKey({ factorId, name }: { factorId: string; name?: string }) {
  const styles = useFormStyles();
  const { session } = useServices();
  const { failure, busy, submit } = useSubmit(authSentence);
  const prove = async () => {
    const { error } = await (await session.client()).auth.mfa.webauthn.authenticate({ factorId });
    if (error) throw isOfBrowser(error) ? Object.assign(new Error(error.message), { code: "passkey_refused" }) : error;
    keepChallenge(null);
  };
  return (
    <form onSubmit={submit(prove)} method="post" aria-busy={busy} noValidate>
      <StepTitle arrived={false}>Second step</StepTitle>
      <p className={styles.lead}>
        Have your security key{name ? ` "${name}"` : ""} at hand. The browser asks you to touch it.
      </p>
      <FormError>{failure}</FormError>
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Waiting for your key" : "Use the security key"}
      </PlainButton>
    </form>
  );
}
