import { Button } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, Pane, PaneHeader, RowSkeleton } from "@tessera/ui";
import { POLL_MS } from "../api.ts";
import { openSettings } from "../recogniser/settings-dialog.tsx";
import { useChangeSettings, useSettings } from "../recogniser/use-recognisers.ts";
import { useRecording } from "../record/use-recording.ts";
import { RecordingsList } from "./recordings-list.tsx";
import { UploadArea } from "./upload-area.tsx";
import { useRecordings } from "./use-recordings.ts";
import { useUpload } from "./use-upload.ts";

/** `/transcribe`: the person's recordings. */
export function RecordingsPage() {
  usePlace([{ label: "Transcribe" }]);
  const navigate = useNavigate();
  const { live, query, rows, total } = useRecordings();
  const uploads = useUpload();
  const recording = useRecording(uploads);
  const settings = useSettings();
  const changeSettings = useChangeSettings();
  return (
    <Pane kind="detail" label="Transcribe">
      <PaneHeader title="Transcribe" count={total} line>
        <Button onClick={() => navigate("/transcribe/vocabulary")}>Vocabulary</Button>
        {settings.data && (
          <Button onClick={() => void openSettings({ settings: settings.data, save: changeSettings })}>Settings</Button>
        )}
      </PaneHeader>
      <UploadArea uploads={uploads} recording={recording} />
      <LiveNote state={live} every={POLL_MS} />
      {rows === undefined ? (
        query.isError ? (
          <ErrorState
            title="The recordings could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowSkeleton />
        )
      ) : rows.length === 0 ? (
        <EmptyState sentence="Upload or record a talk, a meeting or a voice note. Its text appears here with times: click a sentence to hear it, correct it, and save it as text or subtitles." />
      ) : (
        <RecordingsList
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
