import { makeStyles, tokens } from "@tessera/fluent";
import type { ComponentType } from "react";

const useStyles = makeStyles({
  room: { display: "flex", justifyContent: "center", alignItems: "start", minHeight: "100%", padding: "16px" },
  surface: {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "600px",
    padding: "24px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow64,
  },
  title: { marginBottom: "12px", fontSize: "20px", lineHeight: "28px", fontWeight: 600 },
});

const dialog = { close: () => {}, cancel: () => {}, resolve: () => {} };

/** The content of a dialog, in the place that the shell gives it. */
export function Dialog<Props extends { dialog: unknown }>(props: {
  title: string;
  of: ComponentType<Props>;
  with: Omit<Props, "dialog">;
}) {
  const styles = useStyles();
  const Content = props.of as ComponentType<Omit<Props, "dialog"> & { dialog: typeof dialog }>;
  return (
    <div className={styles.room}>
      <div role="dialog" aria-label={props.title} className={styles.surface}>
        <h1 className={styles.title}>{props.title}</h1>
        <Content {...props.with} dialog={dialog} />
      </div>
    </div>
  );
}
