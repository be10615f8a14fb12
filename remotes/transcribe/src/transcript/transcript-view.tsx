import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Input } from "@tessera/fluent-data";
import { ProgressBar } from "@tessera/fluent-extra";
import { EmptyState, Notice, PaneScroll } from "@tessera/ui";
import { useRef, useState } from "react";
import { isOpen, stateInWords } from "../words.ts";
import { Player } from "./player.tsx";
import { SegmentRow } from "./segment-row.tsx";
import { useChangeSegment } from "./use-transcript.ts";

const useStyles = makeStyles({
  head: {
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    padding: "12px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tools: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  find: { flexGrow: 1, maxWidth: "320px" },
  list: { listStyleType: "none", margin: 0, padding: "8px", maxWidth: "880px" },
});

/** The player above the text; both know where the other is. */
export function TranscriptView({ transcript }: { transcript: Transcript }) {
  const styles = useStyles();
  const audio = useRef<HTMLAudioElement>(null);
  const [playingMs, setPlayingMs] = useState(-1);
  const [find, setFind] = useState("");
  const [follow, setFollow] = useState(true);
  const change = useChangeSegment(transcript.id);
  const { segments } = transcript;
  const wanted = find.trim().toLowerCase();
  const shown = wanted ? segments.filter(({ text }) => text.toLowerCase().includes(wanted)) : segments;
  const playing = segments.findLast(({ startMs }) => startMs <= playingMs);
  const play = (startMs: number) => {
    if (!audio.current) return;
    audio.current.currentTime = startMs / 1000;
    setPlayingMs(startMs);
    void audio.current.play().catch(() => undefined);
  };
  return (
    <>
      <div className={styles.head}>
        <Player id={transcript.id} audio={audio} onTime={(seconds) => setPlayingMs(seconds * 1000)} />
        {isOpen(transcript) && (
          <div role="status">
            {stateInWords(transcript)}
            <ProgressBar
              aria-label="Transcribed"
              value={transcript.seconds ? transcript.doneSeconds / transcript.seconds : undefined}
            />
          </div>
        )}
        <div className={styles.tools}>
          <Input
            className={styles.find}
            type="search"
            aria-label="Find in the transcript"
            placeholder="Find"
            value={find}
            onChange={(_, data) => setFind(data.value)}
          />
          {wanted && <span role="status">{shown.length === 1 ? "1 sentence" : `${shown.length} sentences`}</span>}
          <Checkbox label="Follow" checked={follow} onChange={(_, data) => setFollow(data.checked === true)} />
        </div>
      </div>
      <PaneScroll>
        {(transcript.state === "failed" || transcript.state === "cancelled") && (
          <Notice intent="warning">{stateInWords(transcript)}</Notice>
        )}
        {segments.length === 0 && transcript.state === "done" && (
          <EmptyState sentence="No speech was found in this recording." />
        )}
        <ul className={styles.list} aria-label="Transcript">
          {shown.map((segment) => (
            <SegmentRow
              key={segment.startMs}
              segment={segment}
              find={wanted}
              isPlaying={segment === playing}
              follow={follow}
              onPlay={() => play(segment.startMs)}
              onSave={(text) => change.mutateAsync({ segment, text })}
            />
          ))}
        </ul>
      </PaneScroll>
    </>
  );
}
