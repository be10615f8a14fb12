import { CheckmarkCircle16Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { CircleHalfFill16Regular } from "@fluentui/react-icons/svg/circle-half-fill";
import { ErrorCircle16Filled } from "@fluentui/react-icons/svg/error-circle";
import { SubtractCircle16Regular } from "@fluentui/react-icons/svg/subtract-circle";
import { Warning16Filled } from "@fluentui/react-icons/svg/warning";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";
import { touch } from "./touch.ts";

/** Done, waits or expires, failed, running, idle. */
export type Status = "ok" | "warn" | "bad" | "run" | "idle";

const useStyles = makeStyles({
  tag: {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    flexShrink: 0,
    maxWidth: "160px",
    height: "18px",
    padding: "0 6px",
    borderRadius: "4px",
    fontSize: "12px",
    lineHeight: "16px",
    whiteSpace: "nowrap",
    backgroundColor: "var(--tag-bg, var(--colorNeutralBackground4))",
    color: "var(--tag-fg, var(--colorNeutralForeground2))",
  },
  tagText: { overflow: "hidden", textOverflow: "ellipsis" },
  text: {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    fontSize: "12px",
    lineHeight: "16px",
    whiteSpace: "nowrap",
  },
  pill: { height: "20px", padding: "0 8px 0 6px", borderRadius: "4px" },
  ok: { color: "var(--ok)" },
  warn: { color: "var(--warn)" },
  bad: { color: "var(--bad)" },
  run: { color: "var(--run)" },
  idle: { color: "var(--idle)" },
  okFill: { backgroundColor: "var(--ok-bg)" },
  warnFill: { backgroundColor: "var(--warn-bg)" },
  badFill: { backgroundColor: "var(--bad-bg)" },
  runFill: { backgroundColor: "var(--run-bg)" },
  idleFill: { backgroundColor: "var(--idle-bg)" },
  key: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    minWidth: "18px",
    height: "18px",
    padding: "0 4px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "4px",
    fontFamily: "inherit",
    fontSize: "12px",
    fontWeight: 400,
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // Who acts by finger has no such keys.
  hint: { [touch]: { display: "none" } },
  onBrand: {
    border: "1px solid color-mix(in srgb, currentColor 45%, transparent)",
    color: "inherit",
    backgroundColor: "transparent",
  },
});

const statusIcon: Record<Status, ReactNode> = {
  ok: <CheckmarkCircle16Filled />,
  warn: <Warning16Filled />,
  bad: <ErrorCircle16Filled />,
  run: <CircleHalfFill16Regular />,
  idle: <SubtractCircle16Regular />,
};

export function Tag({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <span className={styles.tag}>
      <span className={styles.tagText}>{children}</span>
    </span>
  );
}

export interface StatusProps {
  status: Status;
  children: ReactNode;
  /** 16 px icon instead of the status's own. */
  icon?: ReactNode;
}

/** A status as icon and word, never by colour alone. */
export function StatusText({ status, children, icon }: StatusProps) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.text, styles[status])}>
      {icon ?? statusIcon[status]}
      {children}
    </span>
  );
}

/** A status on its own fill. */
export function Pill({ status, children, icon }: StatusProps) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.text, styles.pill, styles[status], styles[`${status}Fill`])}>
      {icon ?? statusIcon[status]}
      {children}
    </span>
  );
}

/**
 * A key as printed on a keyboard; nothing without one. `onBrand` inside a primary button; `always` where keys are what
 * the page is about, also for those who touch it.
 */
export function Keycap(props: { children?: ReactNode; onBrand?: boolean; always?: boolean }) {
  const styles = useStyles();
  if (!props.children) return null;
  return (
    <kbd className={mergeClasses(styles.key, !props.always && styles.hint, props.onBrand && styles.onBrand)}>
      {props.children}
    </kbd>
  );
}
