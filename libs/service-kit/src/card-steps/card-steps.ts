import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { stepEnded, stepRequested } from "@tessera/contracts-items/events.ts";
import { MAX_REASON_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Database } from "../database/database.ts";
import type { Events } from "../jobs/events.ts";
import { type Jobs, PermanentError, type RunningJob } from "../jobs/jobs.ts";

/** A card as one of its steps reads it: as it was when the step was asked for. */
export type StepCard = EventPayload<typeof stepRequested>;

export interface CardStep {
  /** Card type that the service declares (`contributes.itemTypes`), with this step among its `steps`. */
  type: string;
  step: string;
  /** What the person reads of the job, before the title of the card: "Exchange rate". */
  label: string;
  /**
   * @returns the fields of `data` that it found
   * @throws PermanentError with a reason for the person when trying again cannot help; after any other error it is
   * tried again
   */
  run(card: StepCard, job: { signal: AbortSignal }): Promise<Record<string, unknown>>;
}

/** Attempts after the first. */
const RETRIES = 2;
const OWN_FAULT = "The step failed for a reason of ours; run it again";

/** Steps that a service brings to the cards of its own types: each runs here as a job that the person sees. */
export class CardSteps {
  constructor(
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** Called in `onModuleInit`. */
  define(own: CardStep): void {
    const queue = `card-step.${own.type}.${own.step}`;
    this.jobs.define<StepCard>(
      queue,
      {
        title: ({ title }) => `${own.label} of ${title}`,
        retryLimit: RETRIES,
        givenUp: (card, reason) => this.end(card, { failure: reason }),
      },
      (job) => this.run(own, job),
    );
    this.events.on(stepRequested, queue, async (card) => {
      if (card.type !== own.type || card.step !== own.step) return;
      const { userId, itemId } = card;
      const options = { userId, itemId, path: `/items/${own.type}/${itemId}`, sameBy: ["itemId", "step"] };
      await this.database.system((tx) => this.jobs.send(tx, queue, card, options));
    });
  }

  private async run(own: CardStep, job: RunningJob<StepCard>): Promise<void> {
    const began = performance.now();
    try {
      const data = await own.run(job.data, job);
      await this.end(job.data, { data, ms: Math.round(performance.now() - began) });
    } catch (error) {
      const isPermanent = error instanceof PermanentError;
      if (job.signal.aborted || (!isPermanent && job.attempt <= RETRIES)) throw error;
      const failure = isPermanent ? error.message : OWN_FAULT;
      await this.end(job.data, { failure, ms: Math.round(performance.now() - began) });
      throw error;
    }
  }

  private async end({ userId, itemId, step }: StepCard, { data = {}, failure = null, ms = 0 }: Ended): Promise<void> {
    await this.database.system((tx) =>
      this.events.publish(tx, stepEnded, {
        userId,
        itemId,
        step,
        data,
        failure: failure?.slice(0, MAX_REASON_LENGTH) ?? null,
        ms,
      }),
    );
  }
}

interface Ended {
  data?: Record<string, unknown>;
  failure?: string | null;
  ms?: number;
}
