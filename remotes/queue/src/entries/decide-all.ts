import type { DecideEntries, DecideResult } from "@tessera/contracts-queue/queue.ts";
import { queueApi } from "../queue-api.ts";
import { inBatches } from "./in-batches.ts";

export type Decision = Omit<DecideEntries, "ids">;

/** @throws as `inBatches` */
export const decideAll = (ids: readonly string[], decision: Decision): Promise<DecideResult> =>
  inBatches(ids, (some) => queueApi.decideMany({ ids: some, ...decision }));
