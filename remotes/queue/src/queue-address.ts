import type { JobState } from "@tessera/contracts-queue/queue.ts";
import { useSearchParams } from "@tessera/router";

export const jobStates: readonly JobState[] = ["running", "waiting", "failed", "done", "cancelled"];

/** Hours that a filter may look back, and what people call them. */
export const spans: readonly { hours: number; words: string }[] = [
  { hours: 1, words: "the last hour" },
  { hours: 24, words: "the last day" },
  { hours: 168, words: "the last week" },
];

/** What the page shows, all of it in the address: `/queue?view=jobs&state=failed&hours=24&q=import&job=…`. */
export interface QueueAddress {
  view: "needs-me" | "jobs";
  /** List of entries shown in view "needs-me". */
  entryState: "open" | "snoozed" | "settled";
  /** "me", or the id of an agent whose entries are shown; undefined for all. */
  assignee: string | undefined;
  /** State shown in view "jobs"; undefined for all. */
  jobState: JobState | undefined;
  /** Kind of jobs, and for how many hours back; undefined for all. */
  kind: string | undefined;
  hours: number | undefined;
  /** Signature of the failures that are shown one by one. */
  like: string | undefined;
  q: string;
  /** Id of the entry or job that is open; undefined when the address names none. */
  selected: string | undefined;
}

/** The person, or the id of an agent. */
const ASSIGNEE = /^(?:me|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function readAddress(params: URLSearchParams): QueueAddress {
  const view = params.get("view") === "jobs" ? "jobs" : "needs-me";
  const state = params.get("state");
  return {
    view,
    entryState: view === "needs-me" && (state === "snoozed" || state === "settled") ? state : "open",
    assignee: view === "needs-me" ? ASSIGNEE.exec(params.get("to") ?? "")?.[0] : undefined,
    jobState: view === "jobs" ? jobStates.find((known) => known === state) : undefined,
    kind: (view === "jobs" && params.get("kind")) || undefined,
    hours: view === "jobs" ? spans.find(({ hours }) => String(hours) === params.get("hours"))?.hours : undefined,
    like: (view === "jobs" && state === "failed" && params.get("like")) || undefined,
    q: params.get("q") ?? "",
    selected: params.get(view === "jobs" ? "job" : "entry") ?? undefined,
  };
}

/** Search string of an address ("" for the plain page). */
export function writeAddress(address: QueueAddress): string {
  const params = new URLSearchParams();
  const jobs = address.view === "jobs";
  if (jobs) params.set("view", "jobs");
  const state = jobs ? address.jobState : address.entryState;
  if (state && state !== "open") params.set("state", state);
  if (!jobs && address.assignee) params.set("to", address.assignee);
  if (jobs && address.kind) params.set("kind", address.kind);
  if (jobs && address.hours) params.set("hours", String(address.hours));
  if (jobs && address.like) params.set("like", address.like);
  if (address.q) params.set("q", address.q);
  if (address.selected) params.set(jobs ? "job" : "entry", address.selected);
  return params.size ? `?${params}` : "";
}

/**
 * The address, and a function that changes parts of it; moves of the selection replace the history entry unless `push`.
 */
export function useQueueAddress() {
  const [params, setParams] = useSearchParams();
  const address = readAddress(params);
  const go = (change: Partial<QueueAddress>, push = false) =>
    setParams((current) => writeAddress({ ...readAddress(current), ...change }), { replace: !push });
  return [address, go] as const;
}

/** Every job, whatever its state. */
export const noFilter = { jobState: undefined, kind: undefined, hours: undefined, like: undefined, q: "" } as const;
/** Every entry that waits, also those that agents have. */
export const allWaiting = { entryState: "open", assignee: undefined } as const;
