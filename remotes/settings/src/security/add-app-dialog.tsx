import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { type DialogActions, type NewFactor, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { accountSentence, codeOf } from "../account/account-sentence.ts";
import { withPriorProof } from "../account/with-proof.ts";
import { CodeField, wholeCode } from "../parts/code-field.tsx";
import { enroll, freeName, useAbandoned } from "./enroll.ts";
import { OthersEnd } from "./others-end.tsx";

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  set: {
    display: "grid",
    gridTemplateColumns: "184px minmax(0, 1fr)",
    gap: "16px",
    "@media (max-width: 599.98px)": { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  // Dark on white in both themes: cameras read nothing else.
  picture: {
    width: "184px",
    height: "184px",
    padding: "12px",
    boxSizing: "border-box",
    borderRadius: "8px",
    backgroundColor: "#fff",
  },
  words: { display: "flex", flexDirection: "column", alignItems: "flex-start", gap: "8px", minWidth: 0 },
  secret: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: "anywhere", wordSpacing: ".2em" },
  caption: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  link: { color: "inherit", textDecorationColor: tokens.colorNeutralStrokeAccessible, textUnderlineOffset: "3px" },
});

export interface AddFactorProps {
  /** The account has none yet: turning two-step verification on ends other sessions. */
  first: boolean;
  /** Names that other factors have. */
  taken: string[];
}

/** A name, then the secret as picture and text, then the first code: it proves that the app has it. */
export function AddAppDialog({ first, taken, dialog }: AddFactorProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [name, setName] = useState(() => freeName("Authenticator app", taken));
  const [made, setMade] = useState<NewFactor | null>(null);
  const [code, setCode] = useState("");
  const picture = useRef<HTMLImageElement>(null);
  const abandoned = useAbandoned(made);
  const conflict = taken.includes(name.trim());
  useEffect(() => {
    if (made) picture.current?.focus();
  }, [made]);

  const act = async () => {
    if (!made) {
      await withPriorProof(async () => setMade(await enroll({ type: "totp", name: name.trim() })));
      return "stay";
    }
    try {
      const { challengeId } = await shell().auth.account.challengeFactor(made.id);
      await shell().auth.account.verifyFactor(made.id, challengeId, wholeCode(code)!);
      abandoned.no();
    } catch (error) {
      setCode("");
      if (codeOf(error) === "mfa_factor_not_found") setMade(null);
      throw error;
    }
    return undefined;
  };
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(made?.totp?.secret ?? "").then(
      () => true,
      () => false,
    );
    shell().notifications.show(
      copied
        ? { message: "The secret is copied", intent: "success" }
        : { message: "The browser did not let the page copy. Select the text and copy it.", intent: "error" },
    );
  };

  return (
    <DialogForm
      dialog={dialog}
      confirm={made ? (first ? "Turn on" : "Add it") : "Continue"}
      cancel="Cancel"
      disabled={made ? !wholeCode(code) : !name.trim() || conflict}
      act={act}
      sentence={(error) => (codeOf(error) === "mfa_verification_failed" ? wrongCode : accountSentence(error))}
    >
      {!made && (
        <>
          <p className={styles.text}>
            An app on your phone or computer shows a new code every 30 seconds, also without a network: for example the
            password manager you have, Aegis, 2FAS, Google Authenticator or Microsoft Authenticator.
          </p>
          {first && <OthersEnd />}
          <Field
            label="Name"
            hint="Tells it apart from others that you may add."
            validationState={conflict ? "error" : "none"}
            validationMessage={conflict ? "You already have a factor with this name." : undefined}
          >
            <Input value={name} maxLength={80} onChange={(_, { value }) => setName(value)} />
          </Field>
        </>
      )}
      {made?.totp && (
        <>
          <div className={styles.set}>
            <img
              ref={picture}
              tabIndex={-1}
              className={styles.picture}
              src={made.totp.qrCode}
              alt="QR code with the secret for your authenticator app; the same secret stands beside it as text"
            />
            <div className={styles.words}>
              <p className={styles.text}>Scan the picture with the app, or type this secret into it:</p>
              <code className={styles.secret} data-testid="totp-secret">
                {(made.totp.secret.match(/.{1,4}/g) ?? []).join(" ")}
              </code>
              <Button size="small" onClick={copy}>
                Copy the secret
              </Button>
              <span className={styles.caption}>
                The app is on this device?{" "}
                <a className={styles.link} href={made.totp.uri}>
                  Open it with the secret
                </a>
              </span>
            </div>
          </div>
          <CodeField label="Six-digit code" hint="The code that the app shows now." value={code} onChange={setCode} />
        </>
      )}
    </DialogForm>
  );
}

const wrongCode =
  "This code is not right. Wait for the next one. If it is refused too, check that the device sets its clock automatically.";
