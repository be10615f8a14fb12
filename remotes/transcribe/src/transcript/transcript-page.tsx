import { useParams, useSearchParams } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { ErrorState, Pane, PaneHeader, RowSkeleton } from "@tessera/ui";
import { RecordingActions } from "./recording-actions.tsx";
import { TranscriptView } from "./transcript-view.tsx";
import { useTranscript } from "./use-transcript.ts";

/** `/transcribe/:id`: one recording, played along its text. */
export function TranscriptPage() {
  const { id = "" } = useParams();
  const [place] = useSearchParams();
  const { data, error, refetch } = useTranscript(id);
  const title = data?.title ?? "Transcript";
  usePlace([{ label: "Transcribe", path: "/transcribe" }, { label: title }], "/transcribe");
  return (
    <Pane kind="detail" label={title}>
      <PaneHeader title={title} line>
        {data && <RecordingActions transcript={data} />}
      </PaneHeader>
      {data ? (
        <TranscriptView key={`${id} ${place}`} transcript={data} />
      ) : error ? (
        <ErrorState title="The transcript could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </Pane>
  );
}
