import { Attach16Regular } from "@fluentui/react-icons/svg/attach";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { makeStyles, tokens } from "@tessera/fluent";
import { IconButton } from "@tessera/ui";
import { sizeOf } from "../detail/attachments.tsx";

const useStyles = makeStyles({
  root: { display: "flex", flexWrap: "wrap", gap: "8px", margin: 0, padding: 0, listStyleType: "none" },
  chip: {
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    maxWidth: "100%",
    paddingLeft: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "6px",
  },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", minWidth: 0 },
  size: { flexShrink: 0, fontSize: "12px", color: tokens.colorNeutralForeground3 },
});

/** Files that wait in the capture dialog: each becomes a card of its own. */
export function FileChips({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const styles = useStyles();
  if (files.length === 0) return null;
  return (
    <ul className={styles.root} aria-label="Files">
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <li key={index} className={styles.chip}>
          <Attach16Regular aria-hidden="true" />
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.size}>{sizeOf(file.size)}</span>
          <IconButton
            icon={<Dismiss16Regular />}
            size="small"
            label={`Leave ${file.name} out`}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
