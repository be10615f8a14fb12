import { Button } from "@tessera/fluent";
import { useNavigate, useSearchParams } from "@tessera/router";
import { type FormEvent, type ReactNode, useState } from "react";
import { HOME } from "../routing/navigation-guard.ts";
import { useServices } from "../services.ts";
import { authSentence } from "./auth-words.ts";
import { FormError, LinkButton, TextField, useFormStyles } from "./form-parts.tsx";

type Mode = "sign-in" | "sign-up" | "forgot";

/** Shortest password the identity service takes. */
const PASSWORD_MIN = 8;

const words: Record<Mode, { title: string; lead: string; submit: string; busy: string }> = {
  "sign-in": { title: "Sign in", lead: "Your drafts are still here.", submit: "Sign in", busy: "Signing in" },
  "sign-up": {
    title: "Create an account",
    lead: "An email address and a password are all it takes.",
    submit: "Create account",
    busy: "Creating your account",
  },
  forgot: { title: "Forgot your password?", lead: "We send you a link to choose a new one.", submit: "Send the link", busy: "Sending" },
};

/** Sign in, create an account, or ask for a new password. */
export function LoginPage() {
  const styles = useFormStyles();
  const { session, savedPath } = useServices();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const asked = params.get("mode");
  const mode: Mode = asked === "sign-up" || asked === "forgot" ? asked : "sign-in";
  const [email, setEmail] = useState("");
  const [error, setError] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const turn = (next: Mode) => {
    setError(null);
    setSentTo(null);
    setParams(next === "sign-in" ? {} : { mode: next });
  };

  const redirectTo = `${location.origin}/confirm`;
  const attempt = async (password: string) => {
    const { auth } = await session.client();
    if (mode === "forgot") {
      const { error: refused } = await auth.resetPasswordForEmail(email, { redirectTo });
      if (refused) throw refused;
      setSentTo(email);
      return;
    }
    if (mode === "sign-up") {
      const { data, error: refused } = await auth.signUp({ email, password, options: { emailRedirectTo: redirectTo } });
      if (refused) throw refused;
      if (!data.session) {
        setSentTo(email);
        return;
      }
    } else {
      const { error: refused } = await auth.signInWithPassword({ email, password });
      if (refused) throw refused;
    }
    await navigate(savedPath.take() ?? HOME, { replace: true });
  };
  const resend = async () => {
    const { auth } = await session.client();
    const { error: refused } = await auth.resend({ type: "signup", email, options: { emailRedirectTo: redirectTo } });
    if (refused) setError(authSentence(refused));
    else setSentTo(email);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setError(null);
    setBusy(true);
    try {
      await attempt(password);
    } catch (refused) {
      const unconfirmed = (refused as { code?: string }).code === "email_not_confirmed";
      setError(
        <>
          {authSentence(refused)} {unconfirmed && <LinkButton onClick={resend}>Send it again</LinkButton>}
        </>,
      );
    } finally {
      setBusy(false);
    }
  };

  if (sentTo !== null) {
    return (
      <>
        <h1 className={styles.title}>Look into your mail</h1>
        <p className={styles.lead}>
          {mode === "forgot"
            ? `If ${sentTo} has an account, a link to choose a new password is on its way.`
            : `We sent a link to ${sentTo}. Open it in this browser to finish.`}
        </p>
        <FormError>{error}</FormError>
        <p className={styles.foot}>
          {mode !== "forgot" && (
            <>
              Nothing came? <LinkButton onClick={resend}>Send it again</LinkButton>
              {", or "}
            </>
          )}
          <LinkButton onClick={() => turn("sign-in")}>{mode === "forgot" ? "Back to sign in" : "sign in"}</LinkButton>
        </p>
      </>
    );
  }
  return (
    <form onSubmit={submit} method="post" aria-busy={busy}>
      <h1 className={styles.title}>{words[mode].title}</h1>
      <p className={styles.lead}>{words[mode].lead}</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {mode !== "forgot" && (
        <TextField
          key={mode}
          label="Password"
          name="password"
          type="password"
          autoComplete={mode === "sign-up" ? "new-password" : "current-password"}
          minLength={mode === "sign-up" ? PASSWORD_MIN : undefined}
          required
          hint={mode === "sign-up" ? `At least ${PASSWORD_MIN} characters. A few words you remember make a good one.` : undefined}
          aside={mode === "sign-in" ? <LinkButton onClick={() => turn("forgot")}>Forgot it?</LinkButton> : undefined}
        />
      )}
      <FormError>{error}</FormError>
      <Button appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? words[mode].busy : words[mode].submit}
      </Button>
      <p className={styles.foot}>
        {mode === "sign-in" ? (
          <>
            New here? <LinkButton onClick={() => turn("sign-up")}>Create an account</LinkButton>
          </>
        ) : (
          <>
            {mode === "sign-up" ? "You have an account? " : ""}
            <LinkButton onClick={() => turn("sign-in")}>{mode === "sign-up" ? "Sign in" : "Back to sign in"}</LinkButton>
          </>
        )}
      </p>
    </form>
  );
}
