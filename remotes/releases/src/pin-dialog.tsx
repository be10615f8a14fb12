import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { useReleaseLabel } from "./use-release-label.ts";

export interface PinProps {
  apps: readonly AppOverview[];
  /** The app that is proposed. */
  app: string;
  pin: (app: string, release: string, who: string) => Promise<unknown>;
}

/** Gives a release to one person, or to everybody of a mail domain, whatever the rollouts say. */
export function PinDialog({ apps, app: proposed, pin, dialog }: PinProps & { dialog: DialogActions<true> }) {
  const label = useReleaseLabel();
  const [app, setApp] = useState(proposed);
  const [chosen, setChosen] = useState("");
  const [who, setWho] = useState("");
  const { releases = [] } = apps.find(({ name }) => name === app) ?? {};
  const release = releases.some(({ id }) => id === chosen) ? chosen : (releases[0]?.id ?? "");
  const address = who.trim();
  const wrong = address !== "" && !/^([0-9a-f-]{36}|[^\s@]*@[^\s@]+)$/i.test(address);
  return (
    <DialogForm
      dialog={dialog}
      confirm="Pin"
      cancel="Cancel"
      disabled={!release || !address || wrong}
      act={() => pin(app, release, address.toLowerCase())}
    >
      <Field
        label="Who"
        hint="An email address, @domain for everybody there, or a user’s id."
        validationMessage={wrong ? "This is neither an address, nor @domain, nor a user’s id." : undefined}
        validationState={wrong ? "error" : "none"}
      >
        <Input value={who} onChange={(_, data) => setWho(data.value)} placeholder="ines@example.com" />
      </Field>
      <Field label="Part">
        <Select value={app} onChange={(_, data) => setApp(data.value)}>
          {apps.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Release" hint="Stays until the pin is removed: rollouts do not change it.">
        <Select value={release} onChange={(_, data) => setChosen(data.value)}>
          {releases.map((one) => (
            <option key={one.id} value={one.id}>
              {label(one, releases)}
            </option>
          ))}
        </Select>
      </Field>
    </DialogForm>
  );
}
