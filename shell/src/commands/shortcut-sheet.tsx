import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { type Command, keyLabels } from "@tessera/shell-api";
import { IconButton, Keycap } from "@tessera/ui";
import { Fragment } from "react";
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

/** A command with the keys that run it. */
interface Bound {
  command: Pick<Command, "title" | "group">;
  keys: readonly string[];
}

/** Every key that does something here and now. */
export function ShortcutSheet({
  bound,
  singleKeys,
  onClose,
}: {
  bound: readonly Bound[];
  singleKeys: boolean;
  onClose: () => void;
}) {
  const styles = useStyles();
  const groups = Map.groupBy(
    bound.filter(({ keys }) => keys.length > 0),
    ({ command }) => command.group ?? "Everywhere",
  );
  return (
    <Overlay label="Keyboard shortcuts" onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title}>Keyboard shortcuts</h2>
        <IconButton icon={<Dismiss20Regular />} label="Close" shortcut="Esc" onClick={onClose} />
      </div>
      <div className={styles.body} tabIndex={-1} data-autofocus="">
        {[...groups].map(([group, commands]) => (
          <section key={group} aria-label={group}>
            <h3 className={styles.group}>{group}</h3>
            {byTitle(commands).map(([title, ways]) => (
              <div key={title} className={styles.row}>
                <span>{title}</span>
                <span className={styles.keys}>
                  {ways.map((keys, at) => (
                    <Fragment key={keys}>
                      {at > 0 && " or "}
                      {keyLabels(keys).map((key) => (
                        <Keycap key={key} always>
                          {key}
                        </Keycap>
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
          <Link to="/settings/keyboard" className={styles.link} onClick={onClose}>
            Change keys in settings
          </Link>
        </p>
      </div>
    </Overlay>
  );
}

/** What several commands do stands there once, with the keys of all. */
function byTitle(commands: readonly Bound[]): [title: string, keys: string[]][] {
  return [...Map.groupBy(commands, ({ command }) => command.title)].map(([title, all]) => [
    title,
    [...new Set(all.flatMap(({ keys }) => keys))],
  ]);
}
