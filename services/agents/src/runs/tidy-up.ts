import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { CallStore } from "../calls/call.store.ts";
import { DecideStep } from "./decide-step.ts";

const QUEUE = "agents.tidy-up";
/** Ms without a sign of life after which the process that made a call is dead. */
const DEAD_MS = 60_000;

/** Each minute: questions that nobody answered in time are given up, and calls of dead processes settled. */
@Injectable()
export class TidyUp implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly calls: CallStore,
    private readonly decisions: DecideStep,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { retryLimit: 1 }, () => this.run());
    this.jobs.schedule(QUEUE, "* * * * *", {
      name: "Tidy agents’ runs",
      does: "Gives up questions that nobody answered in time, and settles calls of processes that ended.",
    });
  }

  async run(): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - DEAD_MS);
    await this.database.system((tx) => this.calls.settleDead(tx, { before }));
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ user_id: string; call_id: string }>(sql`
        select user_id, call_id from agents.step where state = 'asking' and expires_at <= ${now.toISOString()}`),
    );
    for (const { user_id: userId, call_id } of rows)
      await this.database.as({ userId }, (tx) => this.decisions.expire(tx, userId, call_id));
  }
}
