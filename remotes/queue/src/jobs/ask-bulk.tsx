import { counted } from "@tessera/contracts-core/counted.ts";
import type { ChangeMatching } from "@tessera/contracts-queue/queue.ts";
import { makeStyles } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { useMoment } from "@tessera/ui";
import { Facts } from "../detail-parts.tsx";

const useStyles = makeStyles({ window: { display: "flex", flexDirection: "column", gap: "12px" } });

const ACTS = { retry: "Retry", cancel: "Cancel", remove: "Delete" } as const;
const SENTENCES = {
  retry: "They run again under their ids. What has ended meanwhile is left alone, and you can abort.",
  cancel: "What waits ends at once, what runs at its next step. What they did so far stays.",
  remove: "The jobs and their logs leave the list for good. What they made stays.",
} as const;

/**
 * Says which jobs are changed, and from when to when they were queued, before it is done.
 * @param kind what people call the kind of the filter; undefined for all kinds
 */
export const askBulk = (change: ChangeMatching, count: number, kind: string | undefined) =>
  shell().dialogs.confirm(<Window change={change} kind={kind} now={new Date().toISOString()} />, {
    title: `${ACTS[change.action]} ${counted(count, "job")}?`,
    buttons: [
      { text: "Keep as they are", variant: "outline", onClick: (dialog) => dialog.cancel() },
      {
        text: `${ACTS[change.action]} ${counted(count, "job")}`,
        color: change.action === "retry" ? "primary" : "danger",
        value: true,
      },
    ],
  });

function Window(props: { change: ChangeMatching; kind: string | undefined; now: string }) {
  const {
    change: { action, filter },
    kind,
    now,
  } = props;
  const styles = useStyles();
  const moment = useMoment();
  return (
    <div className={styles.window}>
      <span>{SENTENCES[action]}</span>
      <Facts
        rows={[
          ["State", filter.signature ? "failed with the same error" : (filter.state ?? "any")],
          ["Kind", kind],
          ["Queued", filter.since ? `${moment(filter.since)} – ${moment(now)}` : `until ${moment(now)}`],
          ["With the words", filter.q && `“${filter.q}”`],
        ]}
      />
    </div>
  );
}
