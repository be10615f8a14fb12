import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { Mark, Mosaic, touch, useMinWidth } from "@tessera/ui";
import { type ReactNode, useCallback } from "react";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  root: {
    position: "relative",
    display: "flex",
    minHeight: "calc(100dvh - var(--banner, 0px))",
    padding: "16px",
    overflow: "hidden",
  },
  card: {
    position: "relative",
    width: "400px",
    maxWidth: "100%",
    margin: "auto",
    padding: "32px",
    borderRadius: "12px",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    outlineStyle: "none",
    "--page-padding": "0px",
    [phone]: { padding: "28px 24px" },
  },
  brand: {
    display: "inline-flex",
    alignItems: "center",
    gap: "8px",
    marginBottom: "24px",
    color: "inherit",
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    textDecorationLine: "none",
    // A finger reaches more than is drawn.
    [touch]: { minHeight: "44px", marginTop: "-10px", marginBottom: "14px" },
  },
});

/** One card of 400 px on a quiet mosaic. */
export function CenteredLayout({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const roomy = useMinWidth("sm");
  const clear = useCallback(
    (x: number, y: number, width: number, height: number) =>
      Math.abs(x - width / 2) < (roomy ? 243 : 215) && Math.abs(y - height / 2) < (roomy ? 262 : 280),
    [roomy],
  );
  return (
    <div className={styles.root}>
      <Mosaic tile={roomy ? 48 : 40} clear={clear} />
      <main id="page" tabIndex={-1} className={styles.card}>
        <Link to="/" className={styles.brand}>
          <Mark size={24} />
          Tessera
        </Link>
        {children}
      </main>
    </div>
  );
}
