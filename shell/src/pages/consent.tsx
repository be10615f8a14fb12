import { Spinner } from "@tessera/fluent";
import { useLocation, useNavigate } from "@tessera/router";
import { PlainButton } from "@tessera/ui";
import { useEffect, useMemo, useState } from "react";
import { ConsentForm } from "../consent/consent-form.tsx";
import { type ConsentRequest, consentRequests, type Onward } from "../consent/consent-requests.ts";
import { HOME } from "../routing/navigation-guard.ts";
import { useServices } from "../services.ts";
import "./all-auth-words.ts";
import { authSentence } from "./auth-words.ts";
import { StepTitle, useFormStyles } from "./form-parts.tsx";

type State =
  | { step: "reading" }
  | { step: "asking"; request: ConsentRequest }
  | { step: "going" }
  | { step: "failed"; title: string; lead: string; again?: boolean };

/** What the server says of requests that it passes on to nobody. */
const refused: Record<string, string> = {
  unknown_client: "No app with this id is known here. Its maker, or your administrator, has to register it first.",
  unknown_address:
    "The app wants the answer sent to an address that it is not registered with, so nothing was sent. If you were led here by a link that you do not trust, close this page.",
};

/**
 * Where an app sends people to be let into their account. Which app it is, and where the answer goes, the server alone
 * says.
 */
export function ConsentPage() {
  const { identity, session, leave } = useServices();
  const { search } = useLocation();
  const navigate = useNavigate();
  const styles = useFormStyles();
  const requests = useMemo(() => consentRequests(identity.http), [identity]);
  const [state, setState] = useState<State>({ step: "reading" });
  const [attempt, setAttempt] = useState(0);
  const query = new URLSearchParams(search);
  const id = query.get("authorization_id") ?? "";
  const refusal =
    refused[query.get("error") ?? ""] ??
    (id ? null : "The address of this page is incomplete. Begin again in the app.");

  const go = ({ redirect_url }: Onward) => {
    setState({ step: "going" });
    leave(redirect_url);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again; `go` is another one at each render
  useEffect(() => {
    if (refusal) return;
    let here = true;
    requests.read(id).then(
      (read) => here && ("redirect_url" in read ? go(read) : setState({ step: "asking", request: read })),
      (error: unknown) => here && setState(failed(error)),
    );
    return () => {
      here = false;
    };
  }, [requests, id, refusal, attempt]);

  const shown: State = refusal ? { step: "failed", title: "This app cannot be let in", lead: refusal } : state;
  switch (shown.step) {
    case "asking":
      return (
        <ConsentForm
          request={shown.request}
          requests={requests}
          onAnswered={go}
          onSignOut={() => void session.signOut("local")}
        />
      );
    case "failed":
      return (
        <>
          <StepTitle arrived>{shown.title}</StepTitle>
          <p className={styles.lead} role="alert">
            {shown.lead}
          </p>
          <PlainButton
            appearance="primary"
            className={styles.submit}
            onClick={() => {
              if (!shown.again) return void navigate(HOME);
              setState({ step: "reading" });
              setAttempt(attempt + 1);
            }}
          >
            {shown.again ? "Try again" : "Open Tessera"}
          </PlainButton>
        </>
      );
    default:
      return (
        <div role="status">
          <h1 className={styles.title}>One moment</h1>
          <p className={styles.lead}>
            {shown.step === "going"
              ? "You are led back to the app. If nothing happens, you can close this page."
              : "We look up what the app asks for."}
          </p>
          {shown.step === "reading" && <Spinner aria-label="Loading" delay={400} style={{ marginTop: 20 }} />}
        </div>
      );
  }
}

/** A request that is gone stays gone; other failures may be temporary. */
function failed(error: unknown): State {
  const gone = (error as { status?: number }).status === 404;
  const title = gone ? "There is nothing to answer here" : "We could not look this up";
  return { step: "failed", title, lead: authSentence(error), again: !gone };
}
