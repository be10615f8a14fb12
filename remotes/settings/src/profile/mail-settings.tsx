import { Switch } from "@tessera/fluent-extra";
import { usePreferences } from "@tessera/shell-api";
import { useId } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";

const onOff = (on: boolean) => (on ? "on" : "off");

/** Which mails a person gets besides those that keep the account safe. */
export function MailSettings() {
  const [usage, payments, reminders] = [useId(), useId(), useId()];
  const { mailUsage, mailPayments, mailReminders } = usePreferences();
  const { save } = useSaves();
  return (
    <SettingGroup title="Mails">
      <Setting
        label="Limits of usage"
        hint="When 80% of a limit is used, and when all of it is. The queue says so too."
        controlId={usage}
      >
        <Switch
          id={usage}
          checked={mailUsage}
          aria-describedby={`${usage}-hint`}
          onChange={(_, { checked }) =>
            save({ mailUsage: checked }, `Mails about limits of usage are still ${onOff(!checked)}.`)
          }
        />
      </Setting>
      <Setting
        label="Payments"
        hint="A receipt for each payment, each refund, and when a payment does not go through."
        controlId={payments}
      >
        <Switch
          id={payments}
          checked={mailPayments}
          aria-describedby={`${payments}-hint`}
          onChange={(_, { checked }) =>
            save({ mailPayments: checked }, `Mails about payments are still ${onOff(!checked)}.`)
          }
        />
      </Setting>
      <Setting
        label="Reminders"
        hint="One for each task with a reminder, at the time that you chose there."
        controlId={reminders}
      >
        <Switch
          id={reminders}
          checked={mailReminders}
          aria-describedby={`${reminders}-hint`}
          onChange={(_, { checked }) =>
            save({ mailReminders: checked }, `Reminders by mail are still ${onOff(!checked)}.`)
          }
        />
      </Setting>
    </SettingGroup>
  );
}
