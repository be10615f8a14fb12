import { Injectable } from "@nestjs/common";
import type { JobNumbers } from "@tessera/contracts-queue/schedules.ts";
import { JobCounts } from "@tessera/service-kit";

const HOUR = 3_600_000;
/** Slots of a span; the last one is not over yet. */
const SPANS = { day: { slot: HOUR, slots: 24 }, week: { slot: 24 * HOUR, slots: 7 } } as const;

/** Numbers and rates of the jobs of everybody; nothing that names a person or says what their jobs were about. */
@Injectable()
export class Numbers {
  constructor(private readonly counts: JobCounts) {}

  count(span: keyof typeof SPANS): Promise<JobNumbers> {
    const { slot, slots } = SPANS[span];
    return this.counts.inSlots(slot, slots);
  }
}
