import { CheckmarkCircle24Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { Info24Regular } from "@fluentui/react-icons/svg/info";
import { Warning24Filled } from "@fluentui/react-icons/svg/warning";
import { makeStyles, tokens } from "@tessera/fluent";
import { Pane } from "@tessera/ui";
import { Fragment, type ReactElement, type ReactNode } from "react";

const useStyles = makeStyles({
  middle: {
    flex: "1 1 0",
    minHeight: 0,
    overflowY: "auto",
    display: "grid",
    placeItems: "center",
    padding: "24px 16px",
  },
  card: { width: "100%", maxWidth: "400px" },
  icon: { height: "24px", marginBottom: "12px", display: "flex" },
  ok: { color: "var(--ok)" },
  warn: { color: "var(--warn)" },
  idle: { color: "var(--idle)" },
  h1: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-0.01em" },
  text: { margin: "8px 0 0", color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px", marginTop: "20px" },
});

const icons = { ok: <CheckmarkCircle24Filled />, warn: <Warning24Filled />, idle: <Info24Regular /> };

interface ReturnCardProps {
  title: string;
  status?: keyof typeof icons;
  icon?: ReactNode;
  actions?: ReactElement[];
  children: ReactNode;
}

/** What came of a visit to the payment page: announced when it changes. */
export function ReturnCard({ title, status, icon, actions, children }: ReturnCardProps) {
  const styles = useStyles();
  return (
    <Pane kind="detail" label="Payment">
      <div className={styles.middle}>
        <div className={styles.card}>
          <div aria-live="polite">
            <div className={`${styles.icon} ${status ? styles[status] : ""}`} aria-hidden>
              {status ? icons[status] : icon}
            </div>
            <h1 className={styles.h1}>{title}</h1>
            <p className={styles.text}>{children}</p>
          </div>
          {actions && (
            <div className={styles.actions}>
              {actions.map((action, index) => (
                <Fragment key={action.key ?? index}>{action}</Fragment>
              ))}
            </div>
          )}
        </div>
      </div>
    </Pane>
  );
}
