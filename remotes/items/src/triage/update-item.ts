import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import type { Item, ItemPatch, itemsClient } from "@tessera/contracts-items/items.ts";

/** Somebody changed the same fields since they were read; `fresh` is what they made of them. */
export class ConflictError extends Error {
  override name = "ConflictError";
  constructor(
    readonly fresh: Item,
    readonly fields: string[],
  ) {
    super("This card was changed elsewhere since you opened it.");
  }
}

/** What a change started from: the version, and the values that it replaces. */
export type Base = Pick<Item, "version"> & Partial<Item>;

const same = (a: unknown, b: unknown) => a === b || (typeof a !== "string" && JSON.stringify(a) === JSON.stringify(b));

/** Fields that both sides changed, to different values; keys of `data` count one by one. */
export function conflicts(base: Base, fresh: Item, patch: ItemPatch): string[] {
  const found: string[] = [];
  for (const [field, mine] of Object.entries(patch)) {
    if (field === "data") {
      for (const [key, value] of Object.entries(mine as Record<string, unknown>)) {
        const theirs = fresh.data[key];
        if (!same(theirs, base.data?.[key]) && !same(theirs, value)) found.push(`data.${key}`);
      }
      continue;
    }
    const theirs = fresh[field as keyof Item];
    if (!same(theirs, base[field as keyof Item]) && !same(theirs, mine)) found.push(field);
  }
  return found;
}

/**
 * Tries of one change against versions that keep growing under it (enrichment of a fresh capture grows it a few times).
 */
const TRIES = 4;

/**
 * Changes an item. When it was changed since (412), the change is laid over the fresh version if both touch different
 * fields.
 * @throws ConflictError when both touched the same field; nothing is written then
 * @throws ProblemError for every other refusal
 */
export async function updateItem(
  client: ReturnType<typeof itemsClient>,
  id: string,
  base: Base,
  patch: ItemPatch,
): Promise<Item> {
  let version = base.version;
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.update(id, version, patch);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 412 || attempt === TRIES) throw error;
      const fresh = await client.get(id);
      const fields = conflicts(base, fresh, patch);
      if (fields.length > 0) throw new ConflictError(fresh, fields);
      version = fresh.version;
    }
  }
}
