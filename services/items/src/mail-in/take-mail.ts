import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { MAX_MAIL_BYTES } from "@tessera/contracts-items/limits.ts";
import type { TakenMail } from "@tessera/contracts-items/mail-in.ts";
import { mailboxUnknown, mailRefused, mailsWaiting, mailTooLarge } from "@tessera/contracts-items/problems.ts";
import {
  Clock,
  ContentError,
  Database,
  FileStore,
  PlanStandings,
  ProblemException,
  problem,
  RateLimits,
  type Subscription,
  type Tx,
  tooMany,
  UntrustedReaders,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ITEMS_CONFIG, type ItemsConfig } from "../config.ts";
import { contentReaders } from "../imports/content-readers.ts";
import type { Entry, EntryFile } from "../imports/entry.ts";
import { lockStorage, StorageLimitReached } from "../imports/import-quota.ts";
import { MAIL_TYPE, mailEntry } from "../imports/mail/mail-entry.ts";
import type { Draft } from "../items/draft.ts";
import { FirstCard } from "../items/first-card.ts";
import { addAttachments, type NewAttachment, saveItems } from "../items/item.store.ts";
import { lockQuota, PlanLimitReached } from "../items/item-quota.ts";
import { roomLeft } from "../pictures/picture.store.ts";
import { ProcessingService } from "../processing/processing.service.ts";
import { RuleStarts } from "../rules/rule-starts.ts";
import { normaliseTags } from "../text/tags.ts";
import { TypeRegistry } from "../types/registry.ts";
import { recipientOf } from "./mail-address.ts";

/** How these cards came in. */
export const MAIL_IN = "mail-in";
/** Mails that one address takes: a flood of them would bury what the person captured. */
const PER_ADDRESS = { limit: 200, windowSeconds: 3600 };
/** Mails that are received and read at once, each held in memory. */
const MAX_AT_ONCE = 8;
/** Refusals that people read in their settings, by their status. */
const TOLD = new Set([402, 413, 422, 429]);
/** Ms within which a mail is read, waiting for a process included. */
const READ_MS = 60_000;

/** An address that takes mail. */
export interface Mailbox {
  userId: string;
  name: string;
  openedBy: string | null;
  tag: string | null;
}
type MailDraft = Extract<Entry, { draft: unknown }>["draft"];

/**
 * Makes cards of mails. A mail is a card, or refused, before its sender is answered: nothing is acknowledged that could
 * still be lost, and what fails for now is sent again by the sender's own queue (decision 040).
 */
@Injectable()
export class TakeMail {
  private open = 0;

  constructor(
    @Inject(ITEMS_CONFIG) private readonly config: ItemsConfig,
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly files: FileStore,
    private readonly readers: UntrustedReaders,
    private readonly plans: PlanStandings,
    private readonly limits: RateLimits,
    private readonly processing: ProcessingService,
    private readonly firstCard: FirstCard,
    private readonly starts: RuleStarts,
    private readonly clock: Clock,
  ) {}

  /**
   * Whose address it is. One that nobody has, that was replaced, and that of somebody without a plan are the same to
   * the outside. @throws ProblemException 404 `mailbox_unknown`
   */
  async mailbox(address: string): Promise<Mailbox> {
    const { domain } = this.config.mailIn;
    const recipient = domain === null ? null : recipientOf(address, domain);
    if (!recipient) throw problem(mailboxUnknown);
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ user_id: string; opened_by: string | null }>(
        sql`select user_id, opened_by from items.mail_address where name = ${recipient.name}`,
      );
      const [row] = rows;
      if (!row || !(await this.plans.subscription(tx, row.user_id, row.opened_by)).active)
        throw problem(mailboxUnknown);
      return { userId: row.user_id, openedBy: row.opened_by, ...recipient };
    });
  }

  /**
   * Makes a card of a message; one that is a card already stays as it is.
   * @throws ProblemException 402, 404, 413, 422 where sending it again changes nothing; 429, 503 where it may
   */
  async take(mailbox: Mailbox, content: AsyncIterable<Buffer>): Promise<TakenMail["taken"]> {
    if (this.open >= MAX_AT_ONCE) throw problem(mailsWaiting, { headers: { "retry-after": "60" } });
    this.open += 1;
    try {
      const wait = await this.limits.take(MAIL_IN, mailbox.userId, PER_ADDRESS);
      if (wait > 0) throw tooMany(wait);
      return await this.store(mailbox, await this.read(mailbox, await wholeOf(content)));
    } catch (error) {
      if (error instanceof ProblemException && TOLD.has(error.definition.status)) await this.note(mailbox, error);
      throw error;
    } finally {
      this.open -= 1;
    }
  }

  private async read({ userId }: Mailbox, bytes: Buffer): Promise<Extract<Entry, { draft: unknown }>> {
    const signal = AbortSignal.timeout(READ_MS);
    try {
      const { value, blobs } = await contentReaders(this.readers, { person: userId, signal }).mail(bytes, false);
      const entry = mailEntry(value, blobs, "", "inbox", this.registry.find(MAIL_TYPE)!);
      if ("draft" in entry) return entry;
      throw problem(mailRefused, { reason: "refused" in entry ? entry.refused.message : "" });
    } catch (error) {
      if (!(error instanceof ContentError) || error.temporary) throw error;
      throw problem(mailRefused, { reason: `${error.message.replace(/^The content\b/, "The mail")}.` });
    }
  }

  private async store(
    mailbox: Mailbox,
    { draft, files = [] }: { draft: MailDraft; files?: EntryFile[] },
  ): Promise<TakenMail["taken"]> {
    const { userId } = mailbox;
    const stored: NewAttachment[] = [];
    let used = false;
    try {
      for (const { name, mediaType, content } of files) {
        const fileKey = `items/${userId}/${randomUUID()}`;
        const { bytes } = await this.files.put(fileKey, Buffer.from(content));
        stored.push({ name, mediaType, bytes, fileKey });
      }
      const plan = await this.database.system((tx) => this.plans.subscription(tx, userId, mailbox.openedBy));
      const taken = await this.database.as({ userId }, (tx) => this.save(tx, mailbox, draft, stored, plan));
      used = taken === "new";
      return taken;
    } finally {
      if (!used) for (const { fileKey } of stored) await this.files.delete(fileKey);
    }
  }

  private async save(
    tx: Tx,
    { userId, name, tag }: Mailbox,
    content: MailDraft,
    stored: NewAttachment[],
    { cardLimit, storageLimit }: Subscription,
  ): Promise<TakenMail["taken"]> {
    const now = this.clock.now();
    const at = sql`${now.toISOString()}::timestamptz`;
    // One after the other at each address: the same mail that comes twice at once is one card. And the address may have
    // been replaced while the mail came.
    const { rows } = await tx.execute(
      sql`update items.mail_address set last_at = ${at} where user_id = ${userId} and name = ${name} returning 1`,
    );
    if (!rows.length) throw problem(mailboxUnknown);
    const { rows: known } = await tx.execute(
      sql`select from items.item where user_id = ${userId} and identity = ${content.identity ?? null}`,
    );
    if (known.length) return "known";
    if (storageLimit !== null) await lockStorage(tx, userId);
    if (cardLimit !== null) await lockQuota(tx, userId);
    const plugin = this.registry.find(content.type)!;
    const draft: Draft = {
      ...content,
      tags: normaliseTags(tag === null ? [] : [tag]),
      ...{ id: randomUUID(), parentId: null, pinned: false, dueAt: null, source: MAIL_IN, createdAt: now },
      titleSource: content.title ? "import" : "rule",
      processing: this.processing.states(plugin, content, "now"),
    };
    const [saved] = await saveItems(tx, userId, [{ plugin, draft }], now);
    const { id, heldBefore, row } = saved!;
    if (cardLimit !== null && heldBefore >= cardLimit) throw new PlanLimitReached(cardLimit);
    const bytes = stored.reduce((sum, file) => sum + file.bytes, 0);
    if (storageLimit !== null && bytes > (await roomLeft(tx, userId, storageLimit)))
      throw new StorageLimitReached(storageLimit);
    await addAttachments(tx, userId, id, stored);
    await this.processing.follow(tx, userId, { ...draft, id, title: row?.title ?? draft.title }, storageLimit);
    await this.firstCard.settle(tx, userId, [saved!]);
    await this.starts.give(tx, userId, { id: saved!.id, type: draft.type, rules: saved!.gives });
    return "new";
  }

  /** Tells the person in their settings why the newest refused mail is no card. */
  private async note({ userId, name }: Mailbox, { detail }: ProblemException): Promise<void> {
    await this.database.as({ userId }, (tx) =>
      tx.execute(sql`update items.mail_address set refused_at = ${this.clock.now().toISOString()}::timestamptz,
        refused = ${detail} where user_id = ${userId} and name = ${name}`),
    );
  }
}

/** @throws ProblemException 413 `mail_too_large`, once all of it has come: a sender is answered at the end */
async function wholeOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    bytes += part.length;
    if (bytes <= MAX_MAIL_BYTES) parts.push(part);
    else parts.length = 0;
  }
  if (bytes > MAX_MAIL_BYTES) throw problem(mailTooLarge, { megabytes: MAX_MAIL_BYTES / 1024 / 1024 });
  return Buffer.concat(parts);
}
