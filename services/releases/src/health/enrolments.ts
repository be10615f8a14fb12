import { isIn } from "../cohorts/cohort.ts";
import { percentOf, type StoredRollout } from "../rollouts/rollout.store.ts";
import type { Enrolment } from "./observation.store.ts";

export interface ComposedPage {
  subject: string;
  /** Release of each app that the page was composed with. */
  releases: Readonly<Record<string, string>>;
  /** When it was given out, ms. */
  at: number;
}

/**
 * The rollouts, by app, that a page is evidence in: it was given out within the present step, with the release that
 * chance gave the subject. Pinned people chose theirs, and pages that are older belong to no step.
 */
export function enrolmentsOf(page: ComposedPage, rollouts: readonly StoredRollout[]): Map<string, Enrolment> {
  const found = new Map<string, Enrolment>();
  for (const rollout of rollouts) {
    if (!rollout.begunAt) continue;
    const candidate = isIn(rollout.id, page.subject, percentOf(rollout));
    if (page.at < rollout.stepStartedAt.getTime()) continue;
    if (page.releases[rollout.app] !== (candidate ? rollout.candidate : rollout.stable)) continue;
    found.set(rollout.app, {
      rollout: rollout.id,
      step: rollout.step,
      candidate,
      since: rollout.startedAt.toISOString(),
    });
  }
  return found;
}
