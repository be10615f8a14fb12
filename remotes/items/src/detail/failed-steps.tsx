import type { Item } from "@tessera/contracts-items/items.ts";
import { Button } from "@tessera/fluent";
import { Pill } from "@tessera/ui";
import { stepName } from "./step-names.ts";
import { useDetailStyles } from "./use-detail-styles.ts";
import { useReprocess } from "./use-reprocess.ts";

/** What the server could not do with a card, or was told not to do, why, and how to have it done. */
export function FailedSteps({ item }: { item: Item }) {
  const styles = useDetailStyles();
  const reprocess = useReprocess(item.id);
  return Object.entries(item.processing).map(
    ([step, { state, reason, cancelled }]) =>
      state === "failure" && (
        <div key={step} className={styles.notice}>
          <span className={styles.grow}>
            {cancelled ? (
              <Pill status="idle">{stepName(step)} cancelled</Pill>
            ) : (
              <>
                <Pill status="bad">{stepName(step)} failed</Pill> {reason}
              </>
            )}
          </span>
          <Button size="small" disabledFocusable={reprocess.isPending} onClick={() => reprocess.mutate(step)}>
            {cancelled ? "Run again" : "Try again"}
          </Button>
        </div>
      ),
  );
}
