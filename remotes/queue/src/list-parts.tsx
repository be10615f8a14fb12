import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { type ActId, useKeys } from "@tessera/shell-api";
import { Keycap, touch, useIsPhone } from "@tessera/ui";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  foot: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 12px",
    minHeight: "40px",
    padding: "4px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
  },
  hint: { display: "inline-flex", alignItems: "center", gap: "4px" },
  count: { color: tokens.colorNeutralForeground1, fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  // In the place of a 20 px icon.
  check: {
    position: "relative",
    zIndex: 1,
    margin: "-6px",
    [touch]: { "& input": { inset: "-6px", width: "44px", height: "44px" } },
  },
});

/** Lines of the map of keys, and what they do in a word. */
const hints: [ActId[], string][] = [
  [["next", "previous"], "move"],
  [["select"], "select"],
  [["undo"], "undo"],
  [["shortcuts"], "all keys"],
];

/** Foot of the list: the keys, or what can be done with the rows that are selected. */
export function ListFoot({
  selected,
  onClear,
  children,
}: {
  selected: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const keyOf = useKeys();
  if (selected > 0) {
    return (
      <div className={styles.foot} role="toolbar" aria-label={`${selected} selected`}>
        <span className={styles.count}>{selected.toLocaleString()} selected</span>
        {children}
        <FootButton onClick={onClear}>Clear</FootButton>
      </div>
    );
  }
  if (isPhone) return null;
  return (
    <div className={styles.foot}>
      {hints.map(([lines, does]) => (
        <span key={does} className={styles.hint}>
          {lines.map((line) => (
            <Keycap key={line}>{keyOf(line)}</Keycap>
          ))}
          {does}
        </span>
      ))}
    </div>
  );
}

/** A word of the foot that acts. */
export function FootButton({
  onClick,
  disabled,
  children,
}: {
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Button
      appearance="subtle"
      size="small"
      disabled={disabled}
      onClick={onClick}
      style={{ minWidth: 0, padding: "0 6px" }}
    >
      {children}
    </Button>
  );
}

/** Box that takes the icon's place while rows are being selected. */
export function RowCheck({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
  const styles = useStyles();
  return (
    <Checkbox
      className={styles.check}
      aria-label={label}
      checked={checked}
      onChange={onChange}
      input={{ tabIndex: -1 }}
    />
  );
}
