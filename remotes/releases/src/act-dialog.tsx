import { MAX_REASON_LENGTH } from "@tessera/contracts-releases/limits.ts";
import { makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { type ReactNode, useState } from "react";

const useStyles = makeStyles({ text: { margin: 0 } });

export interface ActProps {
  /** What will happen, and to whom. */
  text: ReactNode;
  /** Releases to choose from, the proposed one first; none where there is nothing to choose. */
  releases?: { id: string; label: string; version: string }[];
  /** Why a reason has to be given; without it, a reason is optional. */
  reasonNeeded?: string;
  confirm: (version: string) => string;
  cancel: string;
  act: (reason: string | undefined, release: string) => Promise<unknown>;
}

/** Asks before what cannot be taken back, for a reason that the log keeps, and acts. */
export function ActDialog({
  text,
  releases = [],
  reasonNeeded,
  confirm,
  cancel,
  act,
  dialog,
}: ActProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [release, setRelease] = useState(releases[0]?.id ?? "");
  const [reason, setReason] = useState("");
  const version = releases.find(({ id }) => id === release)?.version ?? "";
  return (
    <DialogForm
      dialog={dialog}
      confirm={confirm(version)}
      cancel={cancel}
      disabled={reasonNeeded !== undefined && !reason.trim()}
      act={() => act(reason.trim() || undefined, release)}
    >
      <p className={styles.text}>{text}</p>
      {releases.length > 0 && (
        <Field label="Release that everybody gets">
          <Select value={release} onChange={(_, data) => setRelease(data.value)}>
            {releases.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Reason" hint={reasonNeeded ?? "Optional. It is shown in the log."}>
        <Input value={reason} maxLength={MAX_REASON_LENGTH} onChange={(_, data) => setReason(data.value)} />
      </Field>
    </DialogForm>
  );
}
