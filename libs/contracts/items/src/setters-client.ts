import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { ValueSetters } from "./setters.ts";

/** Who set the values of a card. */
export const settersClient = (transport: Transport) => ({
  ofCard: (id: string, signal?: AbortSignal) =>
    request<ValueSetters>(transport, "GET", `/api/items/${id}/setters`, { signal }),
});
