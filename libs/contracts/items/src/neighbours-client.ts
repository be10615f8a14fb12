import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { CardNeighbours } from "./neighbours.ts";

/** Cards that are like a stored one, or like a text. */
export const neighboursClient = (transport: Transport) => ({
  ofCard: (id: string, signal?: AbortSignal) =>
    request<CardNeighbours>(transport, "GET", `/api/items/${id}/neighbours`, { signal }),
  ofText: (text: string, signal?: AbortSignal) =>
    request<CardNeighbours>(transport, "POST", "/api/items/neighbours", { json: { text }, signal }),
});
