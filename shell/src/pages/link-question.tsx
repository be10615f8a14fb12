import { PlainButton } from "@tessera/ui";
import { useState } from "react";
import type { CallbackResult, LinkType } from "../session/complete-callback.ts";
import { StepTitle, useFormStyles } from "./form-parts.tsx";

type Asking = Extract<CallbackResult, { kind: "link" | "account" }>;

/** What each emailed link does, in the words of the email. */
const links: Record<LinkType, { title: string; button: string }> = {
  signup: { title: "Confirm your email address", button: "Confirm address" },
  email: { title: "Confirm your email address", button: "Confirm address" },
  magiclink: { title: "Sign in to Tessera", button: "Sign in" },
  recovery: { title: "Reset your password", button: "Set a new password" },
  invite: { title: "You are invited to Tessera", button: "Accept the invitation" },
  email_change: { title: "Confirm your new email address", button: "Confirm the change" },
};

/** Asks before an emailed link is used, and before this browser is signed in to an account that it did not ask for. */
export function LinkQuestion({ asks, onAnswered }: { asks: Asking; onAnswered: (result: CallbackResult) => void }) {
  const styles = useFormStyles();
  const [busy, setBusy] = useState(false);
  const answer = async (act: () => Promise<CallbackResult>) => {
    setBusy(true);
    onAnswered(await act().catch((error): CallbackResult => ({ kind: "failed", error, kept: true })));
  };
  const { title, lead, button } = asks.kind === "link" ? ofLink(asks) : ofAccount(asks);
  return (
    <div aria-busy={busy}>
      <StepTitle arrived>{title}</StepTitle>
      <p className={styles.lead}>{lead}</p>
      <PlainButton
        appearance="primary"
        className={styles.submit}
        disabledFocusable={busy}
        onClick={() => answer(asks.kind === "link" ? asks.redeem : asks.accept)}
      >
        {button}
      </PlainButton>
      {asks.kind === "account" && (
        <PlainButton className={styles.other} disabledFocusable={busy} onClick={() => answer(asks.decline)}>
          Cancel
        </PlainButton>
      )}
    </div>
  );
}

function ofLink({ type, current }: Extract<Asking, { kind: "link" }>) {
  const lead = "This link works once. Press the button to use it.";
  return { ...links[type], lead: current === null ? lead : `${lead} You are signed in as ${current}.` };
}

function ofAccount({ account, current }: Extract<Asking, { kind: "account" }>) {
  return {
    title: `Sign in as ${account}?`,
    lead:
      current === null
        ? "This browser did not ask for this link. Continue only if the account is yours."
        : `You are signed in as ${current}. If you continue, this browser is signed out of that account. Continue only if both accounts are yours.`,
    button: "Sign in",
  };
}
