import { MAX_REASON_LENGTH } from "@tessera/contracts-releases/limits.ts";
import { makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

const useStyles = makeStyles({ text: { margin: 0 } });

export interface SwitchOffProps {
  app: string;
  act: (reason: string) => Promise<unknown>;
}

/** Switches an app off for everybody, with words for those who open its pages. */
export function SwitchOffDialog({ app, act, dialog }: SwitchOffProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [text, setText] = useState("");
  const reason = text.trim();
  return (
    <DialogForm
      dialog={dialog}
      confirm="Switch off for everybody"
      cancel="Cancel"
      disabled={!reason}
      act={() => act(reason)}
    >
      <p className={styles.text}>
        Nobody gets {app} from now on, whatever is released, until you switch it on again. Its pages say so, and open
        pages learn of it at once. All other areas stay.
      </p>
      <Field label="Reason" hint="People who open its pages read it.">
        <Input
          value={text}
          maxLength={MAX_REASON_LENGTH}
          onChange={(_, data) => setText(data.value)}
          placeholder="Cards are being lost. We are working on it."
        />
      </Field>
    </DialogForm>
  );
}
