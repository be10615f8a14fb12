import { randomUUID } from "node:crypto";
import { Module, type OnModuleInit } from "@nestjs/common";
import type { EventDefinition, EventInput } from "@tessera/contracts-core/define-event.ts";
import { queueClient } from "@tessera/contracts-queue/client.ts";
import {
  type CardJobsChanged,
  cardJobsChanged,
  type EntryDecided,
  type EntryOpened,
  entryClosed,
  entryDecided,
  entryOpened,
  type JobCancelled,
  jobCancelled,
} from "@tessera/contracts-queue/events.ts";
import {
  Events,
  Jobs,
  PermanentError,
  type RunningJob,
  type SendOptions,
  type ServiceDefinition,
} from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { z } from "zod";
import { queueService } from "../index.ts";

/** Email address of the administrator. */
export const ADMINISTRATOR = "ops@halvorsen.example";

export type QueueClient = ReturnType<typeof queueClient>;

/** What the jobs of the tests' own service do, by the name in their data. */
export const works = new Map<string, (job: RunningJob<{ name: string }>) => Promise<void>>();

const decided: EntryDecided[] = [];
const cancelled: JobCancelled[] = [];
const cardJobs: CardJobsChanged[] = [];
const givenUp: QueueWorld["givenUp"] = [];

@Module({})
class WorksModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    this.events.on(entryDecided, "works", async (decision) => void decided.push(decision));
    this.events.on(jobCancelled, "works", async (line) => void cancelled.push(line));
    this.events.on(cardJobsChanged, "works", async (change) => void cardJobs.push(change));
    this.jobs.define<{ name: string }>(
      "works.steady",
      { title: ({ name }) => `Steady ${name}`, retryLimit: 1 },
      async (job) => works.get(job.data.name)!(job),
    );
    this.jobs.define<{ name: string }>(
      "works.run",
      {
        title: ({ name }) => `Work on ${name}`,
        kind: "Work",
        retryLimit: 0,
        editable: z.strictObject({ name: z.string() }),
      },
      async (job) => {
        const work = works.get(job.data.name);
        if (!work) throw new PermanentError(`Nobody knows how to work on "${job.data.name}"`);
        await work(job);
      },
    );
    // Several at once, none of which may take long.
    this.jobs.define<{ name: string }>(
      "works.brief",
      {
        ...{ title: ({ name }) => `Work on ${name}`, retryLimit: 0, concurrency: 3, timeoutSeconds: 1 },
        givenUp: async ({ name }, reason) => void givenUp.push({ name, reason }),
      },
      (job) => works.get(job.data.name)!(job),
    );
    // Several at once, one of each person.
    this.jobs.define<{ name: string }>(
      "works.apart",
      { title: ({ name }) => `Work on ${name}`, retryLimit: 0, concurrency: 3, perPerson: 1 },
      (job) => works.get(job.data.name)!(job),
    );
  }
}

/** Another service of the installation, which has jobs to show. */
const worksService: ServiceDefinition = {
  name: "works",
  title: "Works",
  module: WorksModule,
  schema: "works",
  migrations: [],
};

interface WorkOptions extends SendOptions {
  queue?: "works.run" | "works.steady" | "works.brief" | "works.apart";
}

export interface QueueWorld extends World {
  events: Events;
  /** What services were notified of decisions, checked against the contract. */
  decided: EntryDecided[];
  /** Lines that people cancelled, as the services that tell of them hear it. */
  cancelled: JobCancelled[];
  /** What became of jobs that run steps of cards, as the cards' service hears it. */
  cardJobs: CardJobsChanged[];
  /** Jobs that were given up without their handler, and why. */
  givenUp: { name: string; reason: string }[];
  /** A new person, with a client of the queue that speaks for them. */
  person(): Promise<{ userId: string; queue: QueueClient; token: string }>;
  /** Publishes in a transaction and waits until every consumer has it. */
  publish<E extends EventDefinition>(event: E, payload: EventInput<E>): Promise<void>;
  opened(entry: EntryOpened): Promise<void>;
  closed(userId: string, key: string): Promise<void>;
  /** Tells a person of what many jobs do together. */
  tell(line: Parameters<Jobs["tell"]>[1]): Promise<void>;
  /** Sends a job of the person; it runs on its own. */
  work(userId: string, name: string, options?: WorkOptions): Promise<string>;
}

export async function startQueueWorld(): Promise<QueueWorld> {
  const world = await startServices([queueService, worksService], { environment: { TESSERA_ADMINS: ADMINISTRATOR } });
  const events = world.application.nest.get(Events);
  const jobs = world.application.nest.get(Jobs);
  const publish = async <E extends EventDefinition>(event: E, payload: EventInput<E>) => {
    await world.database.system((tx) => events.publish(tx, event, payload));
    await world.jobsIdle();
  };
  return {
    ...world,
    events,
    decided,
    cancelled,
    cardJobs,
    givenUp,
    publish,
    person: async () => {
      const userId = randomUUID();
      const token = await world.token({ userId });
      return { userId, token, queue: queueClient(world.client(token)) };
    },
    opened: (entry) => publish(entryOpened, entry),
    closed: (userId, key) => publish(entryClosed, { userId, key }),
    tell: (line) => world.database.system((tx) => jobs.tell(tx, line)),
    work: (userId, name, { queue = "works.run", ...options } = {}) =>
      world.database.system((tx) => jobs.send(tx, queue, { name }, { userId, unit: "pages", ...options })),
  };
}
