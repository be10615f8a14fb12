import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import type { Command } from "@tessera/shell-api";
import { IconButton, Keycap } from "@tessera/ui";
import { Fragment } from "react";
import { isSingleKey, keyLabels } from "./keys.ts";
import { Overlay } from "./overlay.tsx";

const useStyles = makeStyles({
  head: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    flexShrink: 0,
    height: "56px",
    padding: "0 12px 0 20px",
  },
  title: { fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  body: { outlineStyle: "none", overflowY: "auto", padding: "0 20px 20px" },
  group: {
    marginTop: "12px",
    marginBottom: "4px",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 600,
    color: tokens.colorNeutralForeground2,
  },
  row: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    height: "32px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  keys: { display: "flex", gap: "4px" },
  note: { marginTop: "16px", color: tokens.colorNeutralForeground2 },
  link: { color: "inherit" },
});

/** Every key that does something here and now. */
export function ShortcutSheet({
  commands,
  singleKeys,
  onClose,
}: {
  commands: Command[];
  singleKeys: boolean;
  onClose: () => void;
}) {
  const styles = useStyles();
  const usable = commands.filter((command) => command.keys && (singleKeys || !isSingleKey(command.keys)));
  const groups = [...new Set(usable.map((command) => command.group ?? "Everywhere"))];
  return (
    <Overlay label="Keyboard shortcuts" onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title}>Keyboard shortcuts</h2>
        <IconButton icon={<Dismiss20Regular />} label="Close" shortcut="Esc" onClick={onClose} />
      </div>
      <div className={styles.body} tabIndex={-1} data-autofocus="">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className={styles.group}>{group}</h3>
            {byTitle(usable.filter((command) => (command.group ?? "Everywhere") === group)).map(([title, ways]) => (
              <div key={title} className={styles.row}>
                <span>{title}</span>
                <span className={styles.keys}>
                  {ways.map(({ id, keys = "" }, at) => (
                    <Fragment key={id}>
                      {at > 0 && " or "}
                      {keyLabels(keys).map((key) => (
                        <Keycap key={key}>{key}</Keycap>
                      ))}
                    </Fragment>
                  ))}
                </span>
              </div>
            ))}
          </section>
        ))}
        <p className={styles.note}>
          Single-key shortcuts are {singleKeys ? "on" : "off"}.{" "}
          <Link to="/settings" className={styles.link} onClick={onClose}>
            Change this in settings
          </Link>
        </p>
      </div>
    </Overlay>
  );
}

/** What several keys do stands there once. */
function byTitle(commands: readonly Command[]): [title: string, ways: Command[]][] {
  return [...Map.groupBy(commands, ({ title }) => title)];
}
