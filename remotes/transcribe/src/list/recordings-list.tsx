import { Mic20Regular } from "@fluentui/react-icons/svg/mic";
import type { Recording } from "@tessera/contracts-transcribe/recordings.ts";
import { useNavigate } from "@tessera/router";
import { ListRow, RelativeTime, StatusText, useListState, VirtualList } from "@tessera/ui";
import { isOpen, stateInWords } from "../words.ts";

/** The recordings that are loaded; more come as the person scrolls. */
export function RecordingsList(props: {
  rows: readonly Recording[];
  total: number | undefined;
  hasMore: boolean;
  moreError: Error | null;
  loadMore: () => void;
}) {
  const navigate = useNavigate();
  const { focusId, focusRequest, focusOn, neighbour } = useListState(props.rows);
  return (
    <VirtualList
      label="Recordings"
      rows={props.rows}
      total={props.total}
      focusId={focusId}
      focusRequest={focusRequest}
      hasMore={props.hasMore}
      moreError={props.moreError}
      loadTo={props.loadMore}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
      onOpen={({ id }) => navigate(`/transcribe/${id}`)}
      renderRow={(recording) => (
        <ListRow
          icon={<Mic20Regular />}
          title={recording.title}
          href={`/transcribe/${recording.id}`}
          line={<State recording={recording} />}
          age={<RelativeTime at={recording.createdAt} />}
        />
      )}
    />
  );
}

function State({ recording }: { recording: Recording }) {
  const words = stateInWords(recording);
  if (recording.state === "failed") return <StatusText status="bad">{words}</StatusText>;
  return isOpen(recording) ? <StatusText status="warn">{words}</StatusText> : words;
}
