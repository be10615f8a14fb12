import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Jobs } from "@tessera/service-kit";
import { Activity } from "../activity.ts";
import { machine } from "../audit.ts";
import { Healths } from "../health/healths.ts";
import { Schedules } from "../schedules/schedules.ts";
import { RolloutStore, type StoredRollout } from "./rollout.store.ts";
import { Rollouts } from "./rollouts.ts";

/** Schedule of the evaluation; while it is paused, no rollout moves on or back on its own. */
export const JUDGE_QUEUE = "releases.judge-rollouts";
/** Who acts when the product does on its own. */
const HEALTH_GATE = machine("health gate");
const SCHEDULE = machine("schedule");

/**
 * Moves rollouts on when they are healthy, held long enough and within their schedule, and withdraws candidates that
 * are worse, at any time. Any number of processes may run it.
 */
@Injectable()
export class RolloutDriver implements OnModuleInit {
  private evaluating: Promise<void> | null = null;

  constructor(
    private readonly store: RolloutStore,
    private readonly rollouts: Rollouts,
    private readonly healths: Healths,
    private readonly schedules: Schedules,
    private readonly activity: Activity,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit() {
    this.jobs.define(JUDGE_QUEUE, { retryLimit: 0 }, () => this.evaluate());
    this.jobs.schedule(JUDGE_QUEUE, "*/10 * * * * *", {
      name: "Judge rollouts",
      does: "Compares the health of releases that are rolled out, and moves them on or takes them back.",
    });
  }

  /** Judges every rollout that runs, once. */
  evaluate(): Promise<void> {
    this.evaluating ??= this.evaluateAll().finally(() => {
      this.evaluating = null;
    });
    return this.evaluating;
  }

  private async evaluateAll(): Promise<void> {
    for (const rollout of await this.store.open()) {
      if (rollout.state === "running") await this.judge(rollout);
    }
  }

  private async judge(rollout: StoredRollout): Promise<void> {
    const health = await this.healths.of(rollout);
    const { verdict, reason } = health;
    const hold = await this.schedules.holdOf(rollout);
    await this.activity.judged(rollout.app, health, hold);
    if (!rollout.begunAt) {
      if (!hold) await this.rollouts.beginStep(rollout, SCHEDULE);
      return;
    }
    const step = rollout.steps[rollout.step]!;
    const held = this.clock.now().getTime() >= rollout.stepStartedAt.getTime() + step.holdSeconds * 1000;
    const isLast = rollout.step === rollout.steps.length - 1;
    if (verdict === "worse") await this.rollouts.abort(rollout.app, HEALTH_GATE, reason);
    else if (verdict === "healthy" && held && !hold && !(isLast && step.percent < 100))
      await this.rollouts.advance(rollout, HEALTH_GATE, reason);
  }
}
