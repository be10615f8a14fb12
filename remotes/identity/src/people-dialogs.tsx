import { makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { type ReactNode, useState } from "react";
import { BANS } from "./people-words.ts";

type Shown = { dialog: DialogActions<true> };
const useStyles = makeStyles({ text: { margin: 0, overflowWrap: "anywhere" } });

export interface InviteProps {
  invite(email: string): Promise<unknown>;
}
export function InviteDialog({ invite, dialog }: InviteProps & Shown) {
  const [email, setEmail] = useState("");
  const address = email.trim();
  const whole = /^[^\s@]+@[^\s@]+$/.test(address);
  return (
    <DialogForm dialog={dialog} confirm="Send invitation" cancel="Cancel" disabled={!whole} act={() => invite(address)}>
      <Field label="Email address" hint="They get an email with a link, valid for a short time, and choose a password.">
        <Input
          type="email"
          value={email}
          maxLength={254}
          onChange={(_, data) => setEmail(data.value)}
          placeholder="ines@example.com"
        />
      </Field>
    </DialogForm>
  );
}

export interface BanProps {
  name: string;
  ban(duration: string): Promise<unknown>;
}
export function BanDialog({ name, ban, dialog }: BanProps & Shown) {
  const styles = useStyles();
  const [duration, setDuration] = useState<string>(BANS[1].duration);
  return (
    <DialogForm dialog={dialog} confirm="Ban" cancel="Cancel" act={() => ban(duration)}>
      <p className={styles.text}>
        {name} cannot sign in while banned. Open sessions end within the hour. Cards and payments are not changed.
      </p>
      <Field label="For how long">
        <Select value={duration} onChange={(_, data) => setDuration(data.value)}>
          {BANS.map((ban) => (
            <option key={ban.duration} value={ban.duration}>
              {ban.label}
            </option>
          ))}
        </Select>
      </Field>
    </DialogForm>
  );
}

export interface SureProps {
  text: ReactNode;
  confirm: string;
  /** What must be typed before the button acts; nothing when absent. */
  typed?: string;
  act(): Promise<unknown>;
  /** What to say of a failure, where it may end in the middle. */
  sentence?: (error: unknown) => string;
}
/** Asks before what cannot be taken back, for a name to be typed where it ends an account. */
export function SureDialog({ text, confirm, typed, act, sentence, dialog }: SureProps & Shown) {
  const styles = useStyles();
  const [given, setGiven] = useState("");
  const right = typed === undefined || given.trim().toLowerCase() === typed.toLowerCase();
  return (
    <DialogForm dialog={dialog} confirm={confirm} cancel="Cancel" disabled={!right} act={act} sentence={sentence}>
      <p className={styles.text}>{text}</p>
      {typed !== undefined && (
        <Field label={`Type ${typed} to continue`}>
          <Input value={given} autoComplete="off" onChange={(_, data) => setGiven(data.value)} />
        </Field>
      )}
    </DialogForm>
  );
}
