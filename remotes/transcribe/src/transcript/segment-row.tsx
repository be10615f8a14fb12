import { ArrowUndo16Regular } from "@fluentui/react-icons/svg/arrow-undo";
import { Edit16Regular } from "@fluentui/react-icons/svg/edit";
import { MoreHorizontal16Regular } from "@fluentui/react-icons/svg/more-horizontal";
import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { IconButton } from "@tessera/ui";
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef } from "react";
import { clock } from "../words.ts";
import { putWords } from "./edit-segments.ts";
import { Found } from "./found.tsx";
import { SegmentEditor } from "./segment-editor.tsx";
import { SENTENCE } from "./use-chosen.ts";
import { Words } from "./words.tsx";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto auto",
    alignItems: "start",
    gap: "4px",
    padding: "2px 8px",
    borderRadius: "6px",
    // Two hours are thousands of words: those out of view are not laid out.
    contentVisibility: "auto",
    containIntrinsicSize: "auto 48px",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  playing: { backgroundColor: "var(--sel)" },
  chosen: { boxShadow: "inset 3px 0 0 var(--ink)" },
  text: {
    display: "grid",
    gridTemplateColumns: "64px minmax(0, 1fr)",
    [phone]: { gridTemplateColumns: "44px minmax(0, 1fr)" },
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
  // On a phone it is in the menu alone: the text needs the width.
  edit: { [phone]: { display: "none" } },
  speaker: { display: "block", fontWeight: 600 },
  put: {
    gridColumnStart: 1,
    gridColumnEnd: -1,
    display: "flex",
    flexWrap: "wrap",
    gap: "4px",
    padding: "0 4px 6px 76px",
    [phone]: { paddingLeft: "56px" },
  },
});

export interface RowActs {
  /** Plays from a moment, in ms. */
  play(ms: number): void;
  edit(startMs: number | null): void;
  save(segment: Segment, seen: string, text: string): Promise<unknown>;
  split(segment: Segment, word: number): Promise<unknown>;
  join(segment: Segment): void;
  name(segment: Segment): void;
  note(ms: number): void;
  /** Puts back what was heard, of the word at a place or of all. */
  takeBack(segment: Segment, place?: number): void;
}

interface Props {
  /** Id of the recording. */
  recording: string;
  segment: Segment;
  find: string;
  /** Words of the search that opened the recording. */
  found: readonly string[];
  /** Place of the word that is heard; -1 for none, null while another segment plays. */
  spoken: number | null;
  follow: boolean;
  isEditing: boolean;
  isLast: boolean;
  /** Whether it is one of several that are chosen. */
  isChosen: boolean;
  /** Whose name is above the text; null where the same person continues. */
  speaker: string | null;
  acts: RowActs;
}

/** Without the marks around it. */
const bare = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/** One segment: a click plays from the word; its words can be corrected, and keep their times. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const styles = useStyles();
  const { segment, spoken, follow, acts } = props;
  const isPlaying = spoken !== null;
  const row = useRef<HTMLLIElement>(null);
  const at = clock(segment.startMs / 1000);
  useEffect(() => {
    if (isPlaying && follow) row.current?.scrollIntoView?.({ block: "center" });
  }, [isPlaying, follow]);
  const put = useMemo(() => putWords(segment), [segment]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Backspace" || !put.length) return;
    event.preventDefault();
    acts.takeBack(segment);
  };
  const play = ({ target, shiftKey }: MouseEvent) => {
    // Takes along what is between (use-chosen.ts).
    if (shiftKey) return;
    const place = (target as Element).closest?.("[data-word]")?.getAttribute("data-word");
    acts.play(segment.words[Number(place ?? -1)]?.startMs ?? segment.startMs);
  };
  return (
    <li
      ref={row}
      className={mergeClasses(styles.row, isPlaying && styles.playing, props.isChosen && styles.chosen)}
      aria-current={isPlaying || undefined}
    >
      {props.isEditing ? (
        <SegmentEditor
          recording={props.recording}
          segment={segment}
          onSave={(seen, text) => acts.save(segment, seen, text)}
          onSplit={(word) => acts.split(segment, word)}
          onClose={() => acts.edit(null)}
        />
      ) : (
        <>
          <button
            type="button"
            className={styles.text}
            {...{ [SENTENCE]: segment.startMs }}
            onClick={play}
            onKeyDown={onKeyDown}
            aria-keyshortcuts={put.length ? "Backspace" : undefined}
          >
            <span className={styles.time}>{at}</span>
            <span>
              {props.speaker && (
                <span className={styles.speaker}>
                  <Found text={props.speaker} find={props.find} />
                </span>
              )}
              {segment.text ? (
                <Words words={segment.words} find={props.find} found={props.found} spoken={spoken ?? -1} />
              ) : (
                "…"
              )}
            </span>
          </button>
          <span className={styles.edit}>
            <IconButton
              label={`Edit the text at ${at}`}
              icon={<Edit16Regular />}
              onClick={() => acts.edit(segment.startMs)}
            />
          </span>
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <IconButton label={`More at ${at}`} icon={<MoreHorizontal16Regular />} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem onClick={() => acts.edit(segment.startMs)}>Edit the text</MenuItem>
                <MenuItem onClick={() => acts.name(segment)}>
                  {segment.speaker ? "Change the speaker" : "Name the speaker"}
                </MenuItem>
                <MenuItem disabled={props.isLast} onClick={() => acts.join(segment)}>
                  Join with the next
                </MenuItem>
                <MenuItem onClick={() => acts.note(segment.startMs)}>Add a note here</MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
          {put.length > 0 && (
            <span className={styles.put}>
              {put.map(({ at: place, text, heard }) => (
                <Button
                  key={place}
                  size="small"
                  icon={<ArrowUndo16Regular />}
                  title="Take it back; Backspace on the sentence takes back all"
                  onClick={() => acts.takeBack(segment, place)}
                >
                  {`${bare(text)}: heard “${bare(heard)}”`}
                </Button>
              ))}
            </span>
          )}
        </>
      )}
    </li>
  );
});
