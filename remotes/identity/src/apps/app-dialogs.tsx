import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { ACCESS, linesOf, type NewApp } from "./apps-api.ts";

type Shown = { dialog: DialogActions<true> };
const useStyles = makeStyles({
  text: { margin: 0, overflowWrap: "anywhere" },
  value: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    padding: "8px 12px",
    borderRadius: "6px",
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: "anywhere",
    "& code": { flexGrow: 1, minWidth: 0, font: "inherit" },
  },
});

const ADDRESSES = "One a line, exactly as the app sends it: https://…, http://127.0.0.1…, or the app’s own scheme://…";

export interface NewAppProps {
  create(app: NewApp): Promise<unknown>;
}
export function NewAppDialog({ create, dialog }: NewAppProps & Shown) {
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const [scope, setScope] = useState<string>(ACCESS[0].scope);
  const [isPublic, setPublic] = useState(false);
  const redirect_uris = linesOf(addresses);
  const token_endpoint_auth_method = isPublic ? "none" : "client_secret_basic";
  const act = () => create({ client_name: name.trim(), redirect_uris, token_endpoint_auth_method, scope });
  return (
    <DialogForm
      dialog={dialog}
      confirm="Add"
      cancel="Cancel"
      disabled={!name.trim() || !redirect_uris.length}
      act={act}
    >
      <Field label="Name" hint="People read it when the app asks them in.">
        <Input value={name} maxLength={100} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label="Redirect addresses" hint={ADDRESSES}>
        <Textarea value={addresses} rows={3} onChange={(_, data) => setAddresses(data.value)} />
      </Field>
      <Field label="What it may ask people for">
        <Select value={scope} onChange={(_, data) => setScope(data.value)}>
          {ACCESS.map((access) => (
            <option key={access.scope} value={access.scope}>
              {access.label}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label="It runs on people’s devices or in their browsers, and cannot keep a secret"
        checked={isPublic}
        onChange={(_, data) => setPublic(data.checked === true)}
      />
    </DialogForm>
  );
}

export interface AddressesProps {
  given: string[];
  save(redirect_uris: string[]): Promise<unknown>;
}
export function AddressesDialog({ given, save, dialog }: AddressesProps & Shown) {
  const [addresses, setAddresses] = useState(given.join("\n"));
  const lines = linesOf(addresses);
  return (
    <DialogForm dialog={dialog} confirm="Save" cancel="Cancel" disabled={!lines.length} act={() => save(lines)}>
      <Field label="Redirect addresses" hint={ADDRESSES}>
        <Textarea value={addresses} rows={5} onChange={(_, data) => setAddresses(data.value)} />
      </Field>
    </DialogForm>
  );
}

export interface CredentialsProps {
  id: string;
  secret?: string;
}
/** The only time that a secret is shown. */
export function CredentialsDialog({ id, secret, dialog }: CredentialsProps & Shown) {
  const styles = useStyles();
  const [kept, setKept] = useState(false);
  return (
    <DialogForm
      dialog={dialog}
      confirm="Done"
      cancel="Close"
      disabled={secret !== undefined && !kept}
      act={async () => {}}
    >
      <Value name="Client ID" value={id} />
      {secret !== undefined && (
        <>
          <Value name="Client secret" value={secret} />
          <p className={styles.text}>
            The secret is not shown again. Send it to the people who run the app over a private channel.
          </p>
          <Checkbox label="I have saved it" checked={kept} onChange={(_, data) => setKept(data.checked === true)} />
        </>
      )}
    </DialogForm>
  );
}

function Value({ name, value }: { name: string; value: string }) {
  const styles = useStyles();
  const copy = async () => {
    const { show } = shell().notifications;
    await navigator.clipboard.writeText(value).then(
      () => show({ message: `${name} copied`, intent: "success" }),
      () => show({ message: "The browser did not let the page copy. Select the text and copy it.", intent: "error" }),
    );
  };
  return (
    <div>
      <div>{name}</div>
      <div className={styles.value}>
        <code>{value}</code>
        <Button size="small" aria-label={`Copy the ${name.toLowerCase()}`} onClick={copy}>
          Copy
        </Button>
      </div>
    </div>
  );
}
