import type { Transport } from "@tessera/contracts-core/client.ts";
import {
  ChangeJobs,
  ChangeJobsResult,
  DecideEntries,
  DecideResult,
  EntryQuery,
  FailureGroups,
  Job,
  JobPage,
  JobQuery,
  type JobState,
  QueueEntry,
  QueueEntryPage,
  RetryLike,
  RetryLikeResult,
} from "@tessera/contracts-queue/queue.ts";
import { type Contract, startLoopback } from "@tessera/testing/loopback.ts";

/** The queue service's side of the wire, over real HTTP: it keeps entries and jobs and answers as the contract says. */
export interface QueueServer {
  http: Transport;
  entries: QueueEntry[];
  jobs: Job[];
  /** Each request: method and path with query. */
  requests: string[];
  /** Answers the next request that writes with a problem. */
  refuseNext: boolean;
  stop(): Promise<void>;
}

const id = (n: number, kind: string) => `00000000-0000-4000-8000-${kind}${String(n).padStart(11, "0")}`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export const entryOf = (n: number, fields: Partial<QueueEntry> = {}): QueueEntry => ({
  id: id(n, "1"),
  kind: "delivery-due",
  title: `Entry ${n}`,
  line: "Due today",
  path: `/items/task/${n}`,
  itemId: null,
  jobId: null,
  state: "open",
  snoozeUntil: null,
  createdAt: hoursAgo(n),
  updatedAt: hoursAgo(n),
  ...fields,
});

export const jobOf = (n: number, fields: Partial<Job> = {}): Job => ({
  id: id(n, "2"),
  queue: "items.import",
  title: `Import file-${n}.html`,
  state: "done",
  done: 10,
  total: 10,
  unit: "bookmarks",
  attempts: 1,
  error: null,
  log: [],
  path: null,
  parentId: null,
  itemId: null,
  createdAt: hoursAgo(0.1 * n),
  startedAt: hoursAgo(0.1 * n),
  finishedAt: hoursAgo(0.1 * n),
  ...fields,
});

export async function startQueueServer(entries: QueueEntry[] = [], jobs: Job[] = []): Promise<QueueServer> {
  const world: Omit<QueueServer, "http" | "stop"> = { entries, jobs, requests: [], refuseNext: false };
  const server = await startLoopback(({ method, route, url, json }) => {
    world.requests.push(`${method} ${url.pathname}${url.search}`);
    if (method === "GET" || !world.refuseNext) return answerOf(world, route, url.searchParams, json as Record<string, unknown> | null);
    world.refuseNext = false;
    const detail = "The queue is out of reach.";
    return { status: 503, json: { type: "about:blank", title: "Unavailable", status: 503, code: "unavailable", detail } };
  }, contract);
  return Object.assign(world, { http: server.http, stop: server.stop });
}

/** What the queue service takes and answers, by its contract. */
const contract: Contract = {
  "GET /api/queue/entries": { query: EntryQuery, answer: QueueEntryPage },
  "POST /api/queue/entries/decisions": { body: DecideEntries, answer: DecideResult },
  "GET /api/queue/entries/:id": { answer: QueueEntry },
  "GET /api/queue/jobs": { query: JobQuery, answer: JobPage },
  "GET /api/queue/jobs/failures": { answer: FailureGroups },
  "POST /api/queue/jobs/changes": { body: ChangeJobs, answer: ChangeJobsResult },
  "POST /api/queue/jobs/retry-like": { body: RetryLike, answer: RetryLikeResult },
  "GET /api/queue/jobs/:id": { answer: Job },
};

function answerOf(
  world: Pick<QueueServer, "entries" | "jobs">,
  route: string,
  query: URLSearchParams,
  body: Record<string, unknown> | null,
) {
  const ok = (json: unknown) => ({ status: 200, json });
  const q = (query.get("q") ?? "").toLowerCase();
  if (route === "GET /api/queue/entries") {
    const wanted =
      { open: ["open"], snoozed: ["snoozed"], settled: ["accepted", "declined", "closed"] }[query.get("state") ?? "open"] ?? [];
    const items = world.entries.filter((entry) => wanted.includes(entry.state) && entry.title.toLowerCase().includes(q));
    return ok({ items, nextCursor: null, open: world.entries.filter((entry) => entry.state === "open").length });
  }
  const ids = (body?.ids ?? []) as string[];
  if (route === "POST /api/queue/entries/decisions") {
    const state = { accept: "accepted", decline: "declined", snooze: "snoozed", reopen: "open" }[
      body?.action as string
    ] as QueueEntry["state"];
    const changed = world.entries.filter((entry) => ids.includes(entry.id));
    for (const entry of changed) {
      Object.assign(entry, { state, snoozeUntil: body?.snoozeUntil ?? null, updatedAt: new Date().toISOString() });
    }
    return ok({ changed, skipped: [] });
  }
  if (route === "GET /api/queue/jobs") {
    const counts: Record<JobState, number> = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
    for (const job of world.jobs) counts[job.state]++;
    const items = world.jobs.filter(
      (job) => (!query.get("state") || job.state === query.get("state")) && job.title.toLowerCase().includes(q),
    );
    return ok({ items: items.slice(0, Number(query.get("limit"))), nextCursor: null, counts });
  }
  if (route === "GET /api/queue/jobs/failures") {
    const failed = world.jobs.filter((job) => job.state === "failed");
    const error = failed[0]?.error ?? "";
    const group = {
      signature: `items.import: ${error.toLowerCase()}`,
      queue: "items.import",
      error,
      count: failed.length,
      latestAt: hoursAgo(0),
    };
    return ok({ groups: failed.length ? [group] : [] });
  }
  if (route === "POST /api/queue/jobs/changes") {
    if (body?.action === "remove") world.jobs = world.jobs.filter((job) => !ids.includes(job.id));
    const state = body?.action === "retry" ? "waiting" : "cancelled";
    for (const job of world.jobs) if (ids.includes(job.id)) Object.assign(job, { state, error: null });
    return ok({ changed: ids, skipped: [] });
  }
  if (route === "POST /api/queue/jobs/retry-like") {
    const failed = world.jobs.filter((job) => job.state === "failed");
    for (const job of failed) Object.assign(job, { state: "waiting", error: null });
    return ok({ retried: failed.map((job) => job.id), remaining: 0 });
  }
  const single = /^GET \/api\/queue\/(entries|jobs)\/(.+)$/.exec(route);
  const found = single && (single[1] === "jobs" ? world.jobs : world.entries).find((row) => row.id === single[2]);
  if (found) return ok(found);
  return {
    status: 404,
    json: { type: "about:blank", title: "Not found", status: 404, code: "not_found", detail: "This is not in your queue." },
  };
}
