import { Button } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { Notice, useSubmit } from "@tessera/ui";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys } from "../account/own-account.ts";
import { ProofFields, useProof } from "../account/proof-dialog.tsx";
import { withProof } from "../account/with-proof.ts";
import { useFormStyles } from "../parts/form-styles.ts";
import { SettingGroup } from "../parts/setting.tsx";

/** Fewest characters of a password; the identity service's rule, and the whole of it. */
const MIN_PASSWORD_LENGTH = 8;

/**
 * Changes the password, or sets the first; the current one, or a mailed code, proves that it is not just an open
 * screen.
 */
export function ChangePassword() {
  const styles = useFormStyles();
  const queries = useQueryClient();
  const proof = useProof();
  const [next, setNext] = useState("");
  const [changed, setChanged] = useState(false);
  const { busy, failure, submit } = useSubmit(accountSentence);
  const tooShort = next !== "" && next.length < MIN_PASSWORD_LENGTH;
  const verb = proof.hasPassword ? "Change" : "Set";
  const incomplete = busy || (!proof.toSend && (proof.given === null || next.length < MIN_PASSWORD_LENGTH));

  const change = async () => {
    if (!(await withProof(() => shell().auth.account.change({ password: next, ...proof.given })))) return;
    setChanged(true);
    proof.clear();
    setNext("");
    await queries.invalidateQueries({ queryKey: accountKeys.account });
  };
  const send = () => {
    setChanged(false);
    if (!incomplete) return proof.toSend ? proof.send() : change();
  };

  return (
    <SettingGroup title="Password" id="password">
      {changed && (
        <Notice intent="success">
          The password is changed. Your other sessions are signed out, and API tokens end.
        </Notice>
      )}
      {failure && (
        <Notice intent="error">
          {proof.hasPassword ? "The password was not changed. The old one still works." : "No password was set."}{" "}
          {failure}
        </Notice>
      )}
      <form className={styles.form} onSubmit={submit(send)}>
        <ProofFields proof={proof} label="Current password" />
        {!proof.toSend && (
          <Field
            label="New password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters; a few words in a row are good. Your other sessions are signed out.`}
            validationState={tooShort ? "warning" : "none"}
            validationMessage={
              tooShort
                ? `${MIN_PASSWORD_LENGTH - next.length} more ${MIN_PASSWORD_LENGTH - next.length === 1 ? "character" : "characters"}`
                : undefined
            }
          >
            <Input
              type="password"
              autoComplete="new-password"
              value={next}
              onChange={(_, data) => setNext(data.value)}
            />
          </Field>
        )}
        <Button type="submit" className={styles.button} disabledFocusable={incomplete}>
          {proof.toSend ? "Send the code" : busy ? "Changing the password" : `${verb} password`}
        </Button>
      </form>
    </SettingGroup>
  );
}
