import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { termsGiven, termsWanted } from "@tessera/contracts-transcribe/events.ts";
import { MAX_GIVEN, MAX_TERM_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import { Database, Events, type Tx } from "@tessera/service-kit";
import { isCommon } from "@tessera/speech/vocabulary/common-words.ts";
import { sql } from "drizzle-orm";
import { listTags } from "../tags/list-tags.ts";
import { TypeRegistry } from "../types/registry.ts";

/** Cards whose titles are looked at, the latest first. */
const MAX_TITLES = 1000;
/** A word that is written like a name. */
const NAME = /(?<![\p{L}\p{N}@./])\p{Lu}[\p{L}’'-]{2,}(?![\p{L}\p{N}@/])/gu;

/** What cards know of a person's names, for the recognition of their speech: people, tags, and names in titles. */
@Injectable()
export class GiveTerms implements OnModuleInit {
  constructor(
    @Inject(TypeRegistry) private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    this.events.on(termsWanted, "items.terms", ({ userId }) => this.give(userId));
  }

  private give(userId: string): Promise<void> {
    return this.database.as({ userId }, async (tx) => {
      const [people, tags, titles] = [
        await this.people(tx, userId),
        await tagsOf(tx, userId),
        await namesIn(tx, userId),
      ];
      await this.events.publish(tx, termsGiven, { userId, source: "person", terms: bounded(people) });
      await this.events.publish(tx, termsGiven, { userId, source: "tag", terms: bounded(tags) });
      await this.events.publish(tx, termsGiven, { userId, source: "title", terms: bounded(titles) });
    });
  }

  /** Names and aliases, the latest people first. */
  private async people(tx: Tx, userId: string): Promise<string[]> {
    const { rows } = await tx.execute<{ title: string; data: Record<string, unknown> }>(sql`
      select title, data from items.item where user_id = ${userId} and type = 'person' and status <> 'trash'
      order by updated_at desc, id desc limit ${MAX_GIVEN}`);
    const person = this.registry.ofStored("person");
    return rows.flatMap(({ title, data }) => [
      title,
      ...person.aliases({ type: "person", title, data, body: "", tags: [], sourceUrl: null }),
    ]);
  }
}

const tagsOf = async (tx: Tx, userId: string) => (await listTags(tx, userId, {})).map(({ tag }) => tag);

/** Names in titles, the most frequent first; words of every day begin a title with a capital, too. */
async function namesIn(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ title: string }>(sql`
    select title from items.item where user_id = ${userId} and status <> 'trash' and type <> 'person'
    order by updated_at desc, id desc limit ${MAX_TITLES}`);
  const counts = new Map<string, number>();
  for (const { title } of rows)
    for (const [name] of title.matchAll(NAME)) {
      const bare = name.replace(/['’]s$/, "");
      if (!isCommon(bare)) counts.set(bare, (counts.get(bare) ?? 0) + 1);
    }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

const bounded = (terms: readonly string[]) =>
  [...new Set(terms.map((term) => term.trim()))]
    .filter((term) => term.length > 1 && term.length <= MAX_TERM_LENGTH)
    .slice(0, MAX_GIVEN);
