import { makeStyles } from "@tessera/fluent";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";

const useStyles = makeStyles({ text: { margin: 0 } });

export interface ConfirmProps {
  /** What will happen. */
  text: string;
  confirm: string;
  act: () => Promise<unknown>;
}

/** Asks before it acts; a refusal is said in the dialog. */
export function ConfirmDialog({ text, confirm, act, dialog }: ConfirmProps & { dialog: DialogActions<true> }) {
  return (
    <DialogForm dialog={dialog} confirm={confirm} cancel="Cancel" act={act}>
      <p className={useStyles().text}>{text}</p>
    </DialogForm>
  );
}
