import { request, type Transport, type UploadProgress } from "@tessera/contracts-core/client.ts";
import type {
  BulkChange,
  BulkResult,
  ChildrenQuery,
  ImportChoices,
  ImportSession,
  Item,
  ItemChildren,
  ItemPage,
  ItemPatch,
  ItemQuery,
  ItemSections,
  ItemTypeInfo,
  NewItem,
  Occurrence,
  PersonTimeZone,
  PlaceChange,
  PlaceResult,
  ReadingMark,
  ReadMark,
  ReadMarkResult,
  SectionQuery,
  UploadChoices,
} from "./items.ts";
import type { PageCopyList } from "./page-copies.ts";
import type { NewTagChange, TagChange, TagInfo, TagQuery, TagStyle } from "./tag-changes.ts";

/** What `check` of `If-Match` compares: a strong entity tag of the version. */
export const etagOf = (version: number) => `"${version}"`;

/** Where a picture that is kept with a card is fetched with the access token: `data.icon`, `data-picture` in HTML. */
export const pictureUrl = (itemId: string, pictureId: string) => `/api/items/${itemId}/pictures/${pictureId}`;

/** Where a copy of a bookmark's page is fetched with the access token. */
export const pageCopyUrl = (itemId: string, copyId: string) => `/api/items/${itemId}/page-copies/${copyId}`;

export const itemsClient = (transport: Transport) => ({
  list: (query: ItemQuery, signal?: AbortSignal) =>
    request<ItemPage>(transport, "GET", "/api/items", { query, signal }),
  sections: (query: SectionQuery, signal?: AbortSignal) =>
    request<ItemSections>(transport, "GET", "/api/items/sections", { query, signal }),
  types: (signal?: AbortSignal) => request<ItemTypeInfo[]>(transport, "GET", "/api/items/types", { signal }),
  tags: (signal?: AbortSignal) =>
    request<{ tag: string; count: number }[]>(transport, "GET", "/api/items/tags", { signal }),
  /** Tags with their colours, the most used first; some of them by `query`. */
  findTags: (query: TagQuery = {}, signal?: AbortSignal) =>
    request<TagInfo[]>(transport, "GET", "/api/items/tags/search", { query, signal }),
  /** Renames, merges or deletes tags on all cards; many cards in the background. */
  changeTags: (change: NewTagChange, idempotencyKey: string) =>
    request<TagChange>(transport, "POST", "/api/items/tags/changes", { json: change, idempotencyKey }),
  tagChange: (id: string, signal?: AbortSignal) =>
    request<TagChange>(transport, "GET", `/api/items/tags/changes/${id}`, { signal }),
  /** @throws ProblemError 409 `tag_change_running` */
  undoTagChange: (id: string) => request<TagChange>(transport, "POST", `/api/items/tags/changes/${id}/undo`),
  styleTag: (style: TagStyle) => request<void>(transport, "PUT", "/api/items/tags/style", { json: style }),
  get: (id: string, signal?: AbortSignal) => request<Item>(transport, "GET", `/api/items/${id}`, { signal }),
  children: (id: string, query: ChildrenQuery = {}, signal?: AbortSignal) =>
    request<ItemChildren>(transport, "GET", `/api/items/${id}/children`, { query, signal }),
  /** Copies of a bookmark's page as it was, the newest first. */
  pageCopies: (id: string, signal?: AbortSignal) =>
    request<PageCopyList>(transport, "GET", `/api/items/${id}/page-copies`, { signal }),
  create: (item: NewItem, idempotencyKey: string) =>
    request<Item>(transport, "POST", "/api/items", { json: item, idempotencyKey }),
  /** @throws ProblemError 412 `version_conflict` when somebody changed the item since `version` */
  update: (id: string, version: number, patch: ItemPatch) =>
    request<Item>(transport, "PATCH", `/api/items/${id}`, { json: patch, headers: { "if-match": etagOf(version) } }),
  /** Moves to trash; from trash, deletes for good. */
  remove: (id: string, version: number) =>
    request<void>(transport, "DELETE", `/api/items/${id}`, { headers: { "if-match": etagOf(version) } }),
  bulk: (change: BulkChange, idempotencyKey: string) =>
    request<BulkResult>(transport, "POST", "/api/items/bulk", { json: change, idempotencyKey }),
  /** Completed and skipped ones of a card that repeats, the newest MAX_OCCURRENCES. */
  occurrences: (id: string, signal?: AbortSignal) =>
    request<Occurrence[]>(transport, "GET", `/api/items/${id}/occurrences`, { signal }),
  /** Leaves out the one that is due: the card is due on its next day. */
  skip: (id: string, version: number) =>
    request<Item>(transport, "POST", `/api/items/${id}/occurrences`, { headers: { "if-match": etagOf(version) } }),
  /**
   * Takes back the newest one: the card is due again as it was.
   * @throws ProblemError 409 `occurrence_not_newest`
   */
  takeBack: (id: string, occurrence: string) =>
    request<Item>(transport, "DELETE", `/api/items/${id}/occurrences/${occurrence}`),
  markRead: (mark: ReadMark) => request<ReadMarkResult>(transport, "POST", "/api/items/read-marks", { json: mark }),
  /** Moves items in the order `manual`. @throws ProblemError 404 `item_not_found`: there is no such neighbour */
  place: (change: PlaceChange) => request<PlaceResult>(transport, "PUT", "/api/items/places", { json: change }),
  markReading: (id: string, mark: ReadingMark) =>
    request<void>(transport, "PUT", `/api/items/${id}/reading`, { json: mark }),
  setTimeZone: (zone: PersonTimeZone) => request<void>(transport, "PUT", "/api/items/time-zone", { json: zone }),
  /** Runs one enrichment step again. */
  reprocess: (id: string, step: string) => request<Item>(transport, "POST", `/api/items/${id}/processing/${step}`),
  /** Cancels an enrichment step that waits or runs; one that has ended stays as it is. */
  cancelStep: (id: string, step: string) =>
    request<Item>(transport, "POST", `/api/items/${id}/processing/${step}/cancel`),
  /**
   * Field `files`, one file: it becomes a card of the type that takes it. The same bytes again bring the card of before
   * up.
   */
  upload: (
    file: FormData,
    idempotencyKey: string,
    query: UploadChoices = {},
    options: { signal?: AbortSignal; onUploadProgress?: (progress: UploadProgress) => void } = {},
  ) => request<Item>(transport, "POST", "/api/items/files", { body: file, query, idempotencyKey, ...options }),
  /** Field `files`, one or more: Netscape bookmark HTML (.html), or mails (.eml, .mbox). */
  startImport: (
    files: FormData,
    idempotencyKey: string,
    onUploadProgress?: (progress: UploadProgress) => void,
    query: ImportChoices = {},
    signal?: AbortSignal,
  ) =>
    request<ImportSession>(transport, "POST", "/api/items/import", {
      ...{ body: files, query, idempotencyKey, onUploadProgress, signal },
    }),
  /** Deletes the cards that it made and nobody changed since; in the background. */
  undoImport: (id: string) => request<ImportSession>(transport, "POST", `/api/items/import/${id}/undo`),
  /** Fetches readable copies of its pages, in the background. */
  fetchCopies: (id: string) => request<ImportSession>(transport, "POST", `/api/items/import/${id}/copies`),
  imports: (signal?: AbortSignal) => request<ImportSession[]>(transport, "GET", "/api/items/import", { signal }),
  importSession: (id: string, signal?: AbortSignal) =>
    request<ImportSession>(transport, "GET", `/api/items/import/${id}`, { signal }),
  cancelImport: (id: string) => request<ImportSession>(transport, "POST", `/api/items/import/${id}/cancel`),
});
