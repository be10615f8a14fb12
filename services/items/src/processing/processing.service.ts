import { buffer } from "node:stream/consumers";
import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { enrichment } from "@tessera/contracts-billing/meters.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { cardMoved, mailKept, stepEnded, stepRequested } from "@tessera/contracts-items/events.ts";
import { MailData } from "@tessera/contracts-items/items.ts";
import { MAX_MAIL_EVENT_TEXT } from "@tessera/contracts-items/limits.ts";
import { notProcessed, unknownStep } from "@tessera/contracts-items/problems.ts";
import {
  Clock,
  Database,
  Events,
  FileNotFound,
  FileStore,
  Jobs,
  PermanentError,
  problem,
  type RunningJob,
  type Tx,
  Usage,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { MAIL_TYPE } from "../imports/mail/mail-entry.ts";
import { derive, type Processing } from "../items/draft.ts";
import { readItem, updateItem } from "../items/item.store.ts";
import type { AttachmentRow, ItemRow } from "../items/item-row.ts";
import { FileCleaner } from "../maintenance/file-cleaner.ts";
import { embedAgain } from "../meaning/embed-again.ts";
import type { PageCopy } from "../page-copies/collect-copy.ts";
import { addPageCopy, keptCopy } from "../page-copies/page-copy.store.ts";
import type { KeptPicture } from "../pictures/collect-pictures.ts";
import { pictureKey, replacePictures, roomLeft } from "../pictures/picture.store.ts";
import { CardRules } from "../rules/card-rules.ts";
import { afterText, TEXT_STEPS } from "../types/file-text.ts";
import type { ItemContent, TypePlugin } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";
import { contentOf } from "./content-of.ts";
import { StepFailure, type StepFile, StepTools } from "./step.ts";

const QUEUE = "items.enrich";
/** Steps that take a core for seconds: they wait for each other, and no page waits for them. */
const SLOW_QUEUE = "items.enrich-slowly";
/** Attempts of a step after the first, while its failure is a temporary one. */
const RETRIES = 2;
/** The step that makes titles; it needs nothing of the outside and runs with the capture itself. */
const TITLE = "title";
/** The step that says which language a card's text is in, whenever it changes. */
const LANGUAGE = "language";
/** The step that makes a card findable by its meaning; meaning/embed-cards.ts runs it for many cards at once. */
const EMBEDDING = "embedding";

/** What the list of jobs calls the steps. */
const JOBS: Record<string, string> = {
  readable: "Readable copy",
  picture: "Preview",
  words: "Words in the image",
  text: "Text",
};

const USED_UP =
  "The enrichments of this month are used. Raise the limit under Usage, or run the step again next month.";

const NOBODY = "This step is not there any more";

interface StepJob {
  itemId: string;
  userId: string;
  step: string;
  label: string;
  /** Bytes of files that the person's plan holds; null: any number. A job has no token to ask with. */
  storageLimit?: number | null;
}

/** Enriches items once they are stored, step by step, each with its own state. */
@Injectable()
export class ProcessingService implements OnModuleInit {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly tools: StepTools,
    private readonly files: FileStore,
    private readonly cleaner: FileCleaner,
    private readonly usage: Usage,
    private readonly rules: CardRules,
  ) {}

  onModuleInit() {
    const title = ({ step, label }: StepJob) => `${JOBS[step] ?? `Step ${step}`} of ${label}`;
    const givenUp = async ({ userId, itemId, step }: StepJob, reason: string) => {
      await this.keep(userId, itemId, step, null, {}, { state: "failure", reason });
    };
    const options = { retryLimit: RETRIES, timeoutSeconds: 120, title, givenUp };
    this.jobs.define<StepJob>(QUEUE, { ...options, concurrency: 2 }, (job) => this.run(job));
    this.jobs.define<StepJob>(SLOW_QUEUE, { ...options, concurrency: 1 }, (job) => this.run(job));
    this.events.on(stepEnded, "items.steps", async ({ userId, itemId, step, data, failure, ms, corrected }, { id }) => {
      const state: Processing[string] =
        failure === null ? { state: "success", ms } : { state: "failure", reason: failure, ms };
      const kept = await this.keep(userId, itemId, step, corrected ? null : id, data, state);
      await this.tellAgain(userId, itemId, step, kept);
    });
  }

  /**
   * The states an item is stored with: processed, and its follow-up jobs pending. Nothing for a type excluded from
   * processing.
   */
  states(plugin: TypePlugin, item: ItemContent, followUps: "now" | "on-demand"): Processing {
    if (plugin.excludeFromProcessing) return {};
    const steps = followUps === "now" ? followUpsOf(plugin, item) : [];
    const pending = steps.map((step) => [step, { state: "pending" as const }]);
    return { [TITLE]: { state: "success", ms: 0 }, ...Object.fromEntries(pending) };
  }

  /**
   * Enqueues what follows once an item was processed: its type's follow-up jobs. Its parent hears of it when they have
   * ended, at once where it has none.
   * @param storageLimit bytes of files that the person's plan holds; null: any number
   */
  async follow(
    tx: Tx,
    userId: string,
    item: ItemContent & { id: string; parentId: string | null },
    storageLimit: number | null,
  ): Promise<void> {
    const plugin = this.registry.find(item.type);
    if (!plugin || plugin.excludeFromProcessing) return;
    if (item.type === MAIL_TYPE) await this.tellOfMail(tx, userId, item);
    const steps = followUpsOf(plugin, item);
    const waits = steps.some((step) => TEXT_STEPS.includes(step)) ? plugin.stepsAfterText : [];
    for (const step of steps) if (!waits.includes(step)) await this.send(tx, userId, item, step, storageLimit);
    if (item.parentId && !steps.length) await this.tellParent(tx, userId, item.parentId, storageLimit);
  }

  /** Tells the parent of a card whose steps have all ended, however they did. The parent is held since before. */
  async ended(tx: Tx, userId: string, parentId: string | null, processing: Processing): Promise<void> {
    const isProcessed = Object.values(processing).every((one) => one.state !== "pending");
    if (parentId && isProcessed) await this.tellParent(tx, userId, parentId, null);
  }

  /** Runs the parent's jobs on it, as a child of it was processed. */
  private async tellParent(tx: Tx, userId: string, parentId: string, storageLimit: number | null): Promise<void> {
    const parent = await readItem(tx, userId, parentId, true);
    const plugin = parent && this.registry.find(parent.type);
    if (!parent || !plugin || plugin.excludeFromProcessing || !plugin.parentJobs.length) return;
    const pending = Object.fromEntries(plugin.parentJobs.map((step) => [step, { state: "pending" as const }]));
    const processing = { ...parent.processing, ...pending };
    await updateItem(tx, userId, parent.id, { processing }, this.clock.now(), "server");
    for (const step of plugin.parentJobs) await this.send(tx, userId, parent, step, storageLimit);
  }

  /** Holds the parents of cards before the cards themselves, in the order in which both are deleted. */
  async holdParents(tx: Tx, userId: string, itemIds: readonly string[]): Promise<void> {
    if (!this.registry.all().some(({ parentJobs }) => parentJobs.length)) return;
    await tx.execute(sql`select from items.item p
      where p.user_id = ${userId}
        and p.id in (select i.parent_id from items.item i where i.id = any(${sql.param([...itemIds])}::uuid[]))
      order by p.id for update`);
  }

  /** Tells other areas what a new mail says. */
  async tellOfMail(tx: Tx, userId: string, item: ItemContent & { id: string }): Promise<void> {
    // Empty fields are not kept.
    const { from: [sender] = [], date = null } = MailData.partial().parse(item.data);
    await this.events.publish(tx, mailKept, {
      ...{ userId, itemId: item.id, from: sender?.name || sender?.address || "", title: item.title, date },
      text: item.body.slice(0, MAX_MAIL_EVENT_TEXT).toWellFormed(),
    });
  }

  /** Tells the areas whose cards these are where they went. */
  async moved(
    tx: Tx,
    cards: readonly { id: string; user_id: string; type: string }[],
    to: EventPayload<typeof cardMoved>["to"],
  ): Promise<void> {
    for (const { id, user_id, type } of cards) {
      const plugin = this.registry.find(type);
      if (!plugin || (type !== MAIL_TYPE && !Object.keys(plugin.stepsElsewhere).length && !plugin.given.length))
        continue;
      await this.events.publish(tx, cardMoved, { userId: user_id, itemId: id, type, to });
    }
  }

  /**
   * The area may have stored what its step found after it was told that the card went: it is told once more. @param
   * kept whether the card has the step
   */
  private async tellAgain(userId: string, itemId: string, step: string, kept: boolean): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      const row = await readItem(tx, userId, itemId);
      if (kept && row?.status !== "trash") return;
      for (const { definition, stepsElsewhere } of this.registry.all())
        if (step in stepsElsewhere && (!kept || definition.type === row?.type))
          await this.moved(tx, [{ id: itemId, user_id: userId, type: definition.type }], kept ? "trash" : "gone");
    });
  }

  /** Runs one step again. @throws ProblemException 404, 409 for a type that is not processed */
  async again(tx: Tx, userId: string, row: ItemRow, step: string, storageLimit: number | null): Promise<void> {
    const plugin = this.registry.find(row.type);
    if (!plugin || plugin.excludeFromProcessing) throw problem(notProcessed);
    const now = this.clock.now();
    if (step === TITLE) {
      const derived = derive(plugin, { ...contentOf(row), titleSource: row.title_source, identity: row.identity });
      await updateItem(
        tx,
        userId,
        row.id,
        { derived, processing: { ...row.processing, [TITLE]: { state: "success", ms: 0 } } },
        now,
        "server",
      );
      return;
    }
    if (step === LANGUAGE) {
      const derived = derive(plugin, { ...contentOf(row), titleSource: row.title_source, identity: row.identity });
      await updateItem(tx, userId, row.id, { derived, language: null }, now, "server");
      return;
    }
    if (step === EMBEDDING) {
      await embedAgain(tx, row.id);
      return;
    }
    if (!hasStep(plugin, step)) throw problem(unknownStep, { type: plugin.definition.label, step });
    const waits = [step, ...afterText(plugin, step).filter((one) => row.processing[one]?.cancelled)];
    const pending = Object.fromEntries(waits.map((one) => [one, { state: "pending" as const }]));
    await updateItem(tx, userId, row.id, { processing: { ...row.processing, ...pending } }, now, "server");
    await this.send(tx, userId, row, step, storageLimit, { again: true });
  }

  /**
   * Runs the follow-up steps of an item that has none yet, within the caller's job. What fails is a state of the
   * item's.
   */
  async catchUp(userId: string, itemId: string, storageLimit: number | null, signal: AbortSignal): Promise<void> {
    const row = await this.database.as({ userId }, (tx) => readItem(tx, userId, itemId));
    const plugin = row && this.registry.find(row.type);
    if (!row || !plugin || plugin.excludeFromProcessing) return;
    for (const step of followUpsOf(plugin, contentOf(row))) {
      if (row.processing[step] || !plugin.steps[step]) continue;
      const data: StepJob = { userId, itemId, step, label: row.title, storageLimit };
      try {
        await this.run({ id: `catch-up ${itemId} ${step}`, data, signal, attempt: RETRIES + 1 });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof PermanentError)) throw error;
      }
    }
  }

  private async send(
    tx: Tx,
    userId: string,
    item: { id: string; type: string; title: string },
    step: string,
    storageLimit: number | null,
    { again = false } = {},
  ): Promise<void> {
    if (this.registry.find(item.type)?.stepsElsewhere[step]) {
      const row = await readItem(tx, userId, item.id);
      if (row) await this.events.publish(tx, stepRequested, { ...contentOf(row), userId, itemId: item.id, step });
      return;
    }
    const data: StepJob = { itemId: item.id, userId, step, label: item.title, storageLimit };
    const queue = this.registry.find(item.type)?.steps[step]?.slow ? SLOW_QUEUE : QUEUE;
    const options = { userId, itemId: item.id, path: `/items/${item.type}/${item.id}` };
    await this.jobs.send(tx, queue, data, again ? { ...options, sameBy: ["itemId", "step"] } : options);
  }

  private async run(job: Pick<RunningJob<StepJob>, "id" | "data" | "signal" | "attempt">): Promise<void> {
    const { itemId, userId, step } = job.data;
    const row = await this.database.as({ userId }, (tx) => readItem(tx, userId, itemId));
    const plugin = row && this.registry.find(row.type);
    const work = plugin?.steps[step];
    // Deleted or converted since: nothing to do any more.
    if (!row) return;
    if (!plugin || !work) {
      if (!plugin || !hasStep(plugin, step)) await this.leave(userId, itemId, step);
      return;
    }
    const began = performance.now();
    try {
      const { left, room } = await this.database.as({ userId }, async (tx) => ({
        left: await this.usage.left(tx, { meter: enrichment, account: userId }),
        room: await roomLeft(tx, userId, job.data.storageLimit ?? null),
      }));
      // The card is kept as it is, with a button to run the step again: no failed job that asks for a decision.
      if (left === 0) {
        await this.keep(userId, itemId, step, job.id, {}, { state: "failure", reason: USED_UP });
        return;
      }
      const run = { person: userId, now: this.clock.now(), signal: job.signal, room, file: this.fileOf(row.files[0]) };
      const { data = {}, pictures, pageCopy } = await work.run(contentOf(row), this.tools, run);
      const state = { state: "success" as const, ms: Math.round(performance.now() - began) };
      if (pictures) await this.keepPictures(userId, itemId, step, job.id, data, state, pictures, pageCopy);
      else await this.keep(userId, itemId, step, job.id, data, state);
    } catch (error) {
      if (job.signal.aborted) throw error;
      if (error instanceof StepFailure && error.temporary && job.attempt <= RETRIES) throw error;
      const reason =
        error instanceof StepFailure ? error.message : "The step failed for a reason of ours; run it again";
      await this.keep(
        userId,
        itemId,
        step,
        job.id,
        {},
        { state: "failure", reason, ms: Math.round(performance.now() - began) },
      );
      throw error instanceof StepFailure ? new PermanentError(reason) : error;
    }
  }

  /** A step that nobody brings any more, as its type is another one since, or was not loaded: it waits for nothing. */
  private async leave(userId: string, itemId: string, step: string): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      await this.holdParents(tx, userId, [itemId]);
      const row = await readItem(tx, userId, itemId, true);
      if (row?.processing[step]?.state !== "pending") return;
      const processing: Processing = { ...row.processing, [step]: { state: "failure", reason: NOBODY } };
      await updateItem(tx, userId, itemId, { processing }, this.clock.now(), "server");
      await this.ended(tx, userId, row.parent_id, processing);
    });
  }

  private fileOf(attachment: AttachmentRow | undefined): StepFile | null {
    if (!attachment) return null;
    const { name, media_type: mediaType, file_key } = attachment;
    const read = async () => {
      try {
        return await buffer(await this.files.read(file_key));
      } catch (error) {
        throw error instanceof FileNotFound ? new StepFailure("The file is no longer there") : error;
      }
    };
    return { name, mediaType, read };
  }

  /** The files first: a card never refers to one that is not there. Those that no card took are deleted. */
  private async keepPictures(
    userId: string,
    itemId: string,
    step: string,
    use: string,
    data: Record<string, unknown>,
    state: Processing[string],
    pictures: KeptPicture[],
    pageCopy?: PageCopy,
  ): Promise<void> {
    const files = [...pictures, ...(pageCopy ? [pageCopy] : [])];
    const keys = files.map(({ id }) => pictureKey(userId, id));
    let kept = false;
    try {
      for (const [at, { content }] of files.entries()) await this.files.put(keys[at]!, Buffer.from(content));
      kept = await this.keep(userId, itemId, step, use, data, state, async (tx) => {
        const gone = await replacePictures(tx, userId, itemId, pictures);
        if (pageCopy) gone.push(...(await addPageCopy(tx, userId, itemId, keptCopy(userId, pageCopy))));
        await this.cleaner.remove(tx, gone);
      });
    } finally {
      if (!kept) for (const key of keys) await this.files.delete(key);
    }
  }

  /**
   * Merges what a step found into the item as it is now; a title that a person gave stays. @param use key in the usage
   * ledger, the same for every attempt; null where nothing was found @param also what is written with it
   * @returns false when there is no such item, or it has no such step, any more
   */
  private async keep(
    userId: string,
    itemId: string,
    step: string,
    use: string | null,
    data: Record<string, unknown>,
    state: Processing[string],
    also?: (tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    return this.database.as({ userId }, async (tx) => {
      await this.holdParents(tx, userId, [itemId]);
      const row = await readItem(tx, userId, itemId, true);
      const plugin = row && this.registry.find(row.type);
      if (!row || !plugin || !hasStep(plugin, step)) return false;
      const found = { ...row.data, ...ownFields(plugin, step, data) };
      const fits = !(step in plugin.stepsElsewhere) || plugin.data.safeParse(found).success;
      if (!fits)
        [data, state] = [{}, { state: "failure", reason: "What the step found does not fit the card", ms: state.ms }];
      const content = { ...contentOf(row), data: fits ? found : row.data };
      const derived = derive(plugin, { ...content, titleSource: row.title_source, identity: row.identity });
      const waiting = afterText(plugin, step).filter((one) => !row.processing[one]?.cancelled);
      const next: Processing[string] = state.state === "success" ? { state: "pending" } : state;
      const processing = { ...row.processing, [step]: state, ...Object.fromEntries(waiting.map((one) => [one, next])) };
      const after = await updateItem(tx, userId, itemId, { derived, processing }, this.clock.now(), "server");
      await this.rules.onEnriched(tx, userId, row, after, this);
      if (use && state.state === "success")
        await this.usage.record(tx, {
          ...{ meter: enrichment, quantity: 1, account: userId },
          ...{ key: use, subject: step, cardId: itemId },
        });
      await also?.(tx);
      if (state.state === "success") for (const one of waiting) await this.send(tx, userId, row, one, null);
      await this.ended(tx, userId, row.parent_id, processing);
      return true;
    });
  }
}

/** The follow-up jobs of a type that concern this item. */
const followUpsOf = (plugin: TypePlugin, item: ItemContent): string[] =>
  plugin.followUpJobs.filter((step) => plugin.steps[step]?.concerns?.(item) ?? true);

const hasStep = (plugin: TypePlugin, step: string) => step in plugin.steps || step in plugin.stepsElsewhere;

/** What a step may fill: all, or what its declaration names. */
function ownFields(
  { stepsElsewhere }: TypePlugin,
  step: string,
  data: Record<string, unknown>,
): Record<string, unknown> {
  const writes = stepsElsewhere[step];
  return writes
    ? Object.fromEntries(writes.filter((field) => field in data).map((field) => [field, data[field]]))
    : data;
}
