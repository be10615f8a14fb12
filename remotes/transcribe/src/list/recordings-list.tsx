import { Mic20Regular } from "@fluentui/react-icons/svg/mic";
import type { Recording } from "@tessera/contracts-transcribe/recordings.ts";
import { useNavigate } from "@tessera/router";
import { useCommands } from "@tessera/shell-api";
import { ListRow, RelativeTime, StatusText, useListState, VirtualList } from "@tessera/ui";
import { useRef } from "react";
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
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  const latest = useRef(go);
  latest.current = go;
  useCommands(() => {
    const group = "Recordings";
    return [
      {
        ...{ id: "transcribe.next-recording", title: "Next recording", group, act: "next", hidden: true },
        run: () => latest.current(1),
      },
      {
        ...{ id: "transcribe.previous-recording", title: "Previous recording", group, act: "previous", hidden: true },
        run: () => latest.current(-1),
      },
    ];
  }, []);
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
      onMove={go}
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
