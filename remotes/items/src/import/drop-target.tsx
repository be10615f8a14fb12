import { makeStyles } from "@tessera/fluent";
import { type DragEvent, type ReactNode, useState } from "react";
import { openImport } from "./open-import.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", flexGrow: 1, minHeight: 0, minWidth: 0, position: "relative" },
  over: {
    position: "absolute",
    inset: "8px",
    zIndex: 3,
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    borderRadius: "8px",
    border: "2px dashed var(--sel-bar)",
    backgroundColor: "var(--sel)",
    pointerEvents: "none",
  },
});

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** Files dropped anywhere on the list are imported. */
export function DropTarget({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const [depth, setDepth] = useState(0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the import dialog does the same by button and key
    <div
      className={styles.root}
      onDragEnter={(event) => hasFiles(event) && setDepth((count) => count + 1)}
      onDragLeave={(event) => hasFiles(event) && setDepth((count) => Math.max(0, count - 1))}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        setDepth(0);
        if (!hasFiles(event)) return;
        event.preventDefault();
        void openImport({ files: [...event.dataTransfer.files] });
      }}
    >
      {children}
      {depth > 0 && <div className={styles.over}>Drop to import bookmarks or mails</div>}
    </div>
  );
}
