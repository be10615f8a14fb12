import { makeStyles, tokens } from "@tessera/fluent";
// By the name of the package: this file is bundled with a remote.
import { Keycap, touch } from "@tessera/ui";
import type { KeyboardEvent, ReactNode, Ref } from "react";

/** Lines that a digit chooses. */
const DIGITS = 9;

const useStyles = makeStyles({
  lines: { display: "flex", flexDirection: "column", gap: "2px", margin: "0 -8px" },
  group: { "& + &": { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, marginTop: "4px", paddingTop: "4px" } },
  line: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto 20px",
    alignItems: "center",
    gap: "12px",
    width: "100%",
    minHeight: "40px",
    [touch]: { minHeight: "44px" },
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
  detail: { color: tokens.colorNeutralForeground3, fontSize: "12px", fontVariantNumeric: "tabular-nums" },
});

export interface ChoiceLine {
  id: string;
  label: string;
}

/**
 * Lines to choose one of, as content of a dialog: arrows move, digits choose.
 * @param props `detail`: what stands at the end of a line. `first`: the first line, to give it the keyboard.
 */
export function ChoiceLines<Line extends ChoiceLine>(props: {
  groups: readonly (readonly Line[])[];
  onChoose: (line: Line) => void;
  detail?: (line: Line) => ReactNode;
  first?: Ref<HTMLButtonElement>;
}) {
  const styles = useStyles();
  const all = props.groups.flat();
  const onKeyDown = (event: KeyboardEvent) => {
    const line = all[Number(event.key) - 1];
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!line && !step) return;
    event.preventDefault();
    if (line) return props.onChoose(line);
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys and digits of the buttons inside
    <div className={styles.lines} onKeyDown={onKeyDown}>
      {props.groups.map((group) => (
        <div key={group[0]?.id} className={styles.group}>
          {group.map((line) => {
            const at = all.indexOf(line);
            return (
              <button
                key={line.id}
                ref={at === 0 ? props.first : undefined}
                type="button"
                className={styles.line}
                onClick={() => props.onChoose(line)}
              >
                <span>{line.label}</span>
                <span className={styles.detail}>{props.detail?.(line)}</span>
                <Keycap>{at < DIGITS ? at + 1 : undefined}</Keycap>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
