import { isProblemOf } from "@tessera/contracts-core/problem-error.ts";
import { MAX_SEGMENT_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import type { TranscribeProblemCode } from "@tessera/contracts-transcribe/problems.ts";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { useEffect, useRef, useState } from "react";
import { clock } from "../words.ts";
import { wordAt } from "./edit-segments.ts";
import { dropEdit, editFailed, keepEdit, unsavedEdits } from "./unsaved-edits.ts";

/** Ms without a key after which the text is saved. */
const PAUSE_MS = 800;

const useStyles = makeStyles({
  editor: { gridColumnStart: 1, gridColumnEnd: -1, padding: "8px 4px" },
  buttons: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px", marginTop: "8px" },
  // As tall as its text.
  text: { fieldSizing: "content", maxHeight: "50vh" },
  saved: { color: tokens.colorNeutralForeground3, fontSize: "12px" },
});

/**
 * Corrects the words of one segment; they are saved while one types, and kept in this browser until they are. Escape or
 * Ctrl+Enter ends it, Ctrl+Shift+Enter splits it at the cursor.
 */
export function SegmentEditor(props: {
  recording: string;
  segment: Segment;
  onSave: (seen: string, text: string) => Promise<unknown>;
  onSplit: (word: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const styles = useStyles();
  const { recording, segment, onSave, onSplit, onClose } = props;
  const [kept] = useState(() => unsavedOf(recording, segment));
  const [text, setText] = useState(kept?.text ?? segment.text);
  const [failure, setFailure] = useState<string>();
  const [state, setState] = useState<"" | "Saving …" | "Saved">("");
  const [isUnsaved, setUnsaved] = useState(kept !== null);
  /** Somebody else changed the text: it is replaced only when the person says so. */
  const [isChanged, setChanged] = useState(kept !== null && kept.seen !== segment.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const saved = useRef(segment.text);
  const typed = useRef(text);
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** One after the other; each knows what the one before left. */
  const save = (): Promise<boolean> => {
    clearTimeout(timer.current);
    saving.current = saving.current.then(async () => {
      const wanted = typed.current.trim();
      try {
        if (wanted !== saved.current) {
          setState("Saving …");
          await onSave(saved.current, wanted);
          setState("Saved");
        }
        saved.current = wanted;
        // What was typed meanwhile stays kept.
        if (typed.current.trim() === wanted) dropEdit(recording, segment.startMs);
        setFailure(undefined);
        setUnsaved(false);
        setChanged(false);
        return true;
      } catch (error) {
        if (isProblemOf<TranscribeProblemCode>(error, "segment_changed")) setChanged(true);
        else setFailure((error as Error).message);
        editFailed(recording, segment.startMs);
        setUnsaved(true);
        setState("");
        return false;
      }
    });
    return saving.current;
  };
  const latest = useRef(save);
  latest.current = async () => {
    if (!isChanged) return save();
    editFailed(recording, segment.startMs);
    return false;
  };
  // Also what was typed when the page is left.
  useEffect(() => () => void latest.current(), []);
  const close = async () => {
    // Theirs was shown.
    if (isChanged) saved.current = segment.text;
    if (await save()) onClose();
  };
  const discard = () => {
    clearTimeout(timer.current);
    typed.current = saved.current;
    dropEdit(recording, segment.startMs);
    onClose();
  };
  const splitHere = async () => {
    const word = wordAt(typed.current, field.current?.selectionStart ?? 0);
    if (!(await save())) return;
    try {
      await onSplit(word);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const said = isChanged
    ? `This sentence was changed meanwhile to “${segment.text}”. Done replaces that by what is here.`
    : (failure ?? (isUnsaved ? "What you typed here was not saved. Done saves it." : undefined));
  return (
    <div className={styles.editor}>
      <Field validationMessage={said} validationState={failure ? "error" : said ? "warning" : "none"}>
        <Textarea
          autoFocus
          ref={field}
          aria-label={`Text at ${clock(segment.startMs / 1000)}`}
          value={text}
          maxLength={MAX_SEGMENT_LENGTH}
          resize="vertical"
          textarea={{ className: styles.text }}
          onChange={(_, { value }) => {
            setText(value);
            typed.current = value;
            keepEdit(recording, { startMs: segment.startMs, seen: saved.current, text: value });
            clearTimeout(timer.current);
            timer.current = setTimeout(() => void latest.current(), PAUSE_MS);
          }}
          onKeyDown={(event) => {
            const isEnter = event.key === "Enter" && (event.ctrlKey || event.metaKey);
            if (isEnter && event.shiftKey) void splitHere();
            else if (isEnter || event.key === "Escape") void close();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </Field>
      <div className={styles.buttons}>
        <Button appearance="primary" onClick={() => void close()}>
          Done
        </Button>
        <Button
          title="Ctrl+Shift+Enter"
          // The cursor stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void splitHere()}
        >
          Split at the cursor
        </Button>
        {isUnsaved && (
          <Button appearance="subtle" onClick={discard}>
            Discard my text
          </Button>
        )}
        <span className={styles.saved} role="status">
          {state}
        </span>
      </div>
    </div>
  );
}

/** What of a sentence was typed and not saved; null where it says so. */
const unsavedOf = (recording: string, { startMs, text }: Segment) =>
  unsavedEdits(recording).find((edit) => edit.startMs === startMs && edit.text.trim() !== text) ?? null;
