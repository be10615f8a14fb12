import type { UploadProgress } from "@tessera/contracts-core/client.ts";
import type { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { items, keys } from "../api.ts";

export interface ImportOrder {
  files: readonly File[];
  choices: ImportChoices;
}

/** What is being sent, also while its dialog is closed. */
export interface SentImport {
  files: readonly File[];
  progress: UploadProgress | null;
  cancel(): void;
}

let sent: SentImport | null = null;
const listeners = new Set<() => void>();

/** The browser asks before it leaves the page: what is on its way would be lost. */
const hold = (event: BeforeUnloadEvent) => event.preventDefault();

function set(next: SentImport | null): void {
  sent = next;
  if (sent) addEventListener("beforeunload", hold);
  else removeEventListener("beforeunload", hold);
  for (const listener of [...listeners]) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useSentImport = (): SentImport | null => useSyncExternalStore(subscribe, () => sent);

/** The person does not want it any more: no failure to tell of. */
const CANCELLED = new Error("The import was cancelled.");

/**
 * Sends files; the answer is the import that reads them in the background. Sending the same files again after a failure
 * starts nothing twice. `error` is null for what was cancelled.
 */
export function useStartImport() {
  const client = useQueryClient();
  const attempt = useRef<{ files: readonly File[]; key: string } | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const mutation = useMutation({
    mutationFn: ({ files, choices }: ImportOrder) => {
      if (attempt.current?.files !== files) attempt.current = { files, key: crypto.randomUUID() };
      const controller = new AbortController();
      const own = { files, cancel: () => controller.abort(CANCELLED) };
      const show = (progress: UploadProgress | null) => set({ ...own, progress });
      show(null);
      const form = new FormData();
      for (const file of files) form.append("files", file, file.name);
      return items.startImport(form, attempt.current.key, show, choices, controller.signal);
    },
    onSettled: () => set(null),
    onError: (error) => {
      if (error !== CANCELLED && !isShown.current)
        shell().notifications.show({ message: failureWords("Not imported:", error), intent: "error" });
    },
    onSuccess: (session) => {
      client.setQueryData<ImportSession[]>(keys.imports, (before) => [
        session,
        ...(before ?? []).filter((one) => one.id !== session.id),
      ]);
    },
  });
  return { ...mutation, error: mutation.error === CANCELLED ? null : mutation.error };
}
