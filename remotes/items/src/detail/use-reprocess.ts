import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items } from "../api.ts";
import { keepItem } from "../triage/change-items.ts";
import { sentenceOf } from "../triage/use-triage.ts";
import { stepName } from "./step-names.ts";

/** Runs one enrichment step of a card again. */
export function useReprocess(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: string) => items.reprocess(id, step),
    onSuccess: (item) => keepItem(client, item),
    onError: (error, step) =>
      shell().notifications.show({
        message: `${stepName(step)} was not retried: ${sentenceOf(error)}`,
        intent: "error",
      }),
  });
}
