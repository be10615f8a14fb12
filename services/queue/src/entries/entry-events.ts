import { Injectable, type OnModuleInit } from "@nestjs/common";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { ENTRY_CLOSED, ENTRY_OPENED, EntryClosed, EntryOpened, WELCOME_KEY } from "@tessera/contracts-queue/queue.ts";
import { type EventMark, Events, JOB_FAILED } from "@tessera/service-kit";
import { z } from "zod";
import { failureKey } from "./failure-key.ts";
import { Matters } from "./matters.ts";

/** What identity tells when somebody signed up; the queue needs no more of it. */
const UserCreated = z.object({ userId: z.uuid() });
/** What the kit tells when a person's job has failed for good. */
const JobFailed = z.object({ userId: z.uuid(), jobId: z.uuid(), queue: z.string(), title: z.string(), error: z.string() });

/** Turns what services tell into entries of the queue. */
@Injectable()
export class EntryEvents implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly matters: Matters,
  ) {}

  onModuleInit() {
    this.events.on(ENTRY_OPENED, "queue.entries", (data, event) => this.opened(data, event));
    this.events.on(ENTRY_CLOSED, "queue.entries", (data, event) => this.closed(data, event));
    this.events.on("identity.user-created", "queue.welcome", (data, event) => this.welcome(data, event));
    this.events.on(JOB_FAILED, "queue.failures", (data, event) => this.failed(data, event));
  }

  private opened(data: unknown, event: EventMark): Promise<void> {
    const { userId, key, ...matter } = EntryOpened.parse(data);
    return this.matters.open(userId, key, () => matter, event);
  }

  private closed(data: unknown, event: EventMark): Promise<void> {
    const { userId, key } = EntryClosed.parse(data);
    return this.matters.close(userId, key, event);
  }

  private welcome(data: unknown, event: EventMark): Promise<void> {
    const { userId } = UserCreated.parse(data);
    const title = "Capture your first card";
    const line = "A note, a link or a task. It is kept first and sorted after.";
    return this.matters.open(
      userId,
      WELCOME_KEY,
      () => ({ kind: "welcome", title, line, path: "/items/inbox", itemId: null, jobId: null }),
      event,
    );
  }

  /** Jobs that fail alike share one entry: an import of thousands must not bury everything else. */
  private failed(data: unknown, event: EventMark): Promise<void> {
    const { userId, jobId, queue, title, error } = JobFailed.parse(data);
    const first = { kind: "failed-job", title, line: error, path: `/queue?view=jobs&state=failed&job=${jobId}`, itemId: null, jobId };
    return this.matters.open(
      userId,
      failureKey(failureSignature(queue, error)),
      (waiting) =>
        waiting && waiting.jobId !== jobId
          ? { ...first, title: "Several jobs failed alike", path: "/queue?view=jobs&state=failed" }
          : first,
      event,
    );
  }
}
