import { useQueryClient } from "@tessera/query";
import { useEffect } from "react";
import { appendToDraft } from "../capture/capture-draft.ts";
import { openCapture } from "../capture/open-capture.ts";
import { pastedFiles } from "./files-in.ts";
import { uploadFiles } from "./upload-files.ts";

/** Where what is pasted is somebody else's. */
const TAKEN = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=dialog], dialog";

/** Pasting on a list: files become cards, a text waits in the capture dialog. */
export function usePaste(): void {
  const client = useQueryClient();
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: data, target } = event;
      if (!data || event.defaultPrevented || (target instanceof Element && target.closest(TAKEN))) return;
      if (document.querySelector("[role=dialog], dialog[open]")) return;
      const files = pastedFiles(data);
      const text = data.getData("text/plain").trim();
      if (files.length === 0 && !text) return;
      event.preventDefault();
      if (files.length > 0) return void uploadFiles(client, files);
      appendToDraft(text);
      void openCapture();
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [client]);
}
