import { Button, Spinner } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { useSession } from "@tessera/shell-api";
import { type FormEvent, useEffect, useState } from "react";
import { HOME } from "../routing/navigation-guard.ts";
import { useServices } from "../services.ts";
import { type CallbackResult, completeCallback } from "../session/complete-callback.ts";
import { authSentence } from "./auth-words.ts";
import { FormError, TextField, useFormStyles } from "./form-parts.tsx";

const titles = { confirmed: "Your address is confirmed", nothing: "Nothing to confirm", failed: "This link did not work" };
const leads = {
  confirmed: "Sign in to go on. The link was opened in another browser than the one that asked for it.",
  nothing: "This page completes the links of our mails. Open the link again, or sign in.",
};

/** Where mails' links and other sign-in services lead back to. */
export function ConfirmPage() {
  const styles = useFormStyles();
  const { session, savedPath } = useServices();
  const navigate = useNavigate();
  const [result, setResult] = useState<CallbackResult | null>(null);
  useEffect(() => {
    let here = true;
    const url = new URL(location.href);
    session
      .client()
      .then((client) => completeCallback(client, url, session.recovering))
      .catch((error): CallbackResult => ({ kind: "failed", error }))
      .then((done) => {
        if (!here) return;
        // What the address carried is spent, and has no business in the history.
        history.replaceState(history.state, "", "/confirm");
        if (done.kind === "signed-in" && !done.recovery) navigate(savedPath.take() ?? HOME, { replace: true });
        else setResult(done);
      });
    return () => {
      here = false;
    };
  }, [session, savedPath, navigate]);

  if (result === null) {
    return (
      <div role="status">
        <h1 className={styles.title}>One moment</h1>
        <p className={styles.lead}>Your link is being checked.</p>
        <Spinner delay={400} style={{ marginTop: 20 }} />
      </div>
    );
  }
  if (result.kind === "signed-in") return <NewPassword onDone={() => navigate(savedPath.take() ?? HOME, { replace: true })} />;
  return (
    <>
      <h1 className={styles.title}>{titles[result.kind]}</h1>
      <p className={styles.lead}>{result.kind === "failed" ? authSentence(result.error) : leads[result.kind]}</p>
      <Button appearance="primary" className={styles.submit} onClick={() => navigate("/login")}>
        Sign in
      </Button>
    </>
  );
}

function NewPassword({ onDone }: { onDone: () => void }) {
  const styles = useFormStyles();
  const { session, notices } = useServices();
  const { user } = useSession();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    setBusy(true);
    setError(null);
    try {
      await session.updateUser({ password });
      notices.show({ intent: "success", message: "Your new password is set." });
      onDone();
    } catch (refused) {
      setError(authSentence(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} method="post" aria-busy={busy}>
      <h1 className={styles.title}>Choose a new password</h1>
      <p className={styles.lead}>For {user?.email}. Your other sessions are ended.</p>
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        required
        hint="At least 8 characters. A few words you remember make a good one."
      />
      <FormError>{error}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Saving" : "Set the password"}
      </Button>
    </form>
  );
}
