import { makeStyles, tokens } from "@tessera/fluent";
import { Pill } from "@tessera/ui";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    flexGrow: 1,
    gap: "12px",
    padding: "24px",
    textAlign: "center",
  },
  text: { maxWidth: "400px", margin: 0, color: tokens.colorNeutralForeground2 },
});

/** An administrator has switched off the app that owns this address. */
export function SwitchedOffPage({ title, reason }: { title: string; reason: string }) {
  const styles = useStyles();
  return (
    <div role="alert" className={styles.root}>
      <Pill status="warn">{title} is switched off</Pill>
      <p className={styles.text}>{reason}</p>
      <p className={styles.text}>The rest of Tessera works, and nothing you saved is lost.</p>
    </div>
  );
}
