import { Document20Regular } from "@fluentui/react-icons/svg/document";
import { Flash20Regular } from "@fluentui/react-icons/svg/flash";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { keyLabels } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { memo } from "react";
import { NavIcon } from "../layout/nav-icon.tsx";
import { highlighted, type PaletteEntry } from "./palette-entries.ts";

/** Height of a row, in pixels. */
export const ROW_HEIGHT = 40;

const useStyles = makeStyles({
  group: { padding: "10px 20px 4px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  row: {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    height: `${ROW_HEIGHT}px`,
    margin: "0 8px",
    padding: "0 12px",
    borderRadius: "6px",
    cursor: "default",
  },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  iconActive: { color: tokens.colorBrandForeground1 },
  active: { backgroundColor: "var(--sel)" },
  text: { flexGrow: 1, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  match: { fontWeight: 600 },
  line: { marginLeft: "8px", fontSize: "12px", color: tokens.colorNeutralForeground3 },
  lineActive: { color: tokens.colorNeutralForeground2 },
  keys: { display: "flex", gap: "4px" },
});

interface Props {
  entry: PaletteEntry;
  /** The words that are marked in its title. */
  query: string;
  id: string;
  isActive: boolean;
  /** Whether the name of its group stands above it. */
  beginsGroup: boolean;
  onPoint: (entry: PaletteEntry) => void;
  onChoose: (entry: PaletteEntry) => void;
}

/** Drawn again for its own change alone: a step of the arrow keys changes two of the rows. */
export const PaletteRow = memo(function PaletteRow(props: Props) {
  const { entry, query, id, isActive, beginsGroup, onPoint, onChoose } = props;
  const styles = useStyles();
  return (
    <div role="presentation">
      {beginsGroup && (
        <div className={styles.group} role="presentation">
          {entry.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        className={mergeClasses(styles.row, isActive && styles.active)}
        onMouseMove={() => onPoint(entry)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(entry)}
      >
        <span className={mergeClasses(styles.icon, isActive && styles.iconActive)}>
          {entry.icon ? <NavIcon icon={entry.icon} /> : entry.path ? <Document20Regular /> : <Flash20Regular />}
        </span>
        <span className={styles.text}>
          {highlighted(entry.title, query).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one title
            <span key={at} className={part.match ? styles.match : undefined}>
              {part.text}
            </span>
          ))}
          {/* Not seen, but read: the two are words of their own. */}
          {entry.line && " "}
          {entry.line && <span className={mergeClasses(styles.line, isActive && styles.lineActive)}>{entry.line}</span>}
        </span>
        <span className={styles.keys}>
          {entry.keys
            ? keyLabels(entry.keys).map((key) => <Keycap key={key}>{key}</Keycap>)
            : isActive && <Keycap>Enter</Keycap>}
        </span>
      </div>
    </div>
  );
});
