import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { useNavigate } from "@tessera/router";
import { type ProofOfPerson, shell, useSession } from "@tessera/shell-api";
import { Notice, useSubmit } from "@tessera/ui";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { ownAccount } from "../account/own-account.ts";
import { ProofFields, useProof } from "../account/proof-dialog.tsx";
import { withProof } from "../account/with-proof.ts";
import { SettingGroup } from "../parts/setting.tsx";
import { PlanConsequence } from "./plan-consequence.tsx";

const useStyles = makeStyles({
  list: { margin: "4px 0 0", paddingLeft: "20px", display: "grid", gap: "6px", color: tokens.colorNeutralForeground2 },
  form: { display: "grid", gap: "16px", maxWidth: "420px", justifyItems: "start", "& > .fui-Field": { width: "100%" } },
  danger: {
    backgroundColor: "var(--bad)",
    color: tokens.colorNeutralBackground1,
    ":hover": { backgroundColor: "var(--bad)", color: tokens.colorNeutralBackground1, opacity: 0.92 },
    ":hover:active": { backgroundColor: "var(--bad)", color: tokens.colorNeutralBackground1 },
    "@media (max-width: 959.98px)": { minHeight: "44px" },
  },
  button: { "@media (max-width: 959.98px)": { minHeight: "44px" } },
});

/** What the person types, so that nothing is deleted by accident. */
const WORDS = "delete my account";

/** Deletes the account: what goes with it, the words to type, the proof, then the last page. */
export function DeleteAccountSection() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { user } = useSession();
  const proof = useProof();
  const [typed, setTyped] = useState("");
  const { busy, failure, submit } = useSubmit((error) => {
    const kept = proof.toSend ? "No code was sent." : "Nothing was deleted.";
    return `${kept} ${accountSentence(error)}`;
  });
  const agreed = typed.trim().toLowerCase() === WORDS;
  const ready = proof.toSend || (agreed && proof.given !== null);

  const send = async () => {
    if (!ready) return;
    if (proof.toSend) await proof.send();
    else await erase(proof.given ?? {});
  };
  const erase = async (given: ProofOfPerson) => {
    if (!(await withProof(() => ownAccount.delete(given)))) return;
    await navigate("/goodbye", { replace: true, state: { deleted: true } });
    await shell().auth.signOut("local");
  };
  return (
    <>
      <SettingGroup title="What is deleted">
        <ul className={styles.list}>
          <li>
            All your cards, with their files, tags and imports; your books in Finance, your recordings and agents.
          </li>
          <li>
            Your queue, your settings, your sessions and the ways you sign in. You are signed out everywhere at once.
          </li>
          <li>
            <PlanConsequence />
          </li>
          <li>
            The security log keeps for a year that something was done, without your name, email address or network
            address.
          </li>
          <li>Text that you typed but did not save stays in that browser until its data is cleared.</li>
        </ul>
      </SettingGroup>
      <SettingGroup title="Delete the account">
        {failure && <Notice intent="error">{failure}</Notice>}
        <Notice intent="warning">
          This cannot be undone. {user?.email || "The account"} and all that belongs to it is gone for good.
        </Notice>
        <form className={styles.form} onSubmit={submit(send)} aria-busy={busy}>
          <Field label={`Type “${WORDS}”`}>
            <Input
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(_, { value }) => setTyped(value)}
            />
          </Field>
          <ProofFields proof={proof} />
          <Button
            type="submit"
            appearance="primary"
            className={ready && !proof.toSend ? styles.danger : styles.button}
            disabledFocusable={busy || !ready}
          >
            {proof.toSend ? "Send the code" : busy ? "Deleting the account" : "Delete the account for good"}
          </Button>
        </form>
      </SettingGroup>
    </>
  );
}
