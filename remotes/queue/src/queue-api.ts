import { queueClient } from "@tessera/contracts-queue/client.ts";
import { shell, whenShell } from "@tessera/shell-api";

/** The queue service, by the shell's transport. */
export const queueApi = queueClient((path, init) => shell().http(path, init));

/** Open entries and failed jobs can be read offline; deciding needs the connection. */
whenShell(({ offline }) =>
  offline.declare({
    area: "queue",
    keep: [{ path: "/api/queue/entries" }, { path: "/api/queue/entries/:id" }, { path: "/api/queue/jobs" }],
  }),
);

/** Prefixes of the keys under which answers are cached. */
export const queueKeys = {
  entries: ["queue", "entries"],
  nextReturn: ["queue", "next-return"],
  jobs: ["queue", "jobs"],
  failures: ["queue", "failures"],
  kinds: ["queue", "kinds"],
  filters: ["queue", "filters"],
  agents: ["queue", "agents"],
  entry: (id: string) => ["queue", "entry", id],
  /** Without an id: all of them. */
  job: (id?: string) => (id === undefined ? ["queue", "job"] : ["queue", "job", id]),
} as const;

/** Rows a page of a list, as the manifest's preload asks for. */
export const pageSize = 100;
