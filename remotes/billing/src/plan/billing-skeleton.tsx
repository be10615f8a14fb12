import { makeStyles, tokens } from "@tessera/fluent";

const useStyles = makeStyles({
  bar: { backgroundColor: tokens.colorNeutralBackground4, borderRadius: tokens.borderRadiusSmall },
  title: { width: "200px", height: "20px", margin: "4px 0" },
  lead: { maxWidth: "560px", height: "16px", marginTop: "12px" },
  table: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    height: "322px",
    marginTop: "60px",
  },
});

/** The page's shape while the plan and the prices are on their way. */
export function BillingSkeleton() {
  const styles = useStyles();
  return (
    <div role="status" aria-label="Loading your plan">
      <div className={`${styles.bar} ${styles.title}`} />
      <div className={`${styles.bar} ${styles.lead}`} />
      <div className={styles.table} />
    </div>
  );
}
