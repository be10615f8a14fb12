import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { type DialogActions, type NewFactor, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { accountSentence, codeOf } from "../account/account-sentence.ts";
import { digitsOf } from "../account/phone-words.ts";
import { withPriorProof } from "../account/with-proof.ts";
import { CodeField, wholeCode } from "../parts/code-field.tsx";
import type { AddFactorProps } from "./add-app-dialog.tsx";
import { enroll, freeName, useAbandoned } from "./enroll.ts";
import { OthersEnd } from "./others-end.tsx";

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  again: { alignSelf: "flex-start", marginLeft: "-12px" },
});

/** A number and a name, then the code that was sent to it. */
export function AddPhoneDialog({ first, taken, dialog }: AddFactorProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [name, setName] = useState(() => freeName("Phone", taken));
  const [phone, setPhone] = useState("");
  const [made, setMade] = useState<NewFactor | null>(null);
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const abandoned = useAbandoned(made);
  const digits = digitsOf(phone);
  const conflict = taken.includes(name.trim());

  const send = async (factorId: string) =>
    setChallengeId((await shell().auth.account.challengeFactor(factorId)).challengeId);
  const act = async () => {
    if (!challengeId || !made) {
      await withPriorProof(async () => {
        const factor = made ?? (await enroll({ type: "phone", name: name.trim(), phone: digits! }));
        setMade(factor);
        await send(factor.id);
      });
      return "stay";
    }
    try {
      await shell().auth.account.verifyFactor(made.id, challengeId, wholeCode(code)!);
      abandoned.no();
    } catch (error) {
      setCode("");
      if (codeOf(error) === "mfa_factor_not_found") {
        setMade(null);
        setChallengeId(null);
      }
      throw error;
    }
    return undefined;
  };
  const again = () =>
    made &&
    send(made.id).then(
      () => shell().notifications.show({ message: "A new code is on its way", intent: "success" }),
      (error) => shell().notifications.show({ message: accountSentence(error), intent: "error" }),
    );

  return (
    <DialogForm
      dialog={dialog}
      confirm={challengeId ? (first ? "Turn on" : "Add it") : "Send a code"}
      cancel="Cancel"
      disabled={challengeId ? !wholeCode(code) : !digits || !name.trim() || conflict}
      act={act}
      sentence={accountSentence}
    >
      {!challengeId && (
        <>
          <p className={styles.text}>
            A code comes by text message whenever you sign in. An authenticator app or a security key is safer where you
            can use one: messages can be read on their way, and numbers can be taken over.
          </p>
          {first && <OthersEnd />}
          <Field
            label="Phone number"
            hint="With its country code, for example +43 660 1234567."
            validationState={phone && !digits ? "warning" : "none"}
            validationMessage={phone && !digits ? "This phone number is not complete yet." : undefined}
          >
            <Input
              type="tel"
              autoComplete="tel"
              value={phone}
              maxLength={30}
              onChange={(_, { value }) => setPhone(value)}
            />
          </Field>
          <Field
            label="Name"
            validationState={conflict ? "error" : "none"}
            validationMessage={conflict ? "You already have a factor with this name." : undefined}
          >
            <Input value={name} maxLength={80} onChange={(_, { value }) => setName(value)} />
          </Field>
        </>
      )}
      {challengeId && (
        <>
          <CodeField label="Six-digit code" hint={`Sent to +${digits}.`} value={code} onChange={setCode} />
          <Button appearance="subtle" className={styles.again} onClick={again}>
            Send another code
          </Button>
        </>
      )}
    </DialogForm>
  );
}
