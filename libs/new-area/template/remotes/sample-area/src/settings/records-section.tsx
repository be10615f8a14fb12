import { makeStyles } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { Link } from "@tessera/router";
import { useLive, usePlace } from "@tessera/shell-api";
import { ErrorState, Pane, PaneHeader, PaneScroll, RowSkeleton } from "@tessera/ui";
import { keys, sampleArea } from "../api.ts";

const useStyles = makeStyles({
  content: { display: "flex", flexDirection: "column", gap: "12px", padding: "16px 24px" },
});

/** `/settings/sample-area`: how many records there are, and how many wait. */
export default function RecordsSection() {
  const styles = useStyles();
  const client = useQueryClient();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Sample area" }], "/settings");
  useLive("sample_area.record", () => void client.invalidateQueries({ queryKey: keys.counts }));
  const { data, error, refetch } = useQuery({
    queryKey: keys.counts,
    queryFn: ({ signal }) => sampleArea.records({ limit: 1 }, signal),
  });
  return (
    <Pane kind="detail" label="Sample area">
      <PaneHeader title="Sample area" level={2} line />
      <PaneScroll className={styles.content}>
        {data ? (
          <>
            <p>
              Stored records: {data.total.toLocaleString()}. Waiting for a review: {data.waiting.toLocaleString()}.
            </p>
            <p>
              <Link to="/sample-area">Open Sample area</Link>
            </p>
          </>
        ) : error ? (
          <ErrorState title="The records could not be counted" error={error} onRetry={() => void refetch()} />
        ) : (
          <RowSkeleton rows={1} />
        )}
      </PaneScroll>
    </Pane>
  );
}
