import { useMutation } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useEffect, useRef } from "react";
import { billing } from "../api.ts";

/**
 * Sends a person to the payment page. The intent to buy a plan keeps one attempt id until it fails, so a double click
 * or a retry of the request opens the same checkout.
 */
export function useCheckout(returnPath: string | undefined) {
  const attempts = useRef(new Map<string, string>());
  const mutation = useMutation({
    mutationFn: async (planId: string) => {
      const attempt = attempts.current.get(planId) ?? crypto.randomUUID();
      attempts.current.set(planId, attempt);
      return billing.checkout(planId, attempt, returnPath);
    },
    onSuccess: ({ url }) => shell().leave(url),
    onError: (_, planId) => attempts.current.delete(planId),
  });
  useReturnedByHistory(mutation.reset);
  return mutation;
}

/** Opens the payment provider's own pages: card, invoices, address. */
export function usePortal() {
  const mutation = useMutation({
    mutationFn: () => billing.portal("/billing"),
    onSuccess: ({ url }) => shell().leave(url),
  });
  useReturnedByHistory(mutation.reset);
  return mutation;
}

/** A page kept in the back-forward cache comes back as it was left: waiting for a page that has long opened. */
function useReturnedByHistory(reset: () => void) {
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, [reset]);
}
