import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { type HTMLAttributes, type ReactNode, useEffect, useId, useState } from "react";

/** Width and height in px; as Fluent's spinner. */
const SIDES = {
  "extra-tiny": 16,
  tiny: 20,
  "extra-small": 24,
  small: 28,
  medium: 32,
  large: 36,
  "extra-large": 40,
  huge: 44,
};

const useStyles = makeStyles({
  root: { display: "flex", alignItems: "center", justifyContent: "center", gap: "8px" },
  ring: {
    flexShrink: 0,
    boxSizing: "border-box",
    borderRadius: "50%",
    borderTopColor: tokens.colorBrandStroke1,
    borderRightColor: tokens.colorBrandStroke2Contrast,
    borderBottomColor: tokens.colorBrandStroke2Contrast,
    borderLeftColor: tokens.colorBrandStroke2Contrast,
    borderTopStyle: "solid",
    borderRightStyle: "solid",
    borderBottomStyle: "solid",
    borderLeftStyle: "solid",
    animationName: { to: { transform: "rotate(360deg)" } },
    animationDuration: "1.5s",
    animationIterationCount: "infinite",
    animationTimingFunction: "linear",
  },
});

export interface SpinnerProps extends HTMLAttributes<HTMLDivElement> {
  size?: keyof typeof SIDES;
  label?: ReactNode;
  /** Ms before it is shown. */
  delay?: number;
}

/**
 * Beside words that say what is done it is decoration; alone it needs a `label` or an `aria-label`. Fluent's own is
 * 3 KiB of every page of a remote, of which few show one.
 */
export function Spinner({ size = "medium", label, delay = 0, className, ...rest }: SpinnerProps) {
  const styles = useStyles();
  const [isShown, setShown] = useState(delay <= 0);
  const id = useId();
  useEffect(() => {
    if (delay <= 0) return;
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  if (!isShown) return null;
  const side = SIDES[size];
  return (
    <div
      {...(label || rest["aria-label"]
        ? { role: "progressbar", "aria-labelledby": label ? id : undefined }
        : { "aria-hidden": true })}
      {...rest}
      className={mergeClasses(styles.root, className)}
    >
      <span className={styles.ring} style={{ width: side, height: side, borderWidth: side < 32 ? 2 : 3 }} />
      {label && <span id={id}>{label}</span>}
    </div>
  );
}
