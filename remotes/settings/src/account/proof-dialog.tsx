import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { type DialogActions, type ProofOfPerson, shell, useSession } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { CodeField, wholeCode } from "../parts/code-field.tsx";
import { accountSentence } from "./account-sentence.ts";
import { useHasPassword } from "./own-account.ts";

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  other: { alignSelf: "flex-start", justifySelf: "start", marginLeft: "-12px" },
});

/**
 * Asks for the password, or a mailed code, and does with it what was asked for; stays open while the proof is wrong.
 */
export function ProofDialog({
  work,
  dialog,
}: {
  work: (proof: ProofOfPerson) => Promise<unknown>;
  dialog: DialogActions<true>;
}) {
  const styles = useStyles();
  const proof = useProof();
  return (
    <DialogForm
      dialog={dialog}
      confirm={proof.toSend ? "Send the code" : "Confirm"}
      cancel="Cancel"
      disabled={!proof.toSend && proof.given === null}
      act={async () => (proof.toSend ? proof.send() : work(proof.given ?? {}))}
      sentence={accountSentence}
    >
      <p className={styles.text}>You signed in a while ago. Confirm that it is still you.</p>
      <ProofFields proof={proof} />
    </DialogForm>
  );
}

/** What the person gives as proof: the password where there is one, else a mailed code. */
export function useProof() {
  const [way, setWay] = useState<"password" | "code" | null>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [sent, setSent] = useState(false);
  const { data: hasPassword = true } = useHasPassword();
  const byCode = (way ?? (hasPassword ? "password" : "code")) === "code";
  const nonce = wholeCode(code);
  const given: ProofOfPerson | null = byCode
    ? nonce
      ? { nonce }
      : null
    : password
      ? { currentPassword: password }
      : null;
  return {
    byCode,
    hasPassword,
    sent,
    /** The code has to be sent before anything can be confirmed. */
    toSend: byCode && !sent,
    given,
    password,
    setPassword,
    code,
    setCode,
    choose: (next: "password" | "code") => setWay(next),
    clear() {
      setPassword("");
      setCode("");
      setSent(false);
    },
    async send() {
      await shell().auth.account.sendProofCode();
      setSent(true);
      return "stay" as const;
    },
  };
}
export type ProofState = ReturnType<typeof useProof>;

export function ProofFields({ proof, label = "Your password" }: { proof: ProofState; label?: string }) {
  const styles = useStyles();
  const { user } = useSession();
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
      {!proof.byCode && (
        <Field label={label}>
          <Input
            type="password"
            autoComplete="current-password"
            value={proof.password}
            onChange={(_, { value }) => proof.setPassword(value)}
          />
        </Field>
      )}
      {proof.byCode && proof.sent && (
        <CodeField
          label="Six-digit code"
          hint={`Sent to ${user?.email || "your phone"}.`}
          value={proof.code}
          onChange={proof.setCode}
        />
      )}
      {proof.byCode && !proof.sent && <p className={styles.text}>We send a code to {user?.email || "your phone"}.</p>}
      {proof.hasPassword && (
        <Button
          appearance="subtle"
          className={styles.other}
          onClick={() => proof.choose(proof.byCode ? "password" : "code")}
        >
          {proof.byCode ? "Use the password instead" : "Use an emailed code instead"}
        </Button>
      )}
    </>
  );
}
