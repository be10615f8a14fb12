import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

export interface OverrideProps {
  /** Has the app come from this address, in this browser. */
  open: (address: string) => Promise<void>;
}

/** An address of this machine, as the registry takes it. */
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?(\/[^?#@\s]*)?$/;

/** Lets an administrator have one part from a server on their own machine, for themselves alone. */
export function OverrideDialog({ open, dialog }: OverrideProps & { dialog: DialogActions<true> }) {
  const [text, setText] = useState("");
  const address = text.trim();
  const wrong = address !== "" && !LOCAL.test(address);
  return (
    <DialogForm
      dialog={dialog}
      confirm="Open in this browser"
      cancel="Cancel"
      disabled={!address || wrong}
      act={() => open(address)}
    >
      <Field
        label="Address on this machine"
        hint="Where the built files are served. Only this browser gets them, for 8 hours or until you press Clear. It is recorded in the log."
        validationMessage={
          wrong ? "This is not an address on this machine, such as http://localhost:5173/." : undefined
        }
        validationState={wrong ? "error" : "none"}
      >
        <Input
          value={text}
          onChange={(_, data) => setText(data.value)}
          placeholder="http://localhost:5173/"
          type="url"
        />
      </Field>
    </DialogForm>
  );
}
