import { request, type Transport } from "@tessera/contracts-core/client.ts";
import { etagOf } from "./client.ts";
import type { Item } from "./items.ts";
import type { TextVersions, WholeTextVersion } from "./text-versions.ts";

/** Earlier texts of cards. */
export const textVersionsClient = (transport: Transport) => ({
  list: (id: string, signal?: AbortSignal) =>
    request<TextVersions>(transport, "GET", `/api/items/${id}/text-versions`, { signal }),
  get: (id: string, versionId: string, signal?: AbortSignal) =>
    request<WholeTextVersion>(transport, "GET", `/api/items/${id}/text-versions/${versionId}`, { signal }),
  /** Makes it the card's text again; the text of now is kept as a version. `seen` is the version of the card. */
  restore: (id: string, versionId: string, seen: number) =>
    request<Item>(transport, "POST", `/api/items/${id}/text-versions/${versionId}/restore`, {
      headers: { "if-match": etagOf(seen) },
    }),
});
