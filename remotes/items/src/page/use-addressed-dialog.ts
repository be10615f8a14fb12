import { useSearchParams } from "@tessera/router";
import { useEffect } from "react";
import { openCapture } from "../capture/open-capture.ts";
import { openImport } from "../import/open-import.ts";
import { openPart } from "../load-part.ts";
import chooseFiles from "../uploads/open-upload.ts";

/**
 * `?open=capture`, `?open=upload` and `?open=import`: how the shell's bar and palette reach these dialogs before this
 * remote runs. The queue adds `&import=<id>`, the import whose report is wanted.
 */
export function useAddressedDialog(): void {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("open");
  const report = search.get("import");
  useEffect(() => {
    if (!wanted) return;
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete("open");
        next.delete("import");
        return next;
      },
      { replace: true },
    );
    if (wanted === "capture") void openCapture();
    if (wanted === "upload") void openPart(chooseFiles);
    if (wanted === "import") void openImport({ report: report ?? undefined });
  }, [wanted, report, setSearch]);
}
