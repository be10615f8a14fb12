import { makeStyles } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { type DragEvent, type ReactNode, useState } from "react";
import { filesIn } from "../uploads/files-in.ts";
import { uploadFiles } from "../uploads/upload-files.ts";
import { isExport } from "./import-files.ts";
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

/** Files dropped anywhere on the list become cards; exports of bookmarks, notes and mails are imported. */
export function DropTarget({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const client = useQueryClient();
  const [depth, setDepth] = useState(0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the dialogs of capture and import do the same by button and key
    <div
      className={styles.root}
      onDragEnter={(event) => hasFiles(event) && setDepth((count) => count + 1)}
      onDragLeave={(event) => hasFiles(event) && setDepth((count) => Math.max(0, count - 1))}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        setDepth(0);
        // An editor takes what is dropped into it.
        if (!hasFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        const files = filesIn(event.dataTransfer);
        const imports = files.filter(isExport);
        const others = files.filter((file) => !imports.includes(file));
        if (imports.length > 0) void openImport({ files: imports });
        if (others.length > 0) void uploadFiles(client, others);
      }}
    >
      {children}
      {depth > 0 && <div className={styles.over}>Drop to add to your inbox</div>}
    </div>
  );
}
