import { CheckmarkCircle20Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { ErrorCircle20Filled } from "@fluentui/react-icons/svg/error-circle";
import { Warning20Filled } from "@fluentui/react-icons/svg/warning";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    gap: "8px",
    margin: "0 0 16px",
    padding: "9px 12px",
    border: "1px solid transparent",
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
  },
  success: colours(
    tokens.colorStatusSuccessBackground1,
    tokens.colorStatusSuccessBorder1,
    tokens.colorStatusSuccessForeground1,
  ),
  warning: colours(
    tokens.colorStatusWarningBackground1,
    tokens.colorStatusWarningBorder1,
    tokens.colorStatusWarningForeground3,
  ),
  error: colours(
    tokens.colorStatusDangerBackground1,
    tokens.colorStatusDangerBorder1,
    tokens.colorStatusDangerForeground1,
  ),
  text: { flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" },
  actions: { display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: "8px", marginTop: "8px" },
});

const icons = { success: <CheckmarkCircle20Filled />, warning: <Warning20Filled />, error: <ErrorCircle20Filled /> };

/** A sentence about what was just tried; errors interrupt a screen reader, the rest waits its turn. */
export function Notice(props: { intent: "success" | "warning" | "error"; children: ReactNode; actions?: ReactNode }) {
  const styles = useStyles();
  return (
    <div role={props.intent === "error" ? "alert" : "status"}>
      <div className={mergeClasses(styles.bar, styles[props.intent])}>
        {icons[props.intent]}
        <div className={styles.text}>
          {props.children}
          {props.actions && <div className={styles.actions}>{props.actions}</div>}
        </div>
      </div>
    </div>
  );
}

function colours(background: string, border: string, icon: string) {
  return {
    backgroundColor: background,
    borderTopColor: border,
    borderRightColor: border,
    borderBottomColor: border,
    borderLeftColor: border,
    "& > svg": { color: icon },
  };
}
