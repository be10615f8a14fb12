import { counted } from "@tessera/contracts-core/counted.ts";
import type { JobFilter, JobKind, SavedFilter } from "@tessera/contracts-queue/queue.ts";
import { noFilter, type QueueAddress, spans } from "../queue-address.ts";

const HOUR_MS = 3_600_000;

type Filtered = Pick<QueueAddress, "jobState" | "kind" | "hours" | "like" | "q">;

/** The filter of an address at a moment. */
export function filterOf(address: Filtered, now: Date): JobFilter {
  const { jobState: state, kind: queue, hours, like: signature, q } = address;
  return {
    ...(state && { state }),
    ...(queue && { queue }),
    ...(hours && { since: new Date(now.getTime() - hours * HOUR_MS).toISOString() }),
    ...(signature && { signature }),
    ...(q && { q }),
  };
}

/** What tells filters apart, for the keys of caches: moments are not part of it. */
export const filterKey = ({ jobState, kind, hours, like, q }: Filtered) => [
  jobState ?? "all",
  kind ?? "",
  hours ?? 0,
  like ?? "",
  q,
];

export const isFiltered = (address: Filtered) =>
  Boolean(address.jobState || address.kind || address.hours || address.like || address.q);

/** "12 failed jobs · Import · of the last day · “invoice”", without the number where none is given. */
export function filterWords(address: Filtered, kinds: readonly JobKind[], count?: number): string {
  const span = spans.find(({ hours }) => hours === address.hours);
  const kind = kinds.find(({ queue }) => queue === address.kind);
  const what = address.jobState && !address.like ? `${address.jobState} job` : "job";
  const alike = address.like ? " with the same error" : "";
  return [
    count === undefined ? `${what}s${alike}` : `${counted(count, what)}${alike}`,
    kind?.words,
    span && `of ${span.words}`,
    address.q && `“${address.q}”`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What a saved filter does to the address. */
export const addressOf = ({ state, queue, hours, q }: SavedFilter) => ({
  ...noFilter,
  jobState: state ?? undefined,
  kind: queue ?? undefined,
  hours: hours ?? undefined,
  q,
  selected: undefined,
});

export const isShown = (filter: SavedFilter, address: Filtered) =>
  !address.like && filterKey(addressOf(filter)).join("\n") === filterKey(address).join("\n");
