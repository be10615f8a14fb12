import { usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, Pane, PaneHeader, RowSkeleton } from "@tessera/ui";
import { AddRecord } from "./add-record.tsx";
import { RecordsList } from "./records-list.tsx";
import { POLL_MS, useRecords } from "./use-records.ts";

/** `/sample-area`: the person's records. */
export function RecordsPage() {
  usePlace([{ label: "Sample area" }]);
  const { live, query, rows, total } = useRecords();
  return (
    <Pane kind="detail" label="Sample area">
      <PaneHeader title="Sample area" count={total} line />
      <AddRecord />
      <LiveNote state={live} every={POLL_MS} />
      {rows === undefined ? (
        query.isError ? (
          <ErrorState
            title="The records could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowSkeleton />
        )
      ) : rows.length === 0 ? (
        <EmptyState sentence="There are no records yet. Add the first one above." />
      ) : (
        <RecordsList
          rows={rows}
          total={total}
          hasMore={query.hasNextPage}
          moreError={query.isFetchNextPageError ? query.error : null}
          loadMore={() => void query.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </Pane>
  );
}
