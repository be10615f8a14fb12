import { useSearchParams } from "@tessera/router";
import { useEffect } from "react";
import { openCapture } from "../capture/open-capture.ts";
import { openImport } from "../import/open-import.ts";

/** `?open=capture` and `?open=import`: how the shell's bar and palette reach these dialogs before this remote runs. */
export function useAddressedDialog(): void {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("open");
  useEffect(() => {
    if (!wanted) return;
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete("open");
        return next;
      },
      { replace: true },
    );
    if (wanted === "capture") void openCapture();
    if (wanted === "import") void openImport();
  }, [wanted, setSearch]);
}
