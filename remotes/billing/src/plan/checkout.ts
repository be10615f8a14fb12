import { useMutation } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useEffect, useRef } from "react";
import { billing } from "../api.ts";
import type { Offer } from "./interval.tsx";

/**
 * Sends a person to the payment page. The intent to buy a plan at a price keeps one attempt id until it fails, so a
 * double click or a retry of the request opens the same checkout.
 */
export function useCheckout(returnPath: string | undefined) {
  const attempts = useRef(new Map<string, string>());
  const mutation = useMutation({
    mutationFn: async (offer: Offer) => {
      const attempt = attempts.current.get(keyOf(offer)) ?? crypto.randomUUID();
      attempts.current.set(keyOf(offer), attempt);
      return billing.checkout(offer.id, attempt, returnPath, offer.interval);
    },
    onSuccess: ({ url }) => shell().leave(url),
    onError: (_, offer) => attempts.current.delete(keyOf(offer)),
  });
  useReturnedByHistory(mutation.reset);
  return mutation;
}

const keyOf = ({ id, interval }: Offer) => `${id} ${interval}`;

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
