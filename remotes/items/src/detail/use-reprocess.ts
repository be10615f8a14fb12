import type { Item } from "@tessera/contracts-items/items.ts";
import { useMutation, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items } from "../api.ts";
import { keepItem } from "../triage/change-items.ts";
import { stepName } from "./step-names.ts";

/** Runs one enrichment step of a card again. */
export const useReprocess = (id: string) => useStepAct((step) => items.reprocess(id, step), "retried");

/** Cancels one enrichment step of a card. */
export const useCancelStep = (id: string) => useStepAct((step) => items.cancelStep(id, step), "cancelled");

function useStepAct(act: (step: string) => Promise<Item>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (item) => keepItem(client, item),
    onError: (error, step) =>
      shell().notifications.show({
        message: failureWords(`${stepName(step)} was not ${done}:`, error),
        intent: "error",
      }),
  });
}
