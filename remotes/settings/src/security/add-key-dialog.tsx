import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { type DialogActions, type NewFactor, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { accountSentence, codeOf } from "../account/account-sentence.ts";
import { ownPasskeys } from "../account/own-passkeys.ts";
import { withPriorProof } from "../account/with-proof.ts";
import type { AddFactorProps } from "./add-app-dialog.tsx";
import { freeName, useAbandoned } from "./enroll.ts";
import { OthersEnd } from "./others-end.tsx";

const useStyles = makeStyles({ text: { margin: 0, color: tokens.colorNeutralForeground2 } });

/** A name, then the browser asks for the key. */
export function AddKeyDialog({ first, taken, dialog }: AddFactorProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [name, setName] = useState(() => freeName("Security key", taken));
  const [made, setMade] = useState<NewFactor | null>(null);
  const abandoned = useAbandoned(made);
  const conflict = taken.includes(name.trim());

  const act = async () => {
    let factor = made;
    if (!factor) {
      const proved = await withPriorProof(async () => {
        await removeLeft(name.trim());
        factor = { ...(await ownPasskeys.enrollKey(name.trim())), totp: null };
      });
      if (!proved || !factor) return "stay";
      setMade(factor);
    }
    try {
      await ownPasskeys.proveKey(factor.id);
      abandoned.no();
    } catch (error) {
      if (codeOf(error) === "mfa_factor_not_found") setMade(null);
      throw error;
    }
    return undefined;
  };

  return (
    <DialogForm
      dialog={dialog}
      confirm={first ? "Turn on" : "Add it"}
      cancel="Cancel"
      disabled={!name.trim() || conflict}
      act={act}
      sentence={accountSentence}
    >
      <p className={styles.text}>
        A key that you plug in or hold to the device, or the device itself. The browser asks you to touch it, now and at each sign-in after
        your password.
      </p>
      {first && <OthersEnd />}
      <Field
        label="Name"
        hint="Tells it apart from others that you may add."
        validationState={conflict ? "error" : "none"}
        validationMessage={conflict ? "You already have a factor with this name." : undefined}
      >
        <Input value={name} maxLength={80} disabled={made !== null} onChange={(_, { value }) => setName(value)} />
      </Field>
    </DialogForm>
  );
}

/** An attempt of before that was left gives its name free. */
async function removeLeft(name: string): Promise<void> {
  const { account } = shell().auth;
  for (const left of (await account.get()).factors) if (!left.verified && left.name === name) await account.removeFactor(left.id);
}
