import {
  FailureGroups,
  JobDetail,
  JobKinds,
  JobPage,
  QueueEntryPage,
  SavedFilters,
} from "@tessera/contracts-queue/queue.ts";
import { contributed, hoursAgo, idOf, type Meta, page, problem, type StoryObj } from "@tessera/gallery";
import manifest from "../manifest.json";
import routes from "./routes.tsx";

export default { title: "queue/Queue" } satisfies Meta;

const contributions = contributed([
  manifest,
  {
    name: "deliveries",
    contributes: {
      queueKinds: [
        {
          ...{
            kind: "delivery-due",
            group: "Deliveries",
            order: 40,
            icon: "M3 5h14v10H3z",
            why: "The delivery is due.",
          },
          ...{ open: "Open the delivery", accept: "Complete", accepted: "Completed", acceptFirst: true },
        },
      ],
    },
  },
]);
const entry = (n: number, title: string, fields: object = {}) => ({
  ...{ id: idOf(n), kind: "delivery-due", title, line: "Due today", path: `/items/task/${n}`, itemId: null },
  ...{ jobId: null, urgent: false, state: "open", snoozeUntil: null, comment: null, decidedBy: null },
  ...{ expiresAt: null, onExpiry: "close", createdAt: hoursAgo(n), updatedAt: hoursAgo(n) },
  ...fields,
});
const entries = QueueEntryPage.parse({
  items: [
    entry(1, "Call the dentist", { urgent: true, line: "Due yesterday" }),
    entry(2, "Send the revised quote"),
    entry(3, "Order the worktop in the colour that was agreed with everybody", { line: "Due at 17:00" }),
  ],
  ...{ nextCursor: null, open: 3 },
});

export const Entries = page(routes, {
  path: "/queue",
  contributions,
  routes: { "GET /api/queue/entries": entries, [`GET /api/queue/entries/${idOf(1)}`]: entries.items[0] },
});

const job = (n: number, title: string, state: string, fields: object = {}) => ({
  ...{ id: idOf(n), queue: "items.import", title, state, done: 10, total: 10, unit: "bookmarks", attempts: 1 },
  ...{ error: null, log: [], path: null, parentId: null, itemId: null, createdAt: hoursAgo(n), startedAt: hoursAgo(n) },
  ...{ finishedAt: state === "done" ? hoursAgo(n - 0.1) : null },
  ...fields,
});
const running = job(1, "Import bookmarks.html", "running", {
  done: 340,
  total: 1200,
  log: [{ at: hoursAgo(0.9), message: "Read 1,200 bookmarks" }],
});
const detail = JobDetail.parse({
  ...running,
  ...{ kind: "Import", input: { file: "bookmarks.html" }, output: null, nextAttemptAt: null, parent: null },
  runs: [{ startedAt: hoursAgo(1), endedAt: null, outcome: null, error: null }],
  ...{ children: [], family: [], rerunOf: null, reruns: [], editable: null },
});

export const Jobs = page(routes, {
  path: "/queue?view=jobs",
  contributions,
  routes: {
    "GET /api/queue/entries": entries,
    "GET /api/queue/jobs": JobPage.parse({
      items: [
        running,
        job(2, "Import notes.zip", "done"),
        job(3, "Import mails.mbox", "failed", { error: "There is no paper" }),
        job(4, "Tag 12 cards", "waiting", { queue: "items.tags", done: 0, total: 12, unit: "cards" }),
      ],
      ...{ nextCursor: null, counts: { waiting: 1, running: 1, done: 1, failed: 1, cancelled: 0 }, matches: 4 },
    }),
    "GET /api/queue/jobs/failures": FailureGroups.parse({ groups: [] }),
    "GET /api/queue/jobs/kinds": JobKinds.parse({
      kinds: [
        { queue: "items.import", words: "Import", count: 3 },
        { queue: "items.tags", words: "Tags", count: 1 },
      ],
    }),
    "GET /api/queue/filters": SavedFilters.parse({ filters: [] }),
    [`GET /api/queue/jobs/${idOf(1)}`]: running,
    [`GET /api/queue/jobs/${idOf(1)}/detail`]: detail,
  },
});

const relative = (n: number, title: string, state: string, parent: number | null, fields: object = {}) => ({
  ...{ id: idOf(n), title, state, parentId: parent === null ? null : idOf(parent), kind: "Import", children: 0 },
  ...{ startedAt: hoursAgo(1), finishedAt: state === "running" || state === "waiting" ? null : hoursAgo(0.9) },
  ...fields,
});

export const Family = page(routes, {
  path: `/queue?view=jobs&job=${idOf(12)}`,
  contributions,
  routes: {
    "GET /api/queue/entries": entries,
    "GET /api/queue/jobs": JobPage.parse({
      items: [job(12, "Read the second part", "running", { done: 40, total: 200 })],
      ...{ nextCursor: null, counts: { waiting: 0, running: 1, done: 0, failed: 0, cancelled: 0 }, matches: 1 },
    }),
    "GET /api/queue/jobs/failures": FailureGroups.parse({ groups: [] }),
    "GET /api/queue/jobs/kinds": JobKinds.parse({ kinds: [{ queue: "items.import", words: "Import", count: 1 }] }),
    "GET /api/queue/filters": SavedFilters.parse({ filters: [] }),
    [`GET /api/queue/jobs/${idOf(12)}`]: job(12, "Read the second part", "running", { done: 40, total: 200 }),
    [`GET /api/queue/jobs/${idOf(12)}/detail`]: JobDetail.parse({
      ...detail,
      ...job(12, "Read the second part", "running", { done: 40, total: 200, parentId: idOf(10) }),
      ...{ runs: [], log: [], input: null, parent: { id: idOf(10), title: "Import archive.zip", state: "running" } },
      family: [
        relative(10, "Import archive.zip", "running", null, { children: 44 }),
        relative(11, "Read the first part", "failed", 10),
        relative(12, "Read the second part", "running", 10, { children: 2 }),
        relative(13, "Fetch pictures", "done", 12, { kind: "Enrichment" }),
        relative(14, "Find near cards", "waiting", 12, { kind: "Enrichment", startedAt: null }),
        relative(15, "Read the third part", "waiting", 10, { startedAt: null }),
      ],
    }),
  },
});

export const Empty: StoryObj = {
  ...page(routes, {
    path: "/queue",
    contributions,
    routes: { "GET /api/queue/entries": QueueEntryPage.parse({ items: [], nextCursor: null, open: 0 }) },
  }),
  tags: ["!picture"],
};

export const Failed: StoryObj = {
  ...page(routes, {
    path: "/queue",
    contributions,
    routes: { "GET /api/queue/entries": problem(503, "unavailable", "The queue is out of reach.") },
  }),
  tags: ["!picture"],
};
