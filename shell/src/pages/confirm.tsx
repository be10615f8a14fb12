import { Spinner } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { useSession } from "@tessera/shell-api";
import { PlainButton, useSubmit } from "@tessera/ui";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { HOME } from "../routing/navigation-guard.ts";
import { useServices } from "../services.ts";
import {
  type CallbackOutcome,
  type CallbackResult,
  completeCallback,
  linkingErrors,
  NEW_PASSWORD,
} from "../session/complete-callback.ts";
import { SecondFactor } from "../sign-in/second-factor.tsx";
import "./all-auth-words.ts";
import { authSentence, isKnownCode } from "./auth-words.ts";
import { StepTitle, TextField, useFormStyles } from "./form-parts.tsx";
import { LinkQuestion } from "./link-question.tsx";

/** Where linked accounts are managed. */
const IDENTITIES = "/settings/security";

/** Refusals of an emailed link, as opposed to those of another sign-in service. */
const ofLinks = new Set([
  "otp_expired",
  "flow_state_not_found",
  "flow_state_expired",
  "invite_not_found",
  "user_banned",
  "email_exists",
]);

/** Where emailed links and other sign-in services lead back to. */
export function ConfirmPage() {
  const styles = useFormStyles();
  const { session, savedPath } = useServices();
  const navigate = useNavigate();
  const needsSecondFactor = useSyncExternalStore(session.subscribe, session.needsSecondFactor);
  const [result, setResult] = useState<CallbackResult | null>(null);
  useEffect(() => {
    let here = true;
    const url = new URL(location.href);
    Promise.all([session.client(), session.apart()])
      .then(([client, apart]) => completeCallback({ client, apart }, url, session.recovering))
      .catch(lost)
      .then((done) => {
        if (here) setResult(done);
      });
    return () => {
      here = false;
    };
  }, [session]);
  useEffect(() => {
    // A link works until its button is pressed. After that the address has nothing of use left for the history; a
    // reload still knows the step.
    if (result === null || result.kind === "link") return;
    const step = result.kind === "signed-in" && result.newPassword ? `?step=${NEW_PASSWORD}` : "";
    history.replaceState(history.state, "", `/confirm${step}`);
  }, [result]);
  // In, with all that the account asks for, and nothing left to choose.
  const through = result?.kind === "signed-in" && !result.newPassword && !needsSecondFactor;
  const gone = useRef(false);
  useEffect(() => {
    if (!through || gone.current) return;
    gone.current = true;
    navigate(savedPath.take() ?? HOME, { replace: true });
  }, [through, navigate, savedPath]);

  if (result === null || through) {
    return (
      <div role="status" className={styles.waiting}>
        <h1 className={styles.title}>One moment</h1>
        <p className={styles.lead}>We are completing your sign-in.</p>
        <Spinner aria-label="Loading" delay={400} style={{ marginTop: 20 }} />
      </div>
    );
  }
  if (result.kind === "link" || result.kind === "account")
    return <LinkQuestion key={result.kind} asks={result} onAnswered={setResult} />;
  if (result.kind === "signed-in") {
    return needsSecondFactor ? (
      <SecondFactor />
    ) : (
      <NewPassword onDone={() => navigate(savedPath.take() ?? HOME, { replace: true })} />
    );
  }
  return <Outcome result={result} />;
}

const lost = (error: unknown): CallbackResult => ({ kind: "failed", error, kept: true });

function Outcome({ result }: { result: Exclude<CallbackOutcome, { kind: "signed-in" }> }) {
  const styles = useFormStyles();
  const navigate = useNavigate();
  const { user } = useSession();
  const { savedPath } = useServices();
  const { title, lead, to, button } = wordsOf(result, user !== null);
  return (
    <>
      <StepTitle arrived>{title}</StepTitle>
      <p className={styles.lead} role={result.kind === "failed" ? "alert" : undefined}>
        {lead}
      </p>
      <PlainButton
        appearance="primary"
        className={styles.submit}
        onClick={() => navigate(to === IDENTITIES ? (savedPath.take() ?? to) : to)}
      >
        {button}
      </PlainButton>
    </>
  );
}

function wordsOf(result: Exclude<CallbackOutcome, { kind: "signed-in" }>, isIn: boolean) {
  const onward = isIn ? { to: HOME, button: "Continue to Tessera" } : { to: "/login", button: "Sign in" };
  switch (result.kind) {
    case "confirmed":
      return {
        ...onward,
        title: "Your address is confirmed",
        lead: "Sign in to continue. You opened the link in a different browser from the one that asked for it.",
      };
    case "one-confirmed":
      return {
        ...onward,
        title: "One address is confirmed",
        lead: "Now open the link that we sent to the other address. The change takes effect once both are confirmed.",
      };
    case "nothing":
      return {
        ...onward,
        title: "Nothing to confirm",
        lead: "This page completes the links in our emails. Open the link again, or sign in.",
      };
    case "declined":
      return {
        ...onward,
        title: "Nothing was changed",
        lead: isIn ? "You are still signed in to your own account." : "You were not signed in.",
      };
    case "failed": {
      const { code = "" } = result.error as { code?: string };
      const known = isKnownCode(code) || result.error instanceof Error;
      const still = result.kept && isIn ? " You are still signed in." : "";
      const lead = (known ? authSentence(result.error) : "That did not work. Start again.") + still;
      if (result.kept && isIn && linkingErrors.has(code))
        return { title: "Nothing was linked", lead, to: IDENTITIES, button: "Back to your settings" };
      if (ofLinks.has(code)) return { ...onward, title: "This link did not work", lead };
      return { ...onward, title: "Sign-in did not finish", lead };
    }
  }
}

function NewPassword({ onDone }: { onDone: () => void }) {
  const styles = useFormStyles();
  const { session, notices } = useServices();
  const { user } = useSession();
  const { busy, problem, field, submit } = useSubmit(authSentence, () => true);
  const save = async () => {
    await session.updateUser({ password: field.current?.value ?? "" });
    notices.show({ intent: "success", message: "Your new password is set." });
    onDone();
  };
  return (
    <form onSubmit={submit(save)} method="post" aria-busy={busy}>
      <StepTitle arrived>Choose a new password</StepTitle>
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
        problem={problem}
        inputRef={field}
      />
      <PlainButton appearance="primary" type="submit" className={styles.submit} disabledFocusable={busy}>
        {busy ? "Saving" : "Save the password"}
      </PlainButton>
    </form>
  );
}
