import type { BillingOverview } from "@tessera/contracts-billing/billing.ts";
import { makeStyles } from "@tessera/fluent";
import { useMutation } from "@tessera/query";
import { type DialogActions, shell } from "@tessera/shell-api";
import { billing, useSettled } from "../api.ts";
import { useFormats } from "../formats.ts";

const useStyles = makeStyles({
  list: { margin: "8px 0 0", paddingLeft: "20px", "& li": { marginBottom: "4px" } },
  text: { margin: 0 },
});

interface CancelProps {
  planName: string;
  /** End of the paid period, ISO 8601. */
  until: string | null;
  /** Whether no period is paid: the plan ends at once. */
  atOnce: boolean;
}

function CancelPlanDialog({ planName, until, atOnce }: CancelProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const { longDate } = useFormats();
  if (atOnce)
    return (
      <div>
        <p className={styles.text}>{planName} ends now, and you can choose another plan:</p>
        <ul className={styles.list}>
          <li>Nothing is charged, and the open invoice is not collected any more.</li>
          <li>Your cards and files are kept, and open again with any plan.</li>
        </ul>
      </div>
    );
  return (
    <div>
      <p className={styles.text}>
        {until
          ? `${planName} is paid until ${longDate(until)} and keeps working until then. After that:`
          : `When ${planName} ends:`}
      </p>
      <ul className={styles.list}>
        <li>Items close: you can no longer open, capture, edit, import or search cards.</li>
        <li>Nothing more is charged.</li>
        <li>Your cards and files are kept, and open again with any plan.</li>
      </ul>
    </div>
  );
}

/** Asks with what will be lost named, then cancels at the end of the paid period, or at once where none is paid. */
export function useCancelPlan(planName: string, overview: BillingOverview) {
  const settled = useSettled();
  const { dayAndMonth } = useFormats();
  const mutation = useMutation({
    mutationFn: billing.cancel,
    onSuccess: (changed) => {
      const until =
        changed.cancelAtPeriodEnd && changed.currentPeriodEnd
          ? ` It stays open until ${dayAndMonth(changed.currentPeriodEnd)}.`
          : "";
      shell().notifications.show({ message: `${planName} is cancelled.${until}`, intent: "success" });
      return settled(changed);
    },
  });
  const ask = async () => {
    const chosen = await shell().dialogs.open<true, CancelProps>(
      CancelPlanDialog,
      { planName, until: overview.currentPeriodEnd, atOnce: ["unpaid", "paused"].includes(overview.status) },
      {
        title: `Cancel ${planName}?`,
        buttons: [
          { text: `Keep ${planName}`, variant: "text", onClick: (dialog) => dialog.cancel() },
          { text: "Cancel plan", color: "danger", value: true },
        ],
      },
    );
    if (chosen) mutation.mutate();
  };
  return { ask, ...mutation };
}

/** Takes a cancellation back while the period still runs. */
export function useResumePlan(planName: string) {
  const settled = useSettled();
  return useMutation({
    mutationFn: billing.resume,
    onSuccess: (changed) => {
      shell().notifications.show({ message: `${planName} continues`, intent: "success" });
      return settled(changed);
    },
  });
}
