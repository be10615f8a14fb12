import { MAX_SEGMENT_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { useEffect, useRef, useState } from "react";
import { clock } from "../words.ts";
import { wordAt } from "./edit-segments.ts";

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
 * Corrects the words of one segment; they are saved while one types. Escape or Ctrl+Enter ends it, Ctrl+Shift+Enter
 * splits it at the cursor.
 */
export function SegmentEditor(props: {
  segment: Segment;
  onSave: (seen: string, text: string) => Promise<unknown>;
  onSplit: (word: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const styles = useStyles();
  const { segment, onSave, onSplit, onClose } = props;
  const [text, setText] = useState(segment.text);
  const [failure, setFailure] = useState<string>();
  const [state, setState] = useState<"" | "Saving …" | "Saved">("");
  const field = useRef<HTMLTextAreaElement>(null);
  const saved = useRef(segment.text);
  const typed = useRef(segment.text);
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** One after the other; each knows what the one before left. */
  const save = (): Promise<boolean> => {
    clearTimeout(timer.current);
    saving.current = saving.current.then(async () => {
      const wanted = typed.current.trim();
      if (wanted === saved.current) return true;
      setState("Saving …");
      try {
        await onSave(saved.current, wanted);
        saved.current = wanted;
        setFailure(undefined);
        setState("Saved");
        return true;
      } catch (error) {
        setFailure((error as Error).message);
        setState("");
        return false;
      }
    });
    return saving.current;
  };
  const latest = useRef(save);
  latest.current = save;
  // Also what was typed when the page is left.
  useEffect(() => () => void latest.current(), []);
  const close = async () => {
    if (await save()) onClose();
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
  return (
    <div className={styles.editor}>
      <Field validationMessage={failure} validationState={failure ? "error" : "none"}>
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
        <span className={styles.saved} role="status">
          {state}
        </span>
      </div>
    </div>
  );
}
