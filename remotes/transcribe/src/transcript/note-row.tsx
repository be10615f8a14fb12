import { Delete16Regular } from "@fluentui/react-icons/svg/delete";
import { Edit16Regular } from "@fluentui/react-icons/svg/edit";
import { Note16Regular } from "@fluentui/react-icons/svg/note";
import type { Note } from "@tessera/contracts-transcribe/recordings.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { IconButton } from "@tessera/ui";
import { clock } from "../words.ts";
import { Found } from "./found.tsx";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "64px 16px minmax(0, 1fr) auto auto",
    alignItems: "start",
    gap: "8px",
    "@media (max-width: 599.98px)": { gridTemplateColumns: "40px 16px minmax(0, 1fr) auto auto", gap: "4px" },
    margin: "4px 8px",
    padding: "6px 4px",
    borderRadius: "6px",
    backgroundColor: tokens.colorNeutralBackground3,
  },
  icon: { display: "flex", height: "22px", alignItems: "center" },
  time: {
    padding: 0,
    border: 0,
    background: "none",
    color: tokens.colorNeutralForeground3,
    font: "inherit",
    lineHeight: "22px",
    textAlign: "left",
    fontVariantNumeric: "tabular-nums",
    cursor: "pointer",
  },
  text: { lineHeight: "22px", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
});

/** What the person noted, between the segments, at its moment. */
export function NoteRow(props: {
  note: Note;
  find: string;
  onPlay: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const styles = useStyles();
  const { atMs, text } = props.note;
  const at = clock(atMs / 1000);
  return (
    <li className={styles.row}>
      <button type="button" className={styles.time} aria-label={`Play from ${at}`} onClick={props.onPlay}>
        {at}
      </button>
      <span className={styles.icon}>
        <Note16Regular aria-label="Note" />
      </span>
      <span className={styles.text}>
        <Found text={text} find={props.find} />
      </span>
      <IconButton label={`Edit the note at ${at}`} icon={<Edit16Regular />} onClick={props.onEdit} />
      <IconButton label={`Delete the note at ${at}`} icon={<Delete16Regular />} onClick={props.onRemove} />
    </li>
  );
}
