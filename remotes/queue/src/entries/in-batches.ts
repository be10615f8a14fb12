import { MAX_BULK_ROWS } from "@tessera/contracts-queue/limits.ts";
import type { DecideResult } from "@tessera/contracts-queue/queue.ts";

/** @throws what the first call throws; what a later one refuses is skipped, with its sentence */
export async function inBatches(
  ids: readonly string[],
  send: (ids: string[]) => Promise<DecideResult>,
): Promise<DecideResult> {
  const result: DecideResult = { changed: [], skipped: [] };
  for (let from = 0; from < ids.length; from += MAX_BULK_ROWS) {
    const some = ids.slice(from, from + MAX_BULK_ROWS);
    try {
      const { changed, skipped } = await send(some);
      result.changed.push(...changed);
      result.skipped.push(...skipped);
    } catch (error) {
      if (from === 0) throw error;
      const reason = (error as Error).message;
      result.skipped.push(...ids.slice(from).map((id) => ({ id, reason })));
      break;
    }
  }
  return result;
}
