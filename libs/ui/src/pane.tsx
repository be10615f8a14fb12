import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const phone = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  pane: {
    display: "flex",
    flexDirection: "column",
    minWidth: 0,
    minHeight: 0,
    position: "relative",
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    ":first-child": { borderLeftStyle: "none" },
    [phone]: {
      width: "100% !important",
      flexGrow: 1,
      borderLeftStyle: "none",
      backgroundColor: tokens.colorNeutralBackground1,
    },
    "@media print": { display: "block", borderLeftStyle: "none" },
  },
  list: { flexShrink: 0, backgroundColor: tokens.colorNeutralBackground2, "--tag-bg": "var(--idle-bg)" },
  detail: { flexGrow: 1, flexBasis: 0, backgroundColor: tokens.colorNeutralBackground1 },
  context: { flexShrink: 0, backgroundColor: tokens.colorNeutralBackground2, "--tag-bg": "var(--idle-bg)" },
  header: {
    flexShrink: 0,
    height: "48px",
    display: "flex",
    alignItems: "center",
    gap: "8px",
    padding: "0 12px 0 16px",
  },
  line: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  title: {
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    letterSpacing: "-.005em",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  aside: { marginLeft: "auto", display: "flex", alignItems: "center", gap: "4px" },
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: "auto",
    overscrollBehavior: "contain",
    "@media print": { overflowY: "visible" },
  },
  section: { padding: "16px 16px 0", ":last-child": { paddingBottom: "16px" } },
  sectionHead: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px",
    height: "24px",
    marginBottom: "4px",
    fontSize: "12px",
    lineHeight: "16px",
  },
  sectionTitle: { fontSize: "12px", lineHeight: "16px", fontWeight: 600, color: tokens.colorNeutralForeground2 },
  sectionAside: { color: tokens.colorNeutralForeground3 },
  column: {
    height: "100%",
    width: "100%",
    overflowY: "auto",
    backgroundColor: tokens.colorNeutralBackground1,
    "@media print": { height: "auto", overflowY: "visible" },
  },
  columnInner: {
    width: "100%",
    maxWidth: "1144px",
    margin: "0 auto",
    padding: "24px 24px 48px",
    [phone]: { padding: "16px 16px 32px" },
  },
  columnHead: { display: "flex", alignItems: "flex-start", flexWrap: "wrap", gap: "8px 16px", marginBottom: "16px" },
  columnTitle: { flexGrow: 1, fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-.01em" },
});

const width = { list: 400, context: 320, detail: undefined } as const;

/** One pane of the sheet. `width` in px for list and context; the detail takes the rest. Fills the sheet on a phone. */
export function Pane(props: {
  kind: "list" | "detail" | "context";
  label: string;
  width?: number;
  children: ReactNode;
  className?: string;
}) {
  const styles = useStyles();
  const Element = props.kind === "detail" ? "section" : props.kind === "context" ? "aside" : "section";
  return (
    <Element
      aria-label={props.label}
      className={mergeClasses(styles.pane, styles[props.kind], props.className)}
      style={{ width: props.width ?? width[props.kind] }}
    >
      {props.children}
    </Element>
  );
}

/** Head of a pane, 48 px: title, count, and actions at the right. `line` draws the rule below it. */
export function PaneHeader(props: {
  title: ReactNode;
  /** Words where a number says too little: "1,000+". */
  count?: number | string;
  line?: boolean;
  level?: 1 | 2;
  children?: ReactNode;
}) {
  const styles = useStyles();
  const Heading = props.level === 2 ? "h2" : "h1";
  return (
    <div className={mergeClasses(styles.header, props.line && styles.line)}>
      <Heading className={styles.title}>{props.title}</Heading>
      {props.count !== undefined && <span className={styles.count}>{props.count.toLocaleString()}</span>}
      {props.children && <div className={styles.aside}>{props.children}</div>}
    </div>
  );
}

/** The part of a pane that scrolls. */
export function PaneScroll({ children, className }: { children: ReactNode; className?: string }) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.scroll, className)}>{children}</div>;
}

/** A titled part of a context pane. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {aside && <span className={styles.sectionAside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** A page of one centred column; `maxWidth` in px (1144 when not given). */
export function PageColumn(props: { title?: ReactNode; actions?: ReactNode; maxWidth?: number; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.column}>
      <div className={styles.columnInner} style={{ maxWidth: props.maxWidth }}>
        {(props.title || props.actions) && (
          <div className={styles.columnHead}>
            {props.title && <h1 className={styles.columnTitle}>{props.title}</h1>}
            {props.actions}
          </div>
        )}
        {props.children}
      </div>
    </div>
  );
}
