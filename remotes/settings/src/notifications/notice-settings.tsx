import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { makeStyles } from "@tessera/fluent";
import { Switch } from "@tessera/fluent-extra";
import { usePreferences } from "@tessera/shell-api";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";

type Preference = Extract<keyof Preferences, `${"mail" | "push"}${string}`>;

interface Kind {
  mail: Preference;
  push: Preference;
  label: string;
  hint: string;
  /** In the middle of a sentence. */
  named: string;
}

const KINDS: readonly Kind[] = [
  {
    mail: "mailReminders",
    push: "pushReminders",
    label: "Reminders",
    hint: "One for each task with a reminder, at the time that you chose there.",
    named: "reminders",
  },
  {
    mail: "mailApprovals",
    push: "pushApprovals",
    label: "Agents that need you",
    hint: "When an agent asks you something, or waits for your approval. The queue says so too.",
    named: "agents that need you",
  },
  {
    mail: "mailUsage",
    push: "pushUsage",
    label: "Limits of usage",
    hint: "When 80% of a limit is used, and when all of it is. The queue says so too.",
    named: "limits of usage",
  },
  {
    mail: "mailPayments",
    push: "pushPayments",
    label: "Payments",
    hint: "A receipt for each payment, each refund, and when a payment does not go through.",
    named: "payments",
  },
];

const useStyles = makeStyles({
  ways: { display: "flex", flexWrap: "wrap", gap: "0 16px", marginInline: "-8px" },
});

/** What a person is told, and how, besides what keeps the account safe. */
export function NoticeSettings() {
  const styles = useStyles();
  return (
    <SettingGroup title="What you are told">
      {KINDS.map(({ mail, push, label, hint, named }) => (
        <Setting key={mail} label={label} hint={<span id={`${mail}-hint`}>{hint}</span>}>
          <div className={styles.ways}>
            <Way preference={mail} way="Mail" label={label} hintId={`${mail}-hint`} named={`Mails about ${named}`} />
            <Way
              preference={push}
              way="Devices"
              label={label}
              hintId={`${mail}-hint`}
              named={`Notifications about ${named}`}
            />
          </div>
        </Setting>
      ))}
    </SettingGroup>
  );
}

function Way(props: { preference: Preference; way: string; label: string; hintId: string; named: string }) {
  const { preference, way, label, hintId, named } = props;
  const preferences = usePreferences();
  const { save } = useSaves();
  return (
    <Switch
      label={way}
      aria-label={`${way}: ${label}`}
      aria-describedby={hintId}
      // An older shell does not know each of them.
      checked={preferences[preference] ?? defaultPreferences[preference]}
      onChange={(_, { checked }) => save({ [preference]: checked }, `${named} are still ${checked ? "off" : "on"}.`)}
    />
  );
}
