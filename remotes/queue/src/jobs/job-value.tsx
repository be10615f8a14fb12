import { makeStyles, tokens } from "@tessera/fluent";

const useStyles = makeStyles({
  value: {
    margin: 0,
    maxHeight: "320px",
    overflow: "auto",
    padding: "12px 16px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "12px",
    lineHeight: "20px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
  },
});

/** What a job was given or made, as it is written. */
export function JobValue({ label, value }: { label: string; value: unknown }) {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.value} tabIndex={0} aria-label={label}>
      {JSON.stringify(value, null, 2)}
    </section>
  );
}
