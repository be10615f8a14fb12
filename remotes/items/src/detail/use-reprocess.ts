import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items } from "../api.ts";
import { keepItem } from "../triage/change-items.ts";
import { stepName } from "./step-names.ts";

/** Runs one enrichment step of a card again. */
export function useReprocess(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: string) => items.reprocess(id, step),
    onSuccess: (item) => keepItem(client, item),
    onError: (error, step) =>
      shell().notifications.show({
        message: failureWords(`${stepName(step)} was not retried:`, error),
        intent: "error",
      }),
  });
}
