import type { UploadProgress } from "@tessera/contracts-core/client.ts";
import type { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { useMutation, useQueryClient } from "@tessera/query";
import { useRef, useState } from "react";
import { items, keys } from "../api.ts";

export interface ImportOrder {
  files: readonly File[];
  choices: ImportChoices;
}

/**
 * Sends files; the answer is the import that reads them in the background. Sending the same files again after a failure
 * starts nothing twice.
 */
export function useStartImport(onStarted: (session: ImportSession) => void) {
  const client = useQueryClient();
  const [sent, setSent] = useState<UploadProgress | null>(null);
  const attempt = useRef<{ files: readonly File[]; key: string } | null>(null);
  const mutation = useMutation({
    mutationFn: ({ files, choices }: ImportOrder) => {
      if (attempt.current?.files !== files) attempt.current = { files, key: crypto.randomUUID() };
      const form = new FormData();
      for (const file of files) form.append("files", file, file.name);
      return items.startImport(form, attempt.current.key, setSent, choices);
    },
    onSettled: () => setSent(null),
    onSuccess: (session) => {
      client.setQueryData<ImportSession[]>(keys.imports, (before) => [
        session,
        ...(before ?? []).filter((one) => one.id !== session.id),
      ]);
      onStarted(session);
    },
  });
  return { ...mutation, sent };
}
