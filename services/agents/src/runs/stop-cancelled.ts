import { Injectable, type OnModuleInit } from "@nestjs/common";
import { jobCancelled } from "@tessera/contracts-queue/events.ts";
import { Database, Events } from "@tessera/service-kit";
import { RunStore } from "./run.store.ts";
import { RunProgress } from "./run-progress.ts";
import { RUN_QUEUE } from "./run-turns.ts";

/** Stops a run whose line its person cancelled among their background jobs. */
@Injectable()
export class StopCancelled implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunStore,
    private readonly progress: RunProgress,
  ) {}

  onModuleInit() {
    this.events.on(jobCancelled, "agents.runs", async ({ userId, jobId, queue }) => {
      if (queue !== RUN_QUEUE) return;
      await this.database.as({ userId }, async (tx) => {
        const run = await this.runs.lock(tx, userId, jobId);
        if (run && !run.finished_at) await this.progress.end(tx, run, "stopped");
      });
    });
  }
}
