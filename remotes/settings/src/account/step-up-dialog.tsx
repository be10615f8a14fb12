import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, type Factor, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { CodeField, wholeCode } from "../parts/code-field.tsx";
import { accountSentence } from "./account-sentence.ts";
import { ownAccount } from "./own-account.ts";
import { ownPasskeys } from "./own-passkeys.ts";
import { shortPhone } from "./phone-words.ts";

const useStyles = makeStyles({ text: { margin: 0, color: tokens.colorNeutralForeground2 } });

/** A value of the choice that is no factor's id. */
const RECOVERY = "recovery-code";

export function factorLabel({ type, name, phone, isSecurityKey }: Factor): string {
  if (name) return name;
  if (isSecurityKey) return "Security key";
  return type === "phone" && phone ? `Phone ${shortPhone(phone)}` : "Authenticator app";
}

/** Asks for a code of a second factor, or a recovery code, and raises the session with it. */
export function StepUpDialog({ factors, dialog }: { factors: Factor[]; dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [chosen, setChosen] = useState(factors[0]?.id ?? RECOVERY);
  const [code, setCode] = useState("");
  const [challenge, setChallenge] = useState<{ id: string; factorId: string } | null>(null);
  const factor = factors.find(({ id }) => id === chosen) ?? null;
  const sent = challenge !== null && challenge.factorId === chosen;
  const toSend = factor?.type === "phone" && !sent;

  const act = async () => {
    const { account } = shell().auth;
    if (!factor) return ownAccount.redeemRecoveryCode(code.trim());
    if (factor.isSecurityKey) return ownPasskeys.proveKey(factor.id);
    if (toSend) {
      setChallenge({ id: (await account.challengeFactor(factor.id)).challengeId, factorId: factor.id });
      return "stay";
    }
    const challengeId = challenge && sent ? challenge.id : (await account.challengeFactor(factor.id)).challengeId;
    return account.verifyFactor(factor.id, challengeId, wholeCode(code)!);
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={toSend ? "Send the code" : factor?.isSecurityKey ? "Use the key" : "Confirm"}
      cancel="Cancel"
      disabled={toSend || factor?.isSecurityKey ? false : factor ? !wholeCode(code) : code.trim() === ""}
      act={act}
      sentence={accountSentence}
    >
      <p className={styles.text}>This change affects the security of your account, so it needs your second factor.</p>
      <Field label="Confirm with">
        <Select
          value={chosen}
          onChange={(_, { value }) => {
            setChosen(value);
            setCode("");
          }}
        >
          {factors.map((one) => (
            <option key={one.id} value={one.id}>
              {factorLabel(one)}
            </option>
          ))}
          <option value={RECOVERY}>A recovery code</option>
        </Select>
      </Field>
      {!factor && (
        <Field label="Recovery code" hint="One of the ten you saved. Each works once.">
          <Input value={code} autoComplete="off" spellCheck={false} maxLength={40} onChange={(_, { value }) => setCode(value)} />
        </Field>
      )}
      {factor && !toSend && !factor.isSecurityKey && (
        <CodeField
          label="Six-digit code"
          hint={factor.type === "phone" ? `Sent to ${shortPhone(factor.phone ?? "")}.` : "The code that your authenticator app shows now."}
          value={code}
          onChange={setCode}
        />
      )}
    </DialogForm>
  );
}
