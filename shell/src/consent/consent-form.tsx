import { Checkmark20Regular } from "@fluentui/react-icons/svg/checkmark";
import { makeStyles, tokens } from "@tessera/fluent";
import { PlainButton } from "@tessera/ui";
import { useState } from "react";
import { authSentence } from "../pages/auth-words.ts";
import { FormError, StepTitle, useFormStyles } from "../pages/form-parts.tsx";
import type { ConsentRequest, ConsentRequests, Onward } from "./consent-requests.ts";
import { abilitiesOf, placeOf } from "./consent-words.ts";

const useStyles = makeStyles({
  who: { display: "flex", alignItems: "center", gap: "12px", marginBottom: "16px" },
  letter: {
    display: "grid",
    placeItems: "center",
    flexShrink: 0,
    width: "40px",
    height: "40px",
    borderRadius: "8px",
    fontSize: "20px",
    fontWeight: 600,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  place: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3, overflowWrap: "anywhere" },
  heading: { fontSize: "14px", lineHeight: "20px", fontWeight: 600, margin: "20px 0 8px" },
  abilities: { listStyleType: "none", margin: 0, padding: 0 },
  ability: { display: "grid", gridTemplateColumns: "20px minmax(0, 1fr)", gap: "8px", padding: "4px 0" },
  mark: { color: tokens.colorNeutralForeground3 },
  small: {
    marginTop: "12px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    overflowWrap: "anywhere",
  },
  buttons: { "& button": { height: "44px" } },
});

interface Props {
  request: ConsentRequest;
  requests: ConsentRequests;
  onAnswered(onward: Onward): void;
  onSignOut(): void;
}

/** Who asks, what it will be able to do, and the two answers. An app's logo is not shown: anybody can copy one. */
export function ConsentForm({ request, requests, onAnswered, onSignOut }: Props) {
  const styles = useStyles();
  const form = useFormStyles();
  const [acting, setActing] = useState<"approve" | "deny" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { client, user, scope, redirect_uri: redirectUri } = request;

  const answer = async (action: "approve" | "deny") => {
    setActing(action);
    setProblem(null);
    try {
      onAnswered(await requests.answer(request.authorization_id, action));
    } catch (error) {
      setProblem(authSentence(error));
      setActing(null);
    }
  };
  return (
    <>
      <div className={styles.who}>
        <div className={styles.letter} aria-hidden>
          {[...client.name][0]?.toUpperCase()}
        </div>
        <div>
          <bdi className={styles.name}>{client.name}</bdi>
          <div className={styles.place}>
            Answers go to <bdi>{placeOf(redirectUri)}</bdi>
          </div>
        </div>
      </div>
      <StepTitle arrived>
        Let <bdi>{client.name}</bdi> into your account?
      </StepTitle>
      <p className={form.lead}>
        You are signed in as <bdi>{user.email || "somebody without an address"}</bdi>.
      </p>
      <h2 className={styles.heading}>It will be able to</h2>
      <ul className={styles.abilities}>
        {abilitiesOf(scope).map((words) => (
          <li key={words} className={styles.ability}>
            <Checkmark20Regular className={styles.mark} aria-hidden />
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        It never learns your password, and cannot pay, export your data or change how you sign in. It keeps this access
        until you remove it in the settings, under Security. Only allow apps that you began to connect yourself.
      </p>
      <FormError>{problem}</FormError>
      <div className={styles.buttons}>
        <PlainButton
          appearance="primary"
          className={form.submit}
          disabledFocusable={acting !== null}
          onClick={() => answer("approve")}
        >
          {acting === "approve" ? "Allowing…" : "Allow"}
        </PlainButton>
        <PlainButton className={form.other} disabledFocusable={acting !== null} onClick={() => answer("deny")}>
          Cancel
        </PlainButton>
        <PlainButton appearance="subtle" className={form.other} disabledFocusable={acting !== null} onClick={onSignOut}>
          Use another account
        </PlainButton>
      </div>
    </>
  );
}
