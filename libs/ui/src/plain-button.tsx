import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ButtonHTMLAttributes, MouseEvent, ReactElement, Ref } from "react";

export interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  appearance?: "primary" | "secondary" | "subtle" | "transparent";
  /** Beside the text, or alone: 20 px, 16 px in a small button. */
  icon?: ReactElement;
  size?: "small" | "medium" | "large";
  /** Does nothing, but keeps the focus; a form is not sent by it. */
  disabledFocusable?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const forced = "@media (forced-colors: active)";

const useStyles = makeStyles({
  root: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    boxSizing: "border-box",
    minWidth: "96px",
    margin: 0,
    padding: "5px 12px",
    overflow: "hidden",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: "14px",
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: "20px",
    textAlign: "center",
    userSelect: "none",
    cursor: "pointer",
    transitionDuration: tokens.durationFaster,
    transitionProperty: "background, border, color",
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "1px" },
  },
  secondary: {
    ":hover": {
      ...borders(tokens.colorNeutralStroke1Hover),
      color: tokens.colorNeutralForeground1Hover,
      backgroundColor: tokens.colorNeutralBackground1Hover,
    },
    ":active": { backgroundColor: tokens.colorNeutralBackground1Pressed },
  },
  primary: {
    ...borders("transparent"),
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    ":hover": { backgroundColor: tokens.colorBrandBackgroundHover },
    ":active": { backgroundColor: tokens.colorBrandBackgroundPressed },
    [forced]: { color: "HighlightText", backgroundColor: "Highlight", forcedColorAdjust: "none" },
  },
  subtle: {
    ...borders("transparent"),
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorSubtleBackground,
    ":hover": { color: tokens.colorNeutralForeground2Hover, backgroundColor: tokens.colorSubtleBackgroundHover },
    ":active": { backgroundColor: tokens.colorSubtleBackgroundPressed },
  },
  transparent: {
    ...borders("transparent"),
    color: tokens.colorNeutralForeground2,
    backgroundColor: "transparent",
    ":hover": { color: tokens.colorNeutralForeground2BrandHover },
  },
  small: {
    minWidth: "64px",
    padding: "3px 8px",
    fontSize: "12px",
    fontWeight: tokens.fontWeightRegular,
    lineHeight: "16px",
  },
  disabled: {
    ...borders(tokens.colorNeutralStrokeDisabled),
    color: tokens.colorNeutralForegroundDisabled,
    backgroundColor: tokens.colorNeutralBackgroundDisabled,
    cursor: "not-allowed",
    ":hover": {
      ...borders(tokens.colorNeutralStrokeDisabled),
      color: tokens.colorNeutralForegroundDisabled,
      backgroundColor: tokens.colorNeutralBackgroundDisabled,
    },
    ":active": { backgroundColor: tokens.colorNeutralBackgroundDisabled },
  },
  bare: {
    ...borders("transparent"),
    backgroundColor: "transparent",
    ":hover": {
      ...borders("transparent"),
      color: tokens.colorNeutralForegroundDisabled,
      backgroundColor: "transparent",
    },
    ":active": { backgroundColor: "transparent" },
  },
  icon: { display: "inline-flex", fontSize: "20px" },
  besideText: { marginRight: "6px" },
});

/** A button that looks as Fluent's: for what every first view carries, Fluent's own is too heavy by 8 KiB. */
export function PlainButton({
  appearance = "secondary",
  icon,
  size = "medium",
  disabledFocusable = false,
  disabled,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: PlainButtonProps) {
  const styles = useStyles();
  const isOff = disabled || disabledFocusable;
  const isBare = appearance === "subtle" || appearance === "transparent";
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !disabledFocusable}
      aria-disabled={disabledFocusable || undefined}
      onClick={disabledFocusable ? stop : onClick}
      className={mergeClasses(
        styles.root,
        styles[appearance],
        size === "small" && styles.small,
        isOff && styles.disabled,
        isOff && isBare && styles.bare,
        className,
      )}
    >
      {icon && <span className={mergeClasses(styles.icon, children ? styles.besideText : undefined)}>{icon}</span>}
      {children}
    </button>
  );
}

/** Griffel merges classes by single property. */
function borders(color: string) {
  return { borderTopColor: color, borderRightColor: color, borderBottomColor: color, borderLeftColor: color };
}
