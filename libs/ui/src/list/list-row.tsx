import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import type { MouseEvent, ReactNode } from "react";
import { useUiSettings } from "../provider.tsx";
import { useIsPhone } from "../use-width.ts";

const useStyles = makeStyles({
  row: {
    position: "relative",
    display: "grid",
    // However long the tags are, the title keeps the larger part.
    gridTemplateColumns: "20px minmax(0, 1fr) fit-content(45%)",
    columnGap: "12px",
    alignItems: "center",
    height: "44px",
    margin: "0 4px",
    padding: "0 8px 0 12px",
    borderRadius: "6px",
    cursor: "default",
    color: tokens.colorNeutralForeground1,
    // The list says whether the row has the keyboard: Griffel cannot look at an element above.
    outline: "var(--row-ring, none)",
    outlineOffset: "-2px",
    backgroundColor: "var(--row-fill, transparent)",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover, "--row-actions": "flex", "--row-meta": "none" },
    ":focus-within": { "--row-actions": "flex", "--row-meta": "none" },
  },
  compact: { height: "32px", gridTemplateColumns: "20px minmax(0, 1fr) fit-content(40%)" },
  phone: { height: "56px", margin: 0, padding: "0 16px", borderRadius: 0 },
  selected: {
    backgroundColor: "var(--row-fill, var(--sel))",
    "--tag-bg": "color-mix(in srgb, var(--sel-bar) 14%, transparent)",
    "--tag-fg": "var(--colorNeutralForeground1)",
    ":hover": { backgroundColor: "var(--sel)" },
    "::before": {
      content: '""',
      position: "absolute",
      left: 0,
      top: "8px",
      bottom: "8px",
      width: "3px",
      borderRadius: "2px",
      backgroundColor: "var(--sel-bar)",
    },
  },
  checked: { backgroundColor: "var(--row-fill, var(--sel))", ":hover": { backgroundColor: "var(--sel)" } },
  icon: { display: "flex", alignSelf: "start", marginTop: "5px", color: tokens.colorNeutralForeground3 },
  iconCentre: { alignSelf: "center", marginTop: 0 },
  iconSelected: { color: tokens.colorBrandForeground1 },
  text: { display: "flex", flexDirection: "column", minWidth: 0 },
  oneLine: { flexDirection: "row", alignItems: "baseline", gap: "8px" },
  title: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    lineHeight: "20px",
    color: "inherit",
    textDecorationLine: "none",
  },
  // The title has the room it needs; the second line has what is left.
  titleOneLine: { flexGrow: 0, flexShrink: 1, flexBasis: "auto" },
  lineOneLine: { flexGrow: 1, flexShrink: 1, flexBasis: 0, minWidth: 0 },
  link: { "::after": { content: '""', position: "absolute", inset: 0 } },
  unread: { fontWeight: 600 },
  done: { textDecorationLine: "line-through", color: tokens.colorNeutralForeground3 },
  line: {
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
  },
  lineSelected: { color: tokens.colorNeutralForeground2 },
  meta: {
    display: "var(--row-meta, flex)",
    flexDirection: "column",
    alignItems: "flex-end",
    minWidth: 0,
    overflowX: "clip",
  },
  metaStays: { display: "flex" },
  metaOneLine: { flexDirection: "row-reverse", alignItems: "center", gap: "8px", overflow: "hidden" },
  age: {
    fontSize: "12px",
    lineHeight: "20px",
    whiteSpace: "nowrap",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  tags: {
    display: "flex",
    alignItems: "center",
    gap: "4px",
    height: "16px",
    maxWidth: "100%",
    "& > *": { flexShrink: 1, minWidth: 0 },
  },
  actions: { display: "var(--row-actions, none)", position: "relative", zIndex: 1, alignItems: "center" },
  group: {
    display: "flex",
    justifyContent: "space-between",
    height: "28px",
    padding: "8px 16px 0",
    fontSize: "12px",
    fontWeight: 400,
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
  },
});

export interface ListRowProps {
  /** 20 px icon of the kind of thing; a checkbox takes its place while rows are being selected. */
  icon: ReactNode;
  title: ReactNode;
  line?: ReactNode;
  /** Tags, keycaps, a status: at the right of the second line. */
  tags?: ReactNode;
  /** Usually a RelativeTime. */
  age?: ReactNode;
  /** Shown in the detail pane. */
  selected?: boolean;
  unread?: boolean;
  /** The title is struck through. */
  done?: boolean;
  /** Part of a selection of several. */
  checked?: boolean;
  /** Up to three 28 px buttons, in place of age and tags on hover and focus. */
  actions?: ReactNode;
  /** Page it opens: the whole row is the link. */
  href?: string;
  onOpen?: (event: MouseEvent) => void;
}

/** Two lines in 44 px (compact 32 px, phone 56 px); its height never changes. */
export function ListRow(props: ListRowProps) {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const compact = useUiSettings().density === "compact" && !isPhone;
  const marked = props.selected && !isPhone;
  const title = mergeClasses(
    styles.title,
    compact && styles.titleOneLine,
    props.unread && styles.unread,
    props.done && styles.done,
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the list gives the row its focus and keys
    <div
      className={mergeClasses(
        styles.row,
        compact && styles.compact,
        isPhone && styles.phone,
        props.checked && styles.checked,
        marked && styles.selected,
      )}
      onClick={props.href ? undefined : props.onOpen}
    >
      <span
        className={mergeClasses(styles.icon, (compact || isPhone) && styles.iconCentre, marked && styles.iconSelected)}
      >
        {props.icon}
      </span>
      <div className={mergeClasses(styles.text, compact && styles.oneLine)}>
        {props.href ? (
          <Link
            to={props.href}
            dir="auto"
            tabIndex={-1}
            className={mergeClasses(title, styles.link)}
            onClick={props.onOpen}
          >
            {props.title}
          </Link>
        ) : (
          <span dir="auto" className={title}>
            {props.title}
          </span>
        )}
        {props.line && (
          <span
            dir="auto"
            className={mergeClasses(styles.line, compact && styles.lineOneLine, marked && styles.lineSelected)}
          >
            {props.line}
          </span>
        )}
      </div>
      <div
        className={mergeClasses(
          styles.meta,
          (!props.actions || isPhone) && styles.metaStays,
          compact && styles.metaOneLine,
        )}
      >
        {props.age && <span className={mergeClasses(styles.age, marked && styles.lineSelected)}>{props.age}</span>}
        {/* The line is kept without tags too: the age stands beside the title. */}
        {(props.tags || (props.line && !compact)) && <span className={styles.tags}>{props.tags}</span>}
      </div>
      {props.actions && !isPhone && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}

/** Head of a group of rows, 28 px. */
export function GroupHead({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.group}>
      <span>{children}</span>
      {aside && <span>{aside}</span>}
    </div>
  );
}
