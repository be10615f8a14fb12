import { Injectable } from "@nestjs/common";
import type { SearchNode } from "@tessera/contracts-items/search/language.ts";
import type { SearchPage } from "@tessera/contracts-items/search/search.ts";
import { Log, LruCache } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Reader } from "../search/highlight.ts";
import { KnownVectors } from "./known-vectors.ts";
import { MeaningModel } from "./meaning-model.ts";
import { partsOf } from "./parts-of-text.ts";
import { SIZE } from "./vector-bytes.ts";

/** What a search by meaning answers: the nearest cards, or why there are none. */
export interface Near {
  state: SearchPage["meaning"];
  near: string[];
  /** How near a card is; one that has no vector is as near as the last of those that count. */
  cosineOf(id: string): number;
}
/** How near cards are to a card or a text, by their ids; and why there are none. */
export interface Like {
  state: "searched" | "late" | "unavailable";
  cosines: ReadonlyMap<string, number>;
}
const likeNone = (state: Like["state"]): Like => ({ state, cosines: new Map() });

const none = (state: Near["state"]): Near => ({ state, near: [], cosineOf: () => LEAST });

/** Words from which a search says more than a name: one word is a beginning or a name, and is looked for as such. */
const MIN_WORDS = 2;
/** Milliseconds that a search waits for the vector of its words; further pages and facets wait longer. */
const BUDGET = 150;
const PAGE_BUDGET = 5_000;
/** Searches whose vectors are kept. */
const MAX_KEPT = 1_000;
/** Cosine from which a card is near; decision 013 has the figures. */
const LEAST = 0.25;
/** Nearest cards that are looked at further. */
const MAX_NEAR = 100;
/** Parts of a text of which vectors are worked out while somebody waits. */
const MAX_PARTS = 3;
/** Milliseconds after which a model that failed is tried again. */
const AGAIN = 60_000;

/** Finds cards by what a search means, within the time that a search has. */
@Injectable()
export class Meanings {
  private readonly kept = new LruCache<string, Int8Array>(MAX_KEPT);
  private readonly going = new Map<string, Promise<Int8Array | null>>();
  private readonly vectors = new KnownVectors();
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly model: MeaningModel,
    private readonly log: Log,
  ) {}

  /** @param further whether the answer belongs to a list that was begun, or to what narrows it */
  async near(reader: Reader, userId: string, node: SearchNode, further = false): Promise<Near> {
    const words = wordsMeant(node);
    if (this.model.isOff || !words) return none("not-asked");
    if (performance.now() - this.failedAt < AGAIN) return none("unavailable");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, further ? PAGE_BUDGET : BUDGET, "late");
    });
    try {
      const vector = await Promise.race([this.vector(words, userId), late]);
      if (vector === "late") return none("late");
      if (!vector) return none("searched");
      const cosines = await this.vectors.compare(reader, userId, vector);
      const near = [...cosines]
        .filter(([, cosine]) => cosine >= LEAST)
        .sort(([, a], [, b]) => b - a)
        .slice(0, MAX_NEAR)
        .map(([id]) => id);
      return { state: "searched", near, cosineOf: (id) => cosines.get(id) ?? LEAST };
    } catch (error) {
      this.failedAt = performance.now();
      this.log.warn({ err: error }, "a search looked for words alone");
      return none("unavailable");
    } finally {
      clearTimeout(timer);
    }
  }

  /** Cards like a stored one. Late: its vectors are still to be made. */
  async likeCard(reader: Reader, userId: string, id: string): Promise<Like> {
    if (this.model.isOff) return likeNone("unavailable");
    const cosines = await this.vectors.compareCard(reader, userId, id);
    if (cosines) return { state: "searched", cosines };
    const { rows } = await reader.execute<{ waiting: boolean }>(
      sql`select waiting from items.embedding_state where item_id = ${id}`,
    );
    return likeNone(rows[0]?.waiting ? "late" : "unavailable");
  }

  /** Cards like a text that is typed. Late: asked again, it is known. */
  async likeText(reader: Reader, userId: string, text: string): Promise<Like> {
    const parts = partsOf(text).slice(0, MAX_PARTS);
    if (this.model.isOff || !parts.length) return likeNone("unavailable");
    if (performance.now() - this.failedAt < AGAIN) return likeNone("unavailable");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, BUDGET, "late");
    });
    try {
      const vectors = await Promise.race([Promise.all(parts.map((part) => this.vector(part, userId))), late]);
      if (vectors === "late") return likeNone("late");
      const known = vectors.filter((vector) => vector !== null);
      if (!known.length) return likeNone("unavailable");
      const asked = new Int8Array(known.length * SIZE);
      for (const [at, vector] of known.entries()) asked.set(vector, at * SIZE);
      return { state: "searched", cosines: await this.vectors.compare(reader, userId, asked) };
    } catch (error) {
      this.failedAt = performance.now();
      this.log.warn({ err: error }, "cards like a text were looked for by words alone");
      return likeNone("unavailable");
    } finally {
      clearTimeout(timer);
    }
  }

  /** Continues when nobody waits for it any more: the same search is asked again. */
  private vector(words: string, userId: string): Promise<Int8Array | null> {
    const kept = this.kept.get(words);
    if (kept) return Promise.resolve(kept);
    const before = this.going.get(words);
    if (before) return before;
    const vector = this.model
      .embed([words], userId)
      .then(([one]) => (one ? this.kept.set(words, one) : null))
      .finally(() => this.going.delete(words));
    this.going.set(words, vector);
    // Those who still wait learn of it.
    vector.catch(() => undefined);
    return vector;
  }
}

/**
 * The words that a search asks for by their meaning: at least two beside each other, none quoted, left out or chosen
 * between. @returns null where words alone decide
 */
export function wordsMeant(node: SearchNode): string | null {
  if (node.kind !== "and") return null;
  const words: string[] = [];
  for (const part of node.parts) {
    if (part.kind === "text" && !part.phrase) words.push(part.text);
    else if (part.kind !== "qualifier" && !(part.kind === "not" && part.part.kind === "qualifier")) return null;
    else if (part.kind === "qualifier" && part.name === "title") return null;
  }
  return words.length >= MIN_WORDS ? words.join(" ") : null;
}

/** The same search without its words: what a card must be that is found by meaning. */
export function withoutWords(node: SearchNode): SearchNode | null {
  if (node.kind !== "and") return null;
  const parts = node.parts.filter(({ kind }) => kind !== "text");
  return parts.length > 1 ? { kind: "and", parts } : (parts[0] ?? null);
}
