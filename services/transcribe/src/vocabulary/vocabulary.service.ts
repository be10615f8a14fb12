import { Injectable, type OnModuleInit } from "@nestjs/common";
import { type TermsGiven, termsGiven, termsWanted } from "@tessera/contracts-transcribe/events.ts";
import { MAX_OWN_TERMS } from "@tessera/contracts-transcribe/limits.ts";
import { termKnown, termNotFound, tooManyTerms } from "@tessera/contracts-transcribe/problems.ts";
import type {
  NewTerm,
  TermChange,
  Vocabulary,
  VocabularyChange,
  VocabularyTerm,
} from "@tessera/contracts-transcribe/vocabulary.ts";
import { type Caller, Clock, Database, Events, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { readCorrections } from "./corrections.ts";
import { keyOf, learns, lockVocabulary, readTerms, replaceLearned, type TermRow, toTerm } from "./vocabulary.store.ts";

/** Ms between two questions to the areas about one person. */
const ASK_AGAIN_MS = 10 * 60_000;

/** The terms of each person; decisions/020 says how they are learned. */
@Injectable()
export class VocabularyService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(termsGiven, "transcribe.vocabulary", (given) => this.learn(given));
  }

  async read(caller: Caller): Promise<Vocabulary> {
    return this.database.as(caller, async (tx) => {
      await this.ask(tx, caller.userId);
      return this.vocabulary(tx, caller.userId);
    });
  }

  async change(caller: Caller, { learns }: VocabularyChange): Promise<Vocabulary> {
    return this.database.as(caller, async (tx) => {
      await lockVocabulary(tx, caller.userId);
      await tx.execute(sql`
        insert into transcribe.vocabulary (user_id, learns) values (${caller.userId}, ${learns})
        on conflict (user_id) do update set learns = excluded.learns, asked_at = null`);
      if (learns) await this.ask(tx, caller.userId);
      else
        await tx.execute(sql`
          delete from transcribe.term where user_id = ${caller.userId} and source <> 'own' and not refused`);
      return this.vocabulary(tx, caller.userId);
    });
  }

  /**
   * Adds a term, or changes one of the person's own. A learned one of the same spelling becomes theirs.
   * @throws ProblemException 409 `term_known`, `too_many_terms`
   */
  async write(caller: Caller, id: string, { term, soundsLike }: z.output<typeof NewTerm>): Promise<VocabularyTerm> {
    return this.database.as(caller, async (tx) => {
      const { userId } = caller;
      await lockVocabulary(tx, userId);
      const all = await readTerms(tx, userId);
      const same = all.find((one) => keyOf(one.term) === keyOf(term) && one.id !== id);
      if (same?.source === "own") throw problem(termKnown, { term: same.term });
      const own = all.filter(({ source }) => source === "own");
      if (own.length >= MAX_OWN_TERMS && !own.some((one) => one.id === id))
        throw problem(tooManyTerms, { count: MAX_OWN_TERMS });
      if (same) await tx.execute(sql`delete from transcribe.term where user_id = ${userId} and id = ${same.id}`);
      const spellings = sql`array(select jsonb_array_elements_text(${JSON.stringify(soundsLike)}::jsonb))`;
      const { rows } = await tx.execute<TermRow>(sql`
        insert into transcribe.term (id, user_id, term, key, sounds_like, source, created_at)
        values (${id}, ${userId}, ${term}, ${keyOf(term)}, ${spellings}, 'own', ${this.clock.now().toISOString()})
        on conflict (user_id, id) do update set term = excluded.term, key = excluded.key, source = 'own',
          sounds_like = excluded.sounds_like, refused = false
        returning *`);
      return toTerm(rows[0]!);
    });
  }

  /** @throws ProblemException 404 `term_not_found` */
  async refuse(caller: Caller, id: string, { refused }: TermChange): Promise<VocabularyTerm> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<TermRow>(sql`
        update transcribe.term set refused = ${refused}
        where user_id = ${caller.userId} and id = ${id} and source <> 'own' returning *`);
      if (!rows[0]) throw problem(termNotFound);
      return toTerm(rows[0]);
    });
  }

  /** @throws ProblemException 404 `term_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute(sql`
        delete from transcribe.term where user_id = ${caller.userId} and id = ${id} and source = 'own' returning id`);
      if (!rows.length) throw problem(termNotFound);
    });
  }

  /** Asks the areas for what they know of, unless that was done a moment ago or the person does not want it. */
  async ask(tx: Tx, userId: string): Promise<void> {
    const now = this.clock.now();
    const { rows } = await tx.execute(sql`
      insert into transcribe.vocabulary as v (user_id, asked_at) values (${userId}, ${now.toISOString()})
      on conflict (user_id) do update set asked_at = excluded.asked_at
      where v.learns and (v.asked_at is null
        or v.asked_at < ${new Date(now.getTime() - ASK_AGAIN_MS).toISOString()}::timestamptz)
      returning user_id`);
    if (!rows.length) return;
    await replaceLearned(tx, userId, "correction", await readCorrections(tx, userId), now);
    await this.events.publish(tx, termsWanted, { userId });
  }

  private async learn({ userId, source, terms }: TermsGiven): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      await lockVocabulary(tx, userId);
      if (!(await learns(tx, userId))) return;
      const given = terms.map((term) => ({ term, soundsLike: [] }));
      await replaceLearned(tx, userId, source, given, this.clock.now());
    });
  }

  private async vocabulary(tx: Tx, userId: string): Promise<Vocabulary> {
    return { learns: await learns(tx, userId), terms: (await readTerms(tx, userId)).map(toTerm) };
  }
}
