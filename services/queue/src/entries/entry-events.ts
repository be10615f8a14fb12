import { Injectable, type OnModuleInit } from "@nestjs/common";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { jobFailed } from "@tessera/contracts-core/events.ts";
import { userCreated } from "@tessera/contracts-identity/events.ts";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { entryClosed, entryOpened, WELCOME_KEY } from "@tessera/contracts-queue/events.ts";
import { type EventMark, Events, failureKey } from "@tessera/service-kit";
import { EntryReducer } from "./entry-reducer.ts";

const RETRY = {
  accept: "Runs the job again, and all jobs that failed in the same way.",
  decline: "Dismisses the failure. Nothing runs again.",
};

/** Turns what services tell into entries of the queue. */
@Injectable()
export class EntryEvents implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly reducer: EntryReducer,
  ) {}

  onModuleInit() {
    this.events.on(entryOpened, "queue.entries", ({ userId, key, expiresAt, ...matter }, event) =>
      this.reducer.open(
        userId,
        key,
        () => ({ ...matter, expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
        event,
      ),
    );
    this.events.on(entryClosed, "queue.entries", ({ userId, key }, event) => this.reducer.close(userId, key, event));
    this.events.on(userCreated, "queue.welcome", ({ userId }, event) => this.welcome(userId, event));
    this.events.on(jobFailed, "queue.failures", (failure, event) => this.failed(failure, event));
  }

  private welcome(userId: string, event: EventMark): Promise<void> {
    const title = "Capture your first card";
    const line = "A note, a link or a task. It is kept first and sorted after.";
    return this.reducer.open(
      userId,
      WELCOME_KEY,
      () => ({ kind: "welcome", title, line, path: "/items/inbox", itemId: null, jobId: null }),
      event,
    );
  }

  /** Jobs that fail alike share one entry: an import of thousands must not bury everything else. */
  private failed(
    { userId, jobId, queue, title, error }: EventPayload<typeof jobFailed>,
    event: EventMark,
  ): Promise<void> {
    const first = {
      kind: "failed-job",
      title,
      line: error,
      path: `/queue?view=jobs&state=failed&job=${jobId}`,
      itemId: null,
      jobId,
      does: RETRY,
      // Errors quote what others sent.
      outside: true,
    };
    return this.reducer.open(
      userId,
      failureKey(failureSignature(queue, error)),
      (waiting) =>
        waiting && waiting.jobId !== jobId
          ? { ...first, title: "Several jobs failed with the same error", path: "/queue?view=jobs&state=failed" }
          : first,
      event,
    );
  }
}
