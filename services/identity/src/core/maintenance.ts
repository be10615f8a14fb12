import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Jobs } from "@tessera/service-kit";

const QUEUE = "identity.tidy";

/** Hourly work of the modules: each adds what it has to delete, rotate or refresh. */
@Injectable()
export class Maintenance implements OnModuleInit {
  private readonly steps: (() => Promise<void>)[] = [];

  constructor(private readonly jobs: Jobs) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { title: () => "Tidy the identity service" }, () => this.run());
    this.jobs.schedule(QUEUE, "17 * * * *", {
      name: "Tidy the identity service",
      does: "Deletes what is over, such as sessions and codes, and replaces keys that are due.",
    });
  }

  /** Adds a step; called in `onModuleInit`. A step may run again after it failed. */
  everyHour(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Runs every step, whatever becomes of the others. @throws AggregateError what failed, so that the job is retried */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.steps) await step().catch((error: unknown) => failures.push(error));
    if (failures.length) throw new AggregateError(failures, "Maintenance of the identity service failed in part");
  }
}
