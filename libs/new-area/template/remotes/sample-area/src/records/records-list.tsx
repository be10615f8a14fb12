import { Document20Regular } from "@fluentui/react-icons/svg/document";
import type { SampleAreaRecord } from "@tessera/contracts-sample-area/records.ts";
import { useNavigate } from "@tessera/router";
import { ListRow, RelativeTime, StatusText, useListState, VirtualList } from "@tessera/ui";

/** The records that are loaded; more come as the person scrolls. */
export function RecordsList(props: {
  rows: readonly SampleAreaRecord[];
  total: number | undefined;
  hasMore: boolean;
  moreError: Error | null;
  loadMore: () => void;
}) {
  const navigate = useNavigate();
  const { focusId, focusRequest, focusOn, neighbour } = useListState(props.rows);
  return (
    <VirtualList
      label="Records"
      rows={props.rows}
      total={props.total}
      focusId={focusId}
      focusRequest={focusRequest}
      hasMore={props.hasMore}
      moreError={props.moreError}
      loadTo={props.loadMore}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
      onOpen={({ reviewed }) => !reviewed && navigate("/queue")}
      renderRow={({ title, reviewed, createdAt }) => (
        <ListRow
          icon={<Document20Regular />}
          title={title}
          line={
            reviewed ? (
              <StatusText status="ok">Reviewed</StatusText>
            ) : (
              <StatusText status="warn">Waits in your queue</StatusText>
            )
          }
          age={<RelativeTime at={createdAt} />}
        />
      )}
    />
  );
}
