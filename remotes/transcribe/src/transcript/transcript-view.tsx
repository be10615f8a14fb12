import { NoteAdd20Regular } from "@fluentui/react-icons/svg/note-add";
import type { Note, Segment, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Input } from "@tessera/fluent-data";
import { ProgressBar } from "@tessera/fluent-extra";
import { Link, useSearchParams } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { EmptyState, Notice, PaneScroll, TextButton, useMoment } from "@tessera/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { madeByInWords } from "../recogniser/recogniser-words.ts";
import { SummarySection } from "../summary/summary-section.tsx";
import { clock, isOpen, stateInWords } from "../words.ts";
import { foundWords, passagesOf } from "./found-words.ts";
import { NoteDialog } from "./note-dialog.tsx";
import { NoteRow } from "./note-row.tsx";
import { Player } from "./player.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { type RowActs, SegmentRow } from "./segment-row.tsx";
import { SpeakerBar } from "./speaker-bar.tsx";
import { SpeakerDialog } from "./speaker-dialog.tsx";
import { spokenWith, type Which, withKeys } from "./speakers.ts";
import { dropEdit, useUnsavedEdits } from "./unsaved-edits.ts";
import { unsureWords } from "./unsure-words.ts";
import { SENTENCE, useChosen } from "./use-chosen.ts";
import { useEdits } from "./use-edits.ts";
import { usePlayback } from "./use-playback.ts";

/** Ms that are played before and behind a word. */
const AROUND_MS = 400;

const useStyles = makeStyles({
  head: {
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    padding: "12px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tools: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  line: { margin: 0, color: tokens.colorNeutralForeground2 },
  find: { flexGrow: 1, maxWidth: "320px" },
  list: { listStyleType: "none", margin: 0, padding: "8px", maxWidth: "880px" },
});

/**
 * The player above the text; both know where the other is. `?at=` opens at a moment, in ms, and `?found=` marks the
 * words of a search, at the first of which it opens without one.
 */
export function TranscriptView({ transcript }: { transcript: Transcript }) {
  const styles = useStyles();
  const [query] = useSearchParams();
  const found = useMemo(() => foundWords(query.get("found") ?? ""), [query]);
  const [startAt] = useState(() =>
    Math.max(0, Number(query.get("at")) || passagesOf(transcript.segments, found)[0]?.atMs || 0),
  );
  const playback = usePlayback(transcript, startAt / 1000);
  const moment = useMoment();
  const [find, setFind] = useState("");
  const [follow, setFollow] = useState(true);
  const [editing, setEditing] = useState<number | null>(null);
  const unsaved = useUnsavedEdits(transcript.id).filter(({ startMs }) => startMs !== editing);
  const edits = useEdits(transcript);
  const { segments, notes } = transcript;
  const wanted = find.trim().toLowerCase();
  const isWanted = (text: string) => text.toLowerCase().includes(wanted);
  const shown = wanted
    ? segments.filter(({ text, speaker }) => isWanted(text) || (speaker !== null && isWanted(speaker)))
    : segments;
  const atMs = playback.at * 1000;
  const hasPlace = playback.isPlaying || playback.at > 0;
  const playing = hasPlace ? segments.findLast(({ startMs }) => startMs <= atMs) : undefined;
  const speakers = useMemo(() => [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))], [segments]);
  const unsure = useMemo(() => unsureWords(segments), [segments]);
  const [isReviewing, setReviewing] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const chosen = useChosen(shown);
  const [keyed, setKeyed] = useState<readonly string[]>([]);
  const keyedNow = withKeys(keyed, segments);
  if (keyedNow.length > keyed.length) setKeyed(keyedNow);
  const list = useRef<HTMLUListElement>(null);
  /** Sentence that gets the focus once it is there, in ms: where a person was who edited or split it. */
  const toFocus = useRef<number | null>(null);
  useEffect(() => {
    const place = toFocus.current;
    const sentence = place === null ? null : list.current?.querySelector<HTMLElement>(`[${SENTENCE}="${place}"]`);
    if (!sentence) return;
    toFocus.current = null;
    const { activeElement } = document;
    // Unless they went somewhere else meanwhile.
    if (activeElement === document.body || list.current?.contains(activeElement))
      sentence.focus({ preventScroll: true });
  });

  const failed = (error: unknown) => shell().notifications.show({ message: (error as Error).message, intent: "error" });
  const openNote = (note: Pick<Note, "id" | "atMs" | "text">) => {
    const at = clock(note.atMs / 1000);
    const act = (text: string) => edits.note({ ...note, text });
    void shell().dialogs.open(
      NoteDialog,
      { at, text: note.text, act },
      { title: note.text ? "Edit the note" : "Add a note", width: "400px", buttons: [] },
    );
  };
  const addNote = (ms: number) => openNote({ id: crypto.randomUUID(), atMs: Math.round(ms), text: "" });
  /** A segment as it was when its editor was opened. */
  const opened = useRef<Segment | null>(null);
  const edit = (startMs: number | null) => {
    const before = opened.current;
    const now = before && segmentsNow.current.find((one) => one.startMs === before.startMs);
    if (before && now && now.text !== before.text) edits.saved(before, now.text);
    opened.current = segmentsNow.current.find((one) => one.startMs === startMs) ?? null;
    if (startMs === null) toFocus.current = before?.startMs ?? null;
    setEditing(startMs);
  };
  const segmentsNow = useRef(segments);
  segmentsNow.current = segments;
  const showWord = ({ startMs, endMs }: Segment["words"][number], play: boolean) => {
    // A word begins and ends some tenths of a second before or behind where it is thought to.
    if (play) playback.playPart((startMs - AROUND_MS) / 1000, (endMs + AROUND_MS) / 1000);
    else playback.seek(startMs / 1000);
  };
  const latest = useRef<RowActs>(undefined as unknown as RowActs);
  latest.current = {
    play: (ms) => playback.playFrom(ms / 1000),
    edit,
    save: edits.save,
    async split(segment, word) {
      const now = segments.find(({ startMs }) => startMs === segment.startMs) ?? segment;
      const { startMs } = await edits.split(now, word);
      opened.current = null;
      toFocus.current = startMs;
      setEditing(null);
    },
    join: (segment) => void edits.join(segment).catch(failed),
    name(segment) {
      const act = async (speaker: string | null, which: Which) => {
        const before = segment.speaker;
        await edits.name(spokenWith(segments, segment, which), speaker);
        // Who is renamed keeps the key.
        if (before && speaker && which === "everywhere")
          setKeyed((keys) => [...new Set(keys.map((one) => (one === before ? speaker : one)))]);
      };
      void shell().dialogs.open(
        SpeakerDialog,
        { speaker: segment.speaker, known: speakers, act },
        { title: "Who speaks?", width: "400px", buttons: [] },
      );
    },
    note: addNote,
    takeBack: (segment, place) => void edits.takeBack(segment, place).catch(failed),
  };
  // Rows are drawn again when something of theirs changed, not with each moment that plays.
  const acts = useMemo<RowActs>(
    () => ({
      play: (ms) => latest.current.play(ms),
      edit: (startMs) => latest.current.edit(startMs),
      save: (...given) => latest.current.save(...given),
      split: (...given) => latest.current.split(...given),
      join: (segment) => latest.current.join(segment),
      name: (segment) => latest.current.name(segment),
      note: (ms) => latest.current.note(ms),
      takeBack: (...given) => latest.current.takeBack(...given),
    }),
    [],
  );

  /** Of what plays, else of one sentence, and what follows until the next speaker; or just of those that are chosen. */
  const speaks = async (speaker: string) => {
    const [first = playing, ...more] = playback.isPlaying ? [playing] : chosen.segments;
    if (!first) return;
    const named = more.length ? chosen.segments : spokenWith(segments, first, "following");
    await edits.name(named, speaker).catch(failed);
  };
  const rename = (speaker: string) => {
    const first = segments.find((one) => one.speaker === speaker);
    if (first) acts.name(first);
  };

  const rows = withNotes(shown, wanted ? notes.filter(({ text }) => isWanted(text)) : notes);
  return (
    <>
      <div className={styles.head}>
        {transcript.soundDeletedAt ? (
          <p className={styles.line}>
            {`The sound was deleted ${moment(transcript.soundDeletedAt)}, as your settings say. The text stays.`}
          </p>
        ) : (
          <Player playback={playback} />
        )}
        {!isOpen(transcript) && segments.length > 0 && (
          <p className={styles.line}>{`Recognised by: ${madeByInWords(transcript)}`}</p>
        )}
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
          <Button icon={<NoteAdd20Regular />} onClick={() => addNote(atMs)}>
            Add a note
          </Button>
          <Button
            title="Say by one key who speaks"
            aria-expanded={isNaming}
            disabledFocusable={segments.length === 0}
            onClick={() => setNaming(!isNaming)}
          >
            Speakers
          </Button>
          {unsure.length > 0 && (
            <Button
              title="Step through the words that the recogniser was unsure of, the least certain first"
              aria-expanded={isReviewing}
              onClick={() => setReviewing(!isReviewing)}
            >{`Unsure words (${unsure.length})`}</Button>
          )}
        </div>
        {isNaming && segments.length > 0 && (
          <SpeakerBar
            speakers={keyedNow}
            chosen={chosen.segments}
            isPlaying={playback.isPlaying}
            onName={speaks}
            onRename={rename}
            onClose={() => setNaming(false)}
          />
        )}
        {isReviewing && unsure.length > 0 && (
          <ReviewBar
            words={unsure}
            onShow={showWord}
            onAccept={edits.accept}
            onCorrect={edits.correct}
            onClose={() => setReviewing(false)}
          />
        )}
        {isReviewing && unsure.length === 0 && (
          <p className={styles.line} role="status">
            No unsure words are left.
          </p>
        )}
      </div>
      <PaneScroll>
        {transcript.trashedAt && (
          <Notice intent="warning">
            This recording is in the trash of your cards, and is deleted with its card. Restore the card to keep it.{" "}
            <Link to={`/items/transcript/${transcript.id}`}>Open the card</Link>
          </Notice>
        )}
        {unsaved.map(({ startMs, text }) => (
          <Notice key={startMs} intent="warning">
            {segments.some((one) => one.startMs === startMs) ? (
              <>
                {`What you typed at ${clock(startMs / 1000)} was not saved. `}
                <TextButton onClick={() => edit(startMs)}>{`Open it at ${clock(startMs / 1000)}`}</TextButton>
              </>
            ) : (
              `What you typed at ${clock(startMs / 1000)} was not saved, and its sentence is gone: “${text}” `
            )}{" "}
            <TextButton onClick={() => dropEdit(transcript.id, startMs)}>
              {`Discard it at ${clock(startMs / 1000)}`}
            </TextButton>
          </Notice>
        ))}
        {(transcript.state === "failed" || transcript.state === "cancelled") && (
          <Notice intent="warning">{stateInWords(transcript)}</Notice>
        )}
        {transcript.resentSeconds > 0 && (
          <Notice intent="warning">
            {`${clock(transcript.resentSeconds)} of sound was sent twice, as the first answer was lost on the way. The provider may charge for both.`}
          </Notice>
        )}
        {segments.length === 0 && transcript.state === "done" && (
          <EmptyState sentence="No speech was found in this recording." />
        )}
        {!wanted && <SummarySection transcript={transcript} onPlay={acts.play} />}
        <ul ref={list} className={styles.list} aria-label="Transcript" {...chosen.events}>
          {rows.map((row) =>
            "note" in row ? (
              <NoteRow
                key={row.note.id}
                note={row.note}
                find={wanted}
                onPlay={() => acts.play(row.note.atMs)}
                onEdit={() => openNote(row.note)}
                onRemove={() => void edits.removeNote(row.note).catch(failed)}
              />
            ) : (
              <SegmentRow
                key={row.segment.startMs}
                recording={transcript.id}
                segment={row.segment}
                find={wanted}
                found={found}
                spoken={
                  row.segment === playing ? row.segment.words.findLastIndex(({ startMs }) => startMs <= atMs) : null
                }
                follow={follow && editing === null}
                isEditing={editing === row.segment.startMs}
                isLast={row.segment === segments.at(-1)}
                isChosen={isNaming && chosen.segments.length > 1 && chosen.segments.includes(row.segment)}
                speaker={row.segment.speaker === row.before ? null : row.segment.speaker}
                acts={acts}
              />
            ),
          )}
        </ul>
      </PaneScroll>
    </>
  );
}

type Row = { segment: Segment; before: string | null } | { note: Note };

/** Notes between the segments, each in front of the first one that begins behind it. */
function withNotes(segments: readonly Segment[], notes: readonly Note[]): Row[] {
  const waiting = [...notes];
  const rows: Row[] = [];
  let before: string | null = null;
  for (const segment of segments) {
    while (waiting[0] && waiting[0].atMs < segment.startMs) rows.push({ note: waiting.shift()! });
    rows.push({ segment, before });
    before = segment.speaker;
    while (waiting[0] && waiting[0].atMs < segment.endMs) rows.push({ note: waiting.shift()! });
  }
  return [...rows, ...waiting.map((note) => ({ note }))];
}
