import { Inject, Injectable } from "@nestjs/common";
import { invalidCursor } from "@tessera/contracts-core/problems.ts";
import type { ItemStatus } from "@tessera/contracts-items/items.ts";
import { MAX_CARD_MENTIONS, MENTION } from "@tessera/contracts-items/mention-limits.ts";
import type {
  CardMentions,
  CardName,
  Mention,
  MentionPage,
  MentionQuery,
  UnlinkedMention,
} from "@tessera/contracts-items/mentions.ts";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import { type Caller, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hashed } from "../items/draft.ts";
import { readItem, type WholeItem } from "../items/item.store.ts";
import { iso } from "../items/item-row.ts";
import { contentOf } from "../processing/content-of.ts";
import { TypeRegistry } from "../types/registry.ts";
import { withTitle } from "./references.ts";
import { findUnlinked } from "./unlinked.ts";

interface Row extends Record<string, unknown> {
  source_id: string;
  source_type: string;
  source_title: string;
  target_id: string;
  target_type: string;
  target_title: string;
  target_data: Record<string, unknown>;
  context: string;
  created_at: string;
}

/** A card that a text mentions; without a type when it is deleted. */
type MentionedRow = { id: string } & (
  | { type: string; title: string; status: ItemStatus; data: Record<string, unknown> }
  | { type: null; title: null; status: null; data: null }
);

const ROW = sql`r.source_id, s.type as source_type, s.title as source_title, r.target_id, t.type as target_type,
  t.title as target_title, t.data as target_data, r.context, r.created_at::text as created_at`;
/** Mentions between cards that are there and out of the trash. */
const FROM = sql`items.reference r join items.item s on s.id = r.source_id and s.status <> 'trash'
  join items.item t on t.id = r.target_id and t.status <> 'trash'`;

/** Mentions of cards in other cards' texts. */
@Injectable()
export class MentionsService {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
  ) {}

  /** @throws ProblemException 400 `invalid_cursor` */
  async list(caller: Caller, { of, cursor, limit }: z.output<typeof MentionQuery>): Promise<MentionPage> {
    const after = cursor === undefined ? null : decode(cursor);
    return this.database.as(caller, async (tx) => {
      const me = await this.me(tx, caller);
      if (of === "me" && !me) return { items: [], nextCursor: null, me };
      const where: SQL[] = [sql`r.user_id = ${caller.userId}`];
      if (of === "me") where.push(sql`r.target_id = ${me!.id}`);
      const people = sql`(${sql.param(this.peopleTypes())}::text[])`;
      if (of === "people") where.push(sql`t.type = any${people}`);
      if (of === "cards") where.push(sql`not t.type = any${people}`);
      if (after)
        where.push(
          sql`(r.created_at, r.source_id, r.target_id) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]})`,
        );
      const { rows } = await tx.execute<Row>(sql`select ${ROW} from ${FROM} where ${sql.join(where, sql` and `)}
        order by r.created_at desc, r.source_id desc, r.target_id desc limit ${limit + 1}`);
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        items: rows.slice(0, limit).map((row) => this.mention(row)),
        nextCursor: last ? encode(last) : null,
        me,
      };
    });
  }

  /** @throws ProblemException 404 `item_not_found` */
  async ofCard(caller: Caller, id: string): Promise<CardMentions> {
    return this.database.as(caller, async (tx) => {
      await this.card(tx, caller, id);
      const mine = sql`r.user_id = ${caller.userId}`;
      const { rows: mentioned } = await tx.execute<Record<string, unknown> & MentionedRow>(sql`
        select r.target_id as id, t.type, t.title, t.status, t.data from items.reference r
        left join items.item t on t.id = r.target_id where ${mine} and r.source_id = ${id} order by r.target_id`);
      const { rows } = await tx.execute<Row & { total: number }>(sql`
        select ${ROW}, count(*) over ()::int as total from ${FROM} where ${mine} and r.target_id = ${id}
        order by r.created_at desc, r.source_id desc limit ${MAX_CARD_MENTIONS}`);
      return {
        mentioned: mentioned.map((row) => {
          if (row.type === null) return { id: row.id, gone: true };
          const { data, ...card } = row;
          return { ...card, aliases: this.aliases(row) };
        }),
        mentions: rows.map((row) => this.mention(row)),
        total: rows[0]?.total ?? 0,
      };
    });
  }

  /** @throws ProblemException 404 `item_not_found` */
  async unlinked(caller: Caller, id: string): Promise<UnlinkedMention[]> {
    return this.database.as(caller, async (tx) => {
      const row = await this.card(tx, caller, id);
      // A title that was made from the card's own text is no name.
      const title = row.title_source === "rule" ? [] : [row.title];
      const names = [...title, ...this.registry.ofStored(row.type).aliases(contentOf(row))];
      const written = this.registry.all().filter(({ definition }) => definition.newMenuItem);
      return findUnlinked(
        tx,
        id,
        names,
        written.map(({ definition }) => definition.type),
      );
    });
  }

  private mention(row: Row): Mention {
    const target = { id: row.target_id, type: row.target_type, title: row.target_title };
    return {
      source: { id: row.source_id, type: row.source_type, title: row.source_title },
      target,
      context: withTitle(row.context, target.title, this.aliases({ ...target, data: row.target_data })),
      at: iso(row.created_at),
    };
  }

  private aliases(card: { type: string; title: string; data: Record<string, unknown> }): string[] {
    return this.registry.ofStored(card.type).aliases({ ...card, body: "", tags: [], sourceUrl: null });
  }

  /** The card that stands for the caller: the one with their email address. */
  private async me(tx: Tx, caller: Caller): Promise<CardName | null> {
    const identities = this.registry
      .all()
      .flatMap((plugin) => (caller.email && plugin.standsFor(caller.email)) || [])
      .map((identity) => hashed(identity));
    if (!identities.length) return null;
    const { rows } = await tx.execute<CardName & Record<string, unknown>>(sql`select id, type, title from items.item
      where user_id = ${caller.userId} and identity = any(${sql.param(identities)}::text[]) and status <> 'trash' limit 1`);
    return rows[0] ?? null;
  }

  private peopleTypes(): string[] {
    const people = this.registry.all().filter(({ definition }) => definition.capabilities.includes(MENTION));
    return people.map(({ definition }) => definition.type);
  }

  private async card(tx: Tx, caller: Caller, id: string): Promise<WholeItem> {
    const row = await readItem(tx, caller.userId, id);
    if (!row) throw problem(itemNotFound);
    return row;
  }
}

const Place = z.tuple([z.iso.datetime({ offset: true }), z.uuid(), z.uuid()]);

const encode = ({ created_at, source_id, target_id }: Row): string =>
  Buffer.from(JSON.stringify([timeOf(created_at), source_id, target_id])).toString("base64url");

/** PostgreSQL's text of a time with all of its digits, which a Date does not keep. */
const timeOf = (at: string) => at.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");

function decode(cursor: string): z.infer<typeof Place> {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw problem(invalidCursor);
  }
}
