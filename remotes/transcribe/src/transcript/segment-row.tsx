import { Edit16Regular } from "@fluentui/react-icons/svg/edit";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { IconButton } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { clock } from "../words.ts";
import { Found } from "./found.tsx";
import { SegmentEditor } from "./segment-editor.tsx";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "start",
    gap: "4px",
    padding: "2px 8px",
    borderRadius: "6px",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  playing: { backgroundColor: "var(--sel)" },
  text: {
    display: "grid",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    gap: "8px",
    padding: "6px 4px",
    border: 0,
    borderRadius: "4px",
    background: "none",
    color: "inherit",
    font: "inherit",
    lineHeight: "22px",
    textAlign: "left",
    cursor: "pointer",
  },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
});

/** One segment: a click plays from there; its words can be corrected, its times stay. */
export function SegmentRow(props: {
  segment: Segment;
  find: string;
  isPlaying: boolean;
  follow: boolean;
  onPlay: () => void;
  onSave: (text: string) => Promise<unknown>;
}) {
  const styles = useStyles();
  const { segment, isPlaying, follow } = props;
  const row = useRef<HTMLLIElement>(null);
  const [isEditing, setEditing] = useState(false);
  useEffect(() => {
    if (isPlaying && follow) row.current?.scrollIntoView({ block: "center" });
  }, [isPlaying, follow]);
  return (
    <li
      ref={row}
      className={mergeClasses(styles.row, isPlaying && styles.playing)}
      aria-current={isPlaying || undefined}
    >
      {isEditing ? (
        <SegmentEditor segment={segment} onSave={props.onSave} onClose={() => setEditing(false)} />
      ) : (
        <>
          <button type="button" className={styles.text} onClick={props.onPlay}>
            <span className={styles.time}>{clock(segment.startMs / 1000)}</span>
            <span>
              <Found text={segment.text || "…"} find={props.find} />
            </span>
          </button>
          <IconButton
            label={`Edit the text at ${clock(segment.startMs / 1000)}`}
            icon={<Edit16Regular />}
            onClick={() => setEditing(true)}
          />
        </>
      )}
    </li>
  );
}
