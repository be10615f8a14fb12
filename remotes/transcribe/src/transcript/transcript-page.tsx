import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { useNavigate, useParams, useSearchParams } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, Pane, PaneHeader, RowSkeleton } from "@tessera/ui";
import { RecordingActions } from "./recording-actions.tsx";
import { TranscriptView } from "./transcript-view.tsx";
import { useTranscript } from "./use-transcript.ts";

/** `/transcribe/:id`: one recording, played along its text. */
export function TranscriptPage() {
  const { id = "" } = useParams();
  const [place] = useSearchParams();
  const navigate = useNavigate();
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
      ) : error instanceof ProblemError && error.status === 404 ? (
        <EmptyState
          sentence={error.message}
          action={{ label: "Go to the recordings", onClick: () => navigate("/transcribe") }}
        />
      ) : error ? (
        <ErrorState title="The transcript could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </Pane>
  );
}
