import { type Agent, AgentList } from "@tessera/contracts-agents/agents.ts";
import type { Transport } from "@tessera/contracts-core/client.ts";
import { BULK_QUEUE, failureSignature } from "@tessera/contracts-queue/client.ts";
import {
  type InternalJob,
  InternalJobPage,
  InternalJobQuery,
  RetriedInternalJobs,
  RetryInternalJobs,
} from "@tessera/contracts-queue/internal-jobs.ts";
import {
  AssignEntries,
  ChangeJobs,
  ChangeJobsResult,
  ChangeMatching,
  DecideEntries,
  DecideResult,
  EntryQuery,
  FailureGroups,
  FailureQuery,
  Job,
  JobDetail,
  type JobFilter,
  JobKinds,
  JobPage,
  JobQuery,
  type JobState,
  NewSavedFilter,
  QueueEntry,
  QueueEntryPage,
  RerunJob,
  RetryLike,
  RetryLikeResult,
  SavedFilter,
  SavedFilters,
} from "@tessera/contracts-queue/queue.ts";
import { JobNumbers, NumbersQuery, PauseSchedule, Schedule, ScheduleList } from "@tessera/contracts-queue/schedules.ts";
import { type Answer, type Contract, startLoopback } from "@tessera/testing/loopback.ts";

/** The queue service's side of the wire, over real HTTP: it keeps entries and jobs and answers as the contract says. */
export interface QueueServer {
  http: Transport;
  entries: QueueEntry[];
  jobs: Job[];
  agents: Agent[];
  /** What is known of jobs beyond the list, by id. */
  details: Map<string, Partial<JobDetail>>;
  filters: SavedFilter[];
  schedules: Schedule[];
  numbers: JobNumbers;
  internalJobs: InternalJob[];
  /** Whether the caller is an administrator. */
  administrator: boolean;
  /** Changes of many jobs end at once unless this is set: then they run until they are cancelled. */
  holdBulk: boolean;
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
  urgent: false,
  state: "open",
  snoozeUntil: null,
  ...{ comment: null, decidedBy: null, expiresAt: null, onExpiry: "close" },
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
  const world: Omit<QueueServer, "http" | "stop"> = {
    ...{ entries, jobs, requests: [], refuseNext: false },
    ...{ details: new Map(), agents: [], filters: [], holdBulk: false },
    ...{ schedules: [], numbers: { slots: [], kinds: [] }, internalJobs: [], administrator: true },
  };
  const server = await startLoopback(({ method, route, url, json }) => {
    world.requests.push(`${method} ${url.pathname}${url.search}`);
    if (method === "GET" || !world.refuseNext) return answerOf(world, route, url.searchParams, json as Body);
    world.refuseNext = false;
    const detail = "The queue is out of reach.";
    return {
      status: 503,
      json: { type: "about:blank", title: "Unavailable", status: 503, code: "unavailable", detail },
    };
  }, contract);
  return Object.assign(world, { http: server.http, stop: server.stop });
}

/** What the queue service takes and answers, by its contract. */
const contract: Contract = {
  "GET /api/queue/entries": { query: EntryQuery, answer: QueueEntryPage },
  "POST /api/queue/entries/decisions": { body: DecideEntries, answer: DecideResult },
  "GET /api/queue/entries/:id": { answer: QueueEntry },
  "GET /api/queue/jobs": { query: JobQuery, answer: JobPage },
  "GET /api/queue/jobs/failures": { query: FailureQuery, answer: FailureGroups },
  "GET /api/queue/jobs/kinds": { answer: JobKinds },
  "POST /api/queue/jobs/bulk-changes": { body: ChangeMatching, answer: Job, status: 202 },
  "POST /api/queue/entries/assignments": { body: AssignEntries, answer: DecideResult },
  "GET /api/agents/agents": { answer: AgentList },
  "POST /api/queue/jobs/:id/rerun": { body: RerunJob, answer: Job, status: 201 },
  "POST /api/queue/jobs/:id/cancel": { answer: Job },
  "GET /api/queue/filters": { answer: SavedFilters },
  "POST /api/queue/filters": { body: NewSavedFilter, answer: SavedFilter, status: 201 },
  "DELETE /api/queue/filters/:id": { answer: null },
  "POST /api/queue/jobs/changes": { body: ChangeJobs, answer: ChangeJobsResult },
  "POST /api/queue/jobs/retry-like": { body: RetryLike, answer: RetryLikeResult },
  "GET /api/queue/schedules": { answer: ScheduleList },
  "PUT /api/queue/schedules/:queue/pause": { body: PauseSchedule, answer: Schedule },
  "POST /api/queue/schedules/:queue/runs": { answer: Schedule, status: 202 },
  "GET /api/queue/numbers": { query: NumbersQuery, answer: JobNumbers },
  "GET /api/queue/internal-jobs": { query: InternalJobQuery, answer: InternalJobPage },
  "POST /api/queue/internal-jobs/retries": { body: RetryInternalJobs, answer: RetriedInternalJobs },
  "GET /api/queue/jobs/:id": { answer: Job },
  "GET /api/queue/jobs/:id/detail": { answer: JobDetail },
};

type Body = {
  ids?: string[];
  action?: string;
  snoozeUntil?: string;
  signature?: string;
  filter?: JobFilter;
  input?: Record<string, unknown>;
  paused?: boolean;
  comment?: string;
} | null;
type World = Omit<QueueServer, "http" | "stop">;
interface Asked {
  world: World;
  route: string;
  /** What the address ends with. */
  id: string;
  query: URLSearchParams;
  body: Body;
}

const ENTRY_STATES: Record<string, QueueEntry["state"][]> = {
  open: ["open"],
  snoozed: ["snoozed"],
  settled: ["accepted", "declined", "closed"],
};
const DECIDED: Record<string, QueueEntry["state"]> = {
  accept: "accepted",
  decline: "declined",
  snooze: "snoozed",
  reopen: "open",
};
/** States of a job before an action on it, and the one after. */
const JOB_ACTIONS: Record<string, { from: JobState[]; to: JobState | null }> = {
  retry: { from: ["failed", "cancelled"], to: "waiting" },
  cancel: { from: ["waiting", "running"], to: "cancelled" },
  remove: { from: ["done", "failed", "cancelled"], to: null },
};

const page = <T extends { title: string }>(rows: T[], query: URLSearchParams) => {
  const found = rows.filter(({ title }) => title.toLowerCase().includes((query.get("q") ?? "").toLowerCase()));
  const [at, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 50)];
  return { items: found.slice(at, at + limit), nextCursor: at + limit < found.length ? String(at + limit) : null };
};
/** Whether it is the person's own, or an agent's. */
const isOf = ({ agent }: QueueEntry, assignee: string | null) =>
  assignee === null ||
  (assignee === "me"
    ? !agent || agent.state === "asking" || agent.state === "returned"
    : agent?.id === assignee && agent.state !== "returned");
const found = <T>(row: T | undefined, code: string) => row ?? new Refused(404, code, "This is not in your queue.");
const signatureOf = ({ queue, error }: Job) => failureSignature(queue, error);

/** Jobs that a filter names; of a signature only those that are failed. */
const matching = (jobs: Job[], { state, q, queue, signature, since }: JobFilter) =>
  jobs.filter(
    (job) =>
      (!state || job.state === state) &&
      (!queue || job.queue === queue) &&
      (!since || job.createdAt >= since) &&
      (!signature || (job.state === "failed" && signatureOf(job) === signature)) &&
      job.title.toLowerCase().includes((q ?? "").toLowerCase()),
  );

const detailOf = (job: Job, known: Partial<JobDetail> = {}): JobDetail => ({
  ...job,
  ...{ kind: "Import", input: {}, output: null, runs: [], nextAttemptAt: null, parent: null, children: [], family: [] },
  ...{ rerunOf: null, reruns: [], editable: null },
  ...known,
});

/** The job that changes all jobs of a filter; it has done so when it is answered, unless it is held. */
function changeMatching(world: World, action: string, filter: JobFilter): Job | Refused {
  const ids = matching(world.jobs, filter).map((job) => job.id);
  if (!ids.length) return new Refused(409, "nothing_matches", "No job matches the filter any more.");
  const held = world.holdBulk;
  const job = jobOf(world.jobs.length + 500, {
    ...{ queue: BULK_QUEUE, title: `Change of ${ids.length} jobs`, state: held ? "running" : "done" },
    ...{ done: held ? 0 : ids.length, total: ids.length, unit: "jobs", finishedAt: held ? null : hoursAgo(0) },
  });
  if (!held) changeJobs(world, action, ids);
  world.jobs = [job, ...world.jobs];
  return job;
}

function rerun(world: World, id: string, input: Record<string, unknown>): Job | Refused {
  const job = world.jobs.find((one) => one.id === id);
  if (!job) return new Refused(404, "job_not_found", "This is not in your queue.");
  if (!world.details.get(id)?.editable)
    return new Refused(409, "job_not_editable", "Jobs of this kind take no other input.");
  const again = jobOf(world.jobs.length + 700, { title: job.title, state: "waiting", finishedAt: null });
  world.details.set(again.id, { input, rerunOf: { id, title: job.title, state: job.state } });
  world.jobs = [again, ...world.jobs];
  return again;
}

function changeJobs(world: World, action: string, ids: string[]) {
  const { from, to } = JOB_ACTIONS[action]!;
  const jobs = world.jobs.filter((job) => ids.includes(job.id) && from.includes(job.state));
  const changed = ids.filter((one) => jobs.some((job) => job.id === one));
  if (to === null) world.jobs = world.jobs.filter((job) => !jobs.includes(job));
  else for (const job of jobs) Object.assign(job, { state: to, error: null });
  return {
    changed,
    skipped: ids
      .filter((one) => !changed.includes(one))
      .map((one) => ({ id: one, reason: "The job is not in such a state." })),
  };
}

class Refused {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
  ) {}
}

/** An answer that is no plain 200. */
class With {
  constructor(
    readonly status: number,
    readonly json?: unknown,
  ) {}
}

const made = (status: number, json: object) => (json instanceof Refused ? json : new With(status, json));

const forAdministrators = (world: World, answer: () => unknown) =>
  world.administrator
    ? answer()
    : new Refused(403, "background_work_administrators_only", "Only administrators may see and change this.");
const scheduleOf = ({ world, route }: Asked) =>
  world.schedules.find(({ queue }) => queue === route.split("/").at(-2)) ?? found(undefined, "schedule_not_found");

/** What is answered: JSON, or a refusal. */
const answers: [RegExp, (asked: Asked) => unknown][] = [
  [
    /^GET \/api\/queue\/entries$/,
    ({ world: { entries }, query }) => ({
      ...page(
        entries.filter(
          (entry) =>
            ENTRY_STATES[query.get("state") ?? "open"]?.includes(entry.state) && isOf(entry, query.get("assignee")),
        ),
        query,
      ),
      open: entries.filter((entry) => entry.state === "open" && isOf(entry, "me")).length,
    }),
  ],
  [
    /^POST \/api\/queue\/entries\/decisions$/,
    ({ world, body }) => {
      const changed = world.entries.filter(({ id, state }) => body?.ids?.includes(id) && state !== "closed");
      const change = {
        state: DECIDED[body?.action ?? ""],
        snoozeUntil: body?.snoozeUntil ?? null,
        ...{ comment: body?.comment ?? null, decidedBy: body?.action === "reopen" ? null : "person" },
        updatedAt: new Date().toISOString(),
      };
      for (const entry of changed) Object.assign(entry, change);
      const skipped = (body?.ids ?? []).filter((one) => !changed.some(({ id }) => id === one));
      return { changed, skipped: skipped.map((one) => ({ id: one, reason: "This entry was settled elsewhere." })) };
    },
  ],
  [
    /^POST \/api\/queue\/entries\/assignments$/,
    ({ world, body }) => {
      const { agentId: id } = body as AssignEntries;
      const changed = world.entries.filter((entry) => body?.ids?.includes(entry.id));
      const agent = id && { id, name: null, runId: id, state: "waiting" as const, word: null };
      for (const entry of changed) Object.assign(entry, { agent, updatedAt: new Date().toISOString() });
      return { changed, skipped: [] };
    },
  ],
  [/^GET \/api\/agents\/agents$/, ({ world }) => ({ items: world.agents })],
  [
    /^GET \/api\/queue\/jobs$/,
    ({ world: { jobs }, query }) => {
      const counts: Record<JobState, number> = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
      for (const job of jobs) counts[job.state]++;
      const found = matching(jobs, Object.fromEntries(query));
      return { ...page(found, query), counts, matches: query.has("cursor") ? null : found.length };
    },
  ],
  [
    /^GET \/api\/queue\/jobs\/failures$/,
    ({ world, query }) => {
      const groups = Map.groupBy(matching(world.jobs, { ...Object.fromEntries(query), state: "failed" }), signatureOf);
      const shown = [...groups].map(([signature, jobs]) => ({
        signature,
        queue: jobs[0]!.queue,
        error: jobs[0]!.error ?? "",
        count: jobs.length,
        firstAt: hoursAgo(1),
        latestAt: hoursAgo(0),
        newest: jobs[0]!,
      }));
      return { groups: shown.sort((a, b) => b.count - a.count) };
    },
  ],
  [
    /^GET \/api\/queue\/jobs\/kinds$/,
    ({ world }) => ({
      kinds: [...Map.groupBy(world.jobs, ({ queue }) => queue)].map(([queue, jobs]) => ({
        queue,
        words: queue === BULK_QUEUE ? "Change of many jobs" : queue === "items.import" ? "Import" : "Tags",
        count: jobs.length,
      })),
    }),
  ],
  [
    /^POST \/api\/queue\/jobs\/bulk-changes$/,
    ({ world, body }) => made(202, changeMatching(world, body?.action ?? "", body?.filter ?? {})),
  ],
  [
    /^POST \/api\/queue\/jobs\/.+\/rerun$/,
    ({ world, route, body }) => made(201, rerun(world, route.split("/").at(-2) ?? "", body?.input ?? {})),
  ],
  [
    /^POST \/api\/queue\/jobs\/.+\/cancel$/,
    ({ world, route }) => {
      const job = world.jobs.find(({ id: one }) => one === route.split("/").at(-2));
      return job
        ? Object.assign(job, { state: "cancelled", finishedAt: hoursAgo(0) })
        : found(undefined, "job_not_found");
    },
  ],
  [/^GET \/api\/queue\/schedules$/, ({ world }) => forAdministrators(world, () => ({ schedules: world.schedules }))],
  [/^GET \/api\/queue\/numbers$/, ({ world }) => forAdministrators(world, () => world.numbers)],
  [
    /^GET \/api\/queue\/internal-jobs$/,
    ({ world, query }) =>
      forAdministrators(world, () => {
        const all = world.internalJobs.filter(({ state }) => state === query.get("state"));
        const [from, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit"))];
        const nextCursor = all.length > from + limit ? String(from + limit) : null;
        return { items: all.slice(from, from + limit), nextCursor };
      }),
  ],
  [
    /^POST \/api\/queue\/internal-jobs\/retries$/,
    ({ world, body }) => {
      const retried = world.internalJobs.filter(({ id, retryable }) => retryable && body?.ids?.includes(id));
      for (const job of retried) Object.assign(job, { state: "waiting", retryable: false });
      return { retried: retried.map(({ id }) => id) };
    },
  ],
  [
    /^PUT \/api\/queue\/schedules\/.+\/pause$/,
    (asked) => Object.assign(scheduleOf(asked), { pausedAt: asked.body?.paused ? hoursAgo(0) : null }),
  ],
  [
    /^POST \/api\/queue\/schedules\/.+\/runs$/,
    (asked) => made(202, Object.assign(scheduleOf(asked), { underWay: true })),
  ],
  [/^GET \/api\/queue\/filters$/, ({ world: { filters } }) => ({ filters })],
  [
    /^POST \/api\/queue\/filters$/,
    ({ world: { filters }, body }) => {
      const saved = { ...(body as unknown as NewSavedFilter), id: id(filters.length + 1, "3") };
      filters.push(saved);
      return new With(201, saved);
    },
  ],
  [
    /^DELETE \/api\/queue\/filters\/.+$/,
    ({ world, id: gone }) => {
      world.filters = world.filters.filter((filter) => filter.id !== gone);
      return new With(204);
    },
  ],
  [/^POST \/api\/queue\/jobs\/changes$/, ({ world, body }) => changeJobs(world, body?.action ?? "", body?.ids ?? [])],
  [
    /^POST \/api\/queue\/jobs\/retry-like$/,
    ({ world, body }) => {
      const alike = world.jobs
        .filter((job) => job.state === "failed" && signatureOf(job) === body?.signature)
        .map((job) => job.id);
      return { retried: changeJobs(world, "retry", alike).changed, remaining: 0 };
    },
  ],
  [
    /^GET \/api\/queue\/entries\/.+$/,
    ({ world, id }) =>
      found(
        world.entries.find((entry) => entry.id === id),
        "entry_not_found",
      ),
  ],
  [
    /^GET \/api\/queue\/jobs\/.+\/detail$/,
    ({ world, route }) => {
      const job = world.jobs.find((one) => one.id === route.split("/").at(-2));
      return found(job && detailOf(job, world.details.get(job.id)), "job_not_found");
    },
  ],
  [
    /^GET \/api\/queue\/jobs\/.+$/,
    ({ world, id }) =>
      found(
        world.jobs.find((job) => job.id === id),
        "job_not_found",
      ),
  ],
];

function answerOf(world: World, route: string, query: URLSearchParams, body: Body): Answer {
  const [, answer] = answers.find(([pattern]) => pattern.test(route)) ?? [];
  const json =
    answer?.({ world, route, id: route.split("/").at(-1) ?? "", query, body }) ?? new Refused(404, "not_found", route);
  if (json instanceof With) return { status: json.status, ...(json.json === undefined ? {} : { json: json.json }) };
  if (!(json instanceof Refused)) return { json };
  const { status, code, detail } = json;
  return { status, json: { type: "about:blank", title: "Refused", status, code, detail } };
}
