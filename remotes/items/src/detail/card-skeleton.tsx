import { makeStyles, tokens } from "@tessera/fluent";
import { labels } from "@tessera/ui";

const useStyles = makeStyles({
  root: {
    width: "100%",
    maxWidth: "640px",
    margin: "0 auto",
    padding: "84px 32px",
    display: "flex",
    flexDirection: "column",
    gap: "16px",
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDelay: "400ms",
    animationDuration: "160ms",
    animationFillMode: "backwards",
  },
  bone: { height: "12px", borderRadius: "4px", backgroundColor: tokens.colorNeutralStroke2 },
  title: { height: "24px", width: "70%" },
});

/** A card in the shape that it will have, shown when it takes longer than 400 ms. */
export function CardSkeleton() {
  const styles = useStyles();
  return (
    <div role="status" aria-label={labels.loading} className={styles.root}>
      <span className={`${styles.bone} ${styles.title}`} />
      {[96, 88, 92, 60].map((width) => (
        <span key={width} className={styles.bone} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
