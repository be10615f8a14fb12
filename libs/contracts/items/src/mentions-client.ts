import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { Item } from "./items.ts";
import type { CardMentions, MentionPage, MentionQuery, NewShare, UnlinkedMention } from "./mentions.ts";

/** Mentions and shares; the rest is `itemsClient`. */
export const mentionsClient = (transport: Transport) => ({
  list: (query: MentionQuery, signal?: AbortSignal) =>
    request<MentionPage>(transport, "GET", "/api/items/mentions", { query, signal }),
  ofCard: (id: string, signal?: AbortSignal) =>
    request<CardMentions>(transport, "GET", `/api/items/${id}/mentions`, { signal }),
  /** Where the card's name stands in other cards' texts without a link. */
  unlinked: (id: string, signal?: AbortSignal) =>
    request<UnlinkedMention[]>(transport, "GET", `/api/items/${id}/unlinked-mentions`, { signal }),
  /** Stores what was shared as a card of the type that is surest it is one of its own. */
  share: (share: NewShare, idempotencyKey: string) =>
    request<Item>(transport, "POST", "/api/items/shares", { json: share, idempotencyKey }),
});
