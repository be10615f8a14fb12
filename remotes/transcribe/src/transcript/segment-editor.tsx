import { MAX_SEGMENT_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Field, Textarea } from "@tessera/fluent-data";
import { useState } from "react";
import { clock } from "../words.ts";

const useStyles = makeStyles({
  editor: { gridColumnStart: 1, gridColumnEnd: -1, padding: "8px 4px" },
  buttons: { display: "flex", gap: "8px", marginTop: "8px" },
});

/** Corrects the words of one segment. Ctrl+Enter saves, Escape keeps what was there. */
export function SegmentEditor(props: {
  segment: Segment;
  onSave: (text: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const styles = useStyles();
  const { segment, onClose } = props;
  const [text, setText] = useState(segment.text);
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    try {
      await props.onSave(text.trim());
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
      setSaving(false);
    }
  };
  return (
    <div className={styles.editor}>
      <Field validationMessage={failure} validationState={failure ? "error" : "none"}>
        <Textarea
          autoFocus
          aria-label={`Text at ${clock(segment.startMs / 1000)}`}
          value={text}
          maxLength={MAX_SEGMENT_LENGTH}
          resize="vertical"
          onChange={(_, data) => setText(data.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onClose();
            else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </Field>
      <div className={styles.buttons}>
        <Button appearance="primary" disabledFocusable={isSaving} onClick={() => void save()}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
