import { makeStyles, tokens } from "@tessera/fluent";
import { useKeys } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";

const useStyles = makeStyles({
  legend: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 16px",
    minHeight: "40px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    "& > span": { display: "inline-flex", alignItems: "center", gap: "6px" },
    "& i": { width: "14px", height: "3px" },
  },
  button: {
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    marginLeft: "auto",
    padding: "4px",
    border: "none",
    borderRadius: "4px",
    font: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { color: tokens.colorNeutralForeground1 },
    ":focus-visible": { outline: "2px solid var(--ink)" },
    "@media (max-width: 959.98px)": { minHeight: "44px" },
  },
});

/** What the lines are, and the way to the figures. */
export function Legend({ figures, onToggle }: { figures: boolean; onToggle: () => void }) {
  const styles = useStyles();
  const keyOf = useKeys();
  return (
    <div className={styles.legend}>
      {!figures && (
        <>
          <span>
            <i style={{ backgroundColor: "var(--c5)", height: 2 }} />
            stable
          </span>
          <span>
            <i style={{ backgroundColor: "var(--c1)" }} />
            candidate
          </span>
          <span>
            <i style={{ backgroundColor: "var(--bad)" }} />
            candidate, worse than stable
          </span>
        </>
      )}
      <button type="button" className={styles.button} onClick={onToggle}>
        {figures ? "as plots" : "as a table"} <Keycap>{keyOf("figures")}</Keycap>
      </button>
    </div>
  );
}
