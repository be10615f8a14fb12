import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import { Switch } from "@tessera/fluent-extra";
import { usePreferences } from "@tessera/shell-api";
import { useId } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";

interface Kind {
  preference: "mailUsage" | "mailPayments" | "mailReminders";
  label: string;
  hint: string;
  /** The mails, in a sentence. */
  named: string;
}

const KINDS: readonly Kind[] = [
  {
    preference: "mailUsage",
    label: "Limits of usage",
    hint: "When 80% of a limit is used, and when all of it is. The queue says so too.",
    named: "Mails about limits of usage",
  },
  {
    preference: "mailPayments",
    label: "Payments",
    hint: "A receipt for each payment, each refund, and when a payment does not go through.",
    named: "Mails about payments",
  },
  {
    preference: "mailReminders",
    label: "Reminders",
    hint: "One for each task with a reminder, at the time that you chose there.",
    named: "Reminders by mail",
  },
];

/** Which mails a person gets besides those that keep the account safe. */
export function MailSettings() {
  return (
    <SettingGroup title="Mails">
      {KINDS.map((kind) => (
        <MailSwitch key={kind.preference} {...kind} />
      ))}
    </SettingGroup>
  );
}

function MailSwitch({ preference, label, hint, named }: Kind) {
  const id = useId();
  const preferences = usePreferences();
  const { save } = useSaves();
  return (
    <Setting label={label} hint={hint} controlId={id}>
      <Switch
        id={id}
        // An older shell does not know each of them.
        checked={preferences[preference] ?? defaultPreferences[preference]}
        aria-describedby={`${id}-hint`}
        onChange={(_, { checked }) => save({ [preference]: checked }, `${named} are still ${checked ? "off" : "on"}.`)}
      />
    </Setting>
  );
}
