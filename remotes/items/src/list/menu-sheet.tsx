import { makeStyles, tokens } from "@tessera/fluent";
import type { DialogActions } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import type { KeyboardEvent } from "react";
import type { MenuLine } from "./card-menu.ts";

const useStyles = makeStyles({
  lines: { display: "flex", flexDirection: "column", margin: "0 -8px" },
  group: { "& + &": { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, marginTop: "4px", paddingTop: "4px" } },
  line: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    width: "100%",
    minHeight: "44px",
    padding: "0 8px",
    border: "none",
    borderRadius: "6px",
    font: "inherit",
    textAlign: "left",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
});

/** Lines to choose one of, as content of a dialog: arrows move, digits choose. */
export function MenuSheet({ dialog, groups }: { dialog: DialogActions; groups: readonly (readonly MenuLine[])[] }) {
  const styles = useStyles();
  const all = groups.flat();
  const choose = (line: MenuLine) => {
    dialog.close();
    line.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = all[Number(event.key) - 1];
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!line && !step) return;
    event.preventDefault();
    if (line) return choose(line);
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys and digits of the buttons inside
    <div className={styles.lines} onKeyDown={onKeyDown}>
      {groups.map((group) => (
        <div key={group[0]?.id} className={styles.group}>
          {group.map((line) => (
            <button key={line.id} type="button" className={styles.line} onClick={() => choose(line)}>
              {line.label}
              <Keycap>{all.indexOf(line) < 9 ? all.indexOf(line) + 1 : undefined}</Keycap>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
