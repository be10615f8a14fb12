import { Spinner } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { PlainButton } from "@tessera/ui";
import { useEffect, useMemo, useState } from "react";
import { useServices } from "../services.ts";
import { UndoForm } from "../undo/undo-form.tsx";
import { type UndoableChange, type Undone, undoRequests } from "../undo/undo-requests.ts";
import "./all-auth-words.ts";
import { authSentence } from "./auth-words.ts";
import { StepTitle, useFormStyles } from "./form-parts.tsx";

type State =
  | { step: "reading" }
  | { step: "gone" }
  | { step: "failed"; error: unknown }
  | { step: "asking"; change: UndoableChange }
  | { step: "done"; undone: Undone };

/** Where an email about a change of the account leads: undoes that change. The link alone changes nothing. */
export function UndoPage() {
  const { identity } = useServices();
  const navigate = useNavigate();
  const styles = useFormStyles();
  const requests = useMemo(() => undoRequests(identity.http), [identity]);
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get("token") ?? "");
  const [state, setState] = useState<State>({ step: "reading" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    let here = true;
    const read: Promise<State> = token
      ? requests.read(token).then((change) => ({ step: "asking", change }))
      : Promise.resolve({ step: "gone" });
    read.catch(refusedAs).then((next) => here && setState(next));
    return () => {
      here = false;
    };
  }, [requests, token, attempt]);

  const done = (undone: Undone) => {
    history.replaceState(history.state, "", "/undo");
    setState({ step: "done", undone });
  };
  switch (state.step) {
    case "reading":
      return (
        <div role="status">
          <h1 className={styles.title}>One moment</h1>
          <p className={styles.lead}>We look up what this link undoes.</p>
          <Spinner aria-label="Loading" delay={400} style={{ marginTop: 20 }} />
        </div>
      );
    case "asking":
      return (
        <UndoForm
          change={state.change}
          requests={requests}
          token={token}
          onDone={done}
          onGone={() => setState({ step: "gone" })}
        />
      );
    case "failed":
      return (
        <Outcome
          title="We could not look this up"
          lead={authSentence(state.error)}
          button="Try again"
          alert
          onGo={() => {
            setState({ step: "reading" });
            setAttempt(attempt + 1);
          }}
        />
      );
    case "gone":
      return (
        <Outcome
          title="There is nothing to undo here"
          lead="This link has expired, or the change was undone already. If somebody else is using your account, ask for a new password on the sign-in page."
          button="Sign in"
          alert
          onGo={() => navigate("/login")}
        />
      );
    case "done":
      return (
        <Outcome
          title="The change is undone"
          lead={doneLead(state.undone)}
          button="Sign in"
          onGo={() => navigate("/login")}
        />
      );
  }
}

/** An expired link stays expired; other failures may be temporary. */
const refusedAs = (error: unknown): State =>
  (error as { code?: string }).code === "otp_expired" ? { step: "gone" } : { step: "failed", error };

const doneLead = ({ email, password }: Undone) =>
  password === "void"
    ? `Everybody was signed out, and no password works now. We sent a link to ${email}: use it to choose a new password.`
    : `Everybody was signed out. Sign in as ${email} with your password, then check your settings. You need to create recovery codes again.`;

function Outcome(props: { title: string; lead: string; button: string; alert?: boolean; onGo: () => void }) {
  const styles = useFormStyles();
  return (
    <>
      <StepTitle arrived>{props.title}</StepTitle>
      <p className={styles.lead} role={props.alert ? "alert" : undefined}>
        {props.lead}
      </p>
      <PlainButton appearance="primary" className={styles.submit} onClick={props.onGo}>
        {props.button}
      </PlainButton>
    </>
  );
}
