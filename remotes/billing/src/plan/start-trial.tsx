import { counted } from "@tessera/contracts-core/counted.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useMutation } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { billing, useSettled } from "../api.ts";
import { useFormats } from "../formats.ts";
import { Failure } from "./notice.tsx";

const useStyles = makeStyles({
  offer: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "12px 24px",
    marginTop: "16px",
    padding: "16px 20px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  words: { flex: "1 1 320px", minWidth: 0 },
  title: { margin: 0, fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  line: { margin: "4px 0 0", color: tokens.colorNeutralForeground2, textWrap: "pretty" },
  start: { "@media (max-width: 959.98px)": { minHeight: "44px", width: "100%" } },
});

/** Starts the trial, and moves on to the page that the person asked for. */
function useStartTrial(wanted: string | undefined) {
  const settled = useSettled();
  const navigate = useNavigate();
  const { longDate } = useFormats();
  return useMutation({
    mutationFn: () => billing.startTrial(),
    onSuccess: async (overview) => {
      await settled(overview);
      shell().savedPath.take();
      const until = overview.trial?.endsAt ? ` until ${longDate(overview.trial.endsAt)}` : "";
      shell().notifications.show({ message: `Your trial runs${until}`, intent: "success" });
      await navigate(wanted ?? "/items/inbox");
    },
  });
}

/** The trial without a card: what it is, how it ends, and one click to start it. @param days its length */
export function StartTrial({ days, wanted }: { days: number; wanted: string | undefined }) {
  const styles = useStyles();
  const start = useStartTrial(wanted);
  const busy = start.isPending || start.isSuccess;
  return (
    <>
      <section className={styles.offer} aria-label="Trial">
        <div className={styles.words}>
          <h3 className={styles.title}>Try everything for {counted(days, "day")}</h3>
          <p className={styles.line}>
            No card is needed. The trial ends automatically and nothing is charged. Your cards and files are kept, and
            open again with any plan.
          </p>
        </div>
        <Button appearance="primary" className={styles.start} disabledFocusable={busy} onClick={() => start.mutate()}>
          {busy ? "Starting the trial" : "Start the trial"}
        </Button>
      </section>
      <Failure of={start} what="The trial was not started" />
    </>
  );
}
