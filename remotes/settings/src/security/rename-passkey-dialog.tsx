import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { ownPasskeys, type Passkey } from "../account/own-passkeys.ts";

/** Another name for a passkey; it changes nothing else. */
export function RenamePasskeyDialog({ passkey, dialog }: { passkey: Passkey; dialog: DialogActions<true> }) {
  const [name, setName] = useState(passkey.friendly_name);
  return (
    <DialogForm
      dialog={dialog}
      confirm="Rename"
      cancel="Cancel"
      disabled={!name.trim()}
      act={() => ownPasskeys.rename(passkey.id, name.trim())}
      sentence={accountSentence}
    >
      <Field label="Name" hint="Where you keep it, for example “Work laptop”.">
        <Input value={name} maxLength={120} onChange={(_, { value }) => setName(value)} />
      </Field>
    </DialogForm>
  );
}
