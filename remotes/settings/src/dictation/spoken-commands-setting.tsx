import { SPOKEN_COMMANDS } from "@tessera/dictation";
import { makeStyles, tokens } from "@tessera/fluent";
import { Switch } from "@tessera/fluent-extra";
import { usePreferences } from "@tessera/shell-api";
import { useId } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting } from "../parts/setting.tsx";

/** What is written where no mark can be shown. */
const WRITES: Record<string, string> = {
  "\n": "a line break",
  "\n\n": "an empty line",
  "": "nothing, and takes back what you said since the last sentence or command",
};

const useStyles = makeStyles({
  help: {
    fontSize: "12px",
    lineHeight: "16px",
    marginBottom: "12px",
    "& summary": { width: "fit-content", padding: "4px 0", cursor: "pointer" },
    "@media (max-width: 959.98px)": { "& summary": { padding: "14px 0" } },
  },
  commands: {
    display: "grid",
    gridTemplateColumns: "max-content minmax(0, 1fr)",
    gap: "4px 24px",
    margin: "4px 0 8px",
  },
  writes: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Whether "comma", dictated, is a comma, and what else may be said. */
export function SpokenCommandsSetting() {
  const styles = useStyles();
  const id = useId();
  // An older shell does not know it.
  const { spokenCommands = false } = usePreferences();
  const { save } = useSaves();
  return (
    <>
      <Setting
        label="Spoken commands"
        hint="In English only: say “comma” or “new line”, and that is what is written."
        controlId={id}
      >
        <Switch
          id={id}
          checked={spokenCommands}
          aria-describedby={`${id}-hint`}
          onChange={(_, { checked }) =>
            save({ spokenCommands: checked }, `Spoken commands are still ${checked ? "off" : "on"}.`)
          }
        />
      </Setting>
      <details className={styles.help}>
        <summary>What you can say</summary>
        <dl className={styles.commands}>
          {SPOKEN_COMMANDS.map(({ says, writes }) => (
            <div key={says[0]} style={{ display: "contents" }}>
              <dt>{says.join(", ")}</dt>
              <dd className={styles.writes}>{WRITES[writes] ?? writes}</dd>
            </div>
          ))}
        </dl>
        <p>Say “literally” before a command to write its words.</p>
      </details>
    </>
  );
}
