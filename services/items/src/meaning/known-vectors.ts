import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Reader } from "../search/highlight.ts";
import { firstOf, likeness, type Vectors, vectorsOf } from "./vector-bytes.ts";

/** Vectors of one person that are compared: those of the cards that changed last. */
const MAX_COMPARED = 20_000;
/** Bytes of all people's vectors that a process holds. */
const MAX_HELD = 64 * 1024 * 1024;
/** Parts of a card or a text that others are compared with: it is known by its beginning. */
const MAX_ASKED = 3;
/** Cards that are compared before others have a turn of the event loop. */
const AT_ONCE = 2_000;

interface Person {
  cards: Map<string, Vectors>;
  /** What was written by a transaction from this one on was not seen. */
  horizon: string;
}

/** Vectors of people's cards, read once and kept up with what is written. */
export class KnownVectors {
  private readonly people = new Map<string, Person>();

  /** The cosine between a text, of its first parts, and that of each card, of its nearest part. */
  async compare(reader: Reader, userId: string, asked: Int8Array): Promise<Map<string, number>> {
    const { cards } = await this.read(reader, userId);
    return this.compared(cards, vectorsOf(asked));
  }

  /** The same of a card. @returns null where it has no vectors, or they are not compared */
  async compareCard(reader: Reader, userId: string, id: string): Promise<Map<string, number> | null> {
    const { cards } = await this.read(reader, userId);
    const asked = cards.get(id);
    return asked ? this.compared(cards, asked) : null;
  }

  private async compared(cards: ReadonlyMap<string, Vectors>, asked: Vectors): Promise<Map<string, number>> {
    const wanted = firstOf(asked, MAX_ASKED);
    const cosines = new Map<string, number>();
    const atOnce = Math.ceil(AT_ONCE / Math.max(1, wanted.lengths.length));
    for (const [id, vectors] of cards) {
      cosines.set(id, likeness(wanted, vectors));
      if (cosines.size % atOnce === 0) await setImmediate();
    }
    return cosines;
  }

  private async read(reader: Reader, userId: string): Promise<Person> {
    const person = this.people.get(userId) ?? { cards: new Map<string, Vectors>(), horizon: "0" };
    // The one that was used last stands last. Two who read at once read the same.
    this.people.delete(userId);
    this.people.set(userId, person);
    const { rows } = await reader.execute<{ horizon: string; item_id: string | null; vector: Buffer | null }>(sql`
      select h.horizon, e.item_id, e.vector
      from (select pg_snapshot_xmin(pg_current_snapshot())::text as horizon) h left join (
        select item_id, part, vector from items.embedding
        where user_id = ${userId} and written >= ${person.horizon}::xid8 order by written desc limit ${MAX_COMPARED}
      ) e on true order by e.item_id, e.part`);
    for (const [id, parts] of Map.groupBy(rows, ({ item_id }) => item_id)) {
      if (id === null) continue;
      const blobs = parts.flatMap(({ vector }) => vector ?? []);
      if (blobs.length) person.cards.set(id, vectorsOf(new Int8Array(Buffer.concat(blobs))));
      else person.cards.delete(id);
    }
    person.horizon = rows[0]!.horizon;
    this.bound();
    return person;
  }

  /** Forgets who searched longest ago. */
  private bound(): void {
    let bytes = 0;
    for (const [userId, { cards }] of [...this.people].reverse()) {
      for (const { numbers } of cards.values()) bytes += numbers.length;
      if (bytes > MAX_HELD && this.people.size > 1) this.people.delete(userId);
    }
  }
}
