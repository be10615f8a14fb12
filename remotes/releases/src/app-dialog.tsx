import type { AppOwnership, NewApp } from "@tessera/contracts-releases/releases.ts";
import { Field, Input, Textarea } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";

export interface AppProps {
  /** The app to change; null for a new one. */
  app: AppOwnership | null;
  save: (app: NewApp) => Promise<unknown>;
}

// As the registry takes them: libs/contracts/releases/src/releases.ts.
const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const PATH = /^\/([a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*)?$/;

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const invalid = (message: string | false | undefined) =>
  ({ validationMessage: message || undefined, validationState: message ? "error" : "none" }) as const;

/** Makes an app, or changes what one was granted. */
export function AppDialog({ app, save, dialog }: AppProps & { dialog: DialogActions<true> }) {
  const [name, setName] = useState(app?.name ?? "");
  const [owner, setOwner] = useState(app?.owner ?? "");
  const [paths, setPaths] = useState(app?.prefixes.join("\n") ?? "");
  const [origins, setOrigins] = useState(app?.redirectOrigins.join("\n") ?? "");
  const wrongName = name !== "" && !NAME.test(name);
  const wrongPath = words(paths).find((path) => !PATH.test(path));
  const wrongOrigin = words(origins).find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  const wrong = wrongName || wrongPath !== undefined || wrongOrigin !== undefined;
  return (
    <DialogForm
      dialog={dialog}
      confirm={app ? "Save" : "Make app"}
      cancel="Cancel"
      disabled={!name || !owner.trim() || wrong}
      act={() => save({ name, owner: owner.trim(), prefixes: words(paths), redirectOrigins: words(origins) })}
    >
      {!app && (
        <Field
          label="Name"
          hint="Part of the address of its files. It cannot be changed later."
          {...invalid(wrongName && "Use lower-case letters, digits and hyphens, at most 40, with a letter first.")}
        >
          <Input value={name} onChange={(_, data) => setName(data.value)} placeholder="invoices" />
        </Field>
      )}
      <Field label="Owner" hint="The team that answers for it.">
        <Input value={owner} maxLength={80} onChange={(_, data) => setOwner(data.value)} placeholder="Team Invoices" />
      </Field>
      <Field
        label="Paths"
        hint="One in a line. Each covers everything below it, except what another app owns there."
        {...invalid(wrongPath !== undefined && `${wrongPath} is not a path like /invoices or /settings/invoices.`)}
      >
        <Textarea value={paths} onChange={(_, data) => setPaths(data.value)} placeholder="/invoices" />
      </Field>
      <Field
        label="Sites it may redirect to"
        hint="Optional, one in a line. Redirects to any other site are refused."
        {...invalid(wrongOrigin !== undefined && `${wrongOrigin} is not an origin like https://help.example.com.`)}
      >
        <Textarea value={origins} onChange={(_, data) => setOrigins(data.value)} />
      </Field>
    </DialogForm>
  );
}
