import type { Health } from "@tessera/contracts-releases/releases.ts";
import type { Vital } from "./bins.ts";
import { MIN_PEOPLE, type StepEvidence, type Worse } from "./step-evidence.ts";

/**
 * How many of 100 more people of the candidate may have a broken page while it counts as healthy, give or take a
 * standard error.
 */
const BROKEN_MARGIN = 0.02;
/** The same for pages that never reported, and for what visitors see: both are noisy. */
const NOISY_MARGIN = 0.1;
/** Visitors with a broken page that are taken seriously: one may have a strange browser. */
const MIN_VISITORS_BROKEN = 2;

export interface Group {
  /** People whose outcome does not change any more. */
  settled: number;
  people: number;
  broken: number;
  /** Pages given out, one for each person, of these those that never reported. */
  given: number;
  silent: number;
  visitors: number;
  visitorsBroken: number;
}
/** What people see of both releases; vitals as their 75th percentile. */
export interface Standing
  extends Record<"candidate" | "stable", Group>,
    Record<Vital, Record<"candidate" | "stable", number | null>> {}

type Verdict = Pick<Health, "verdict" | "reason">;

/** Withdrawn by proof alone; continues when nothing speaks against it and enough people have it. */
export function verdictOf(
  evidence: StepEvidence,
  standing: Standing,
  gate: { minPeople: number; margin: number | null },
): Verdict {
  const { candidate, stable } = standing;
  const worse = evidence.worse;
  if (worse) return { verdict: "worse", reason: reasonOf(worse, standing) };
  const hold = (reason: string): Verdict => ({ verdict: "collecting", reason });
  const missing = gate.minPeople - candidate.settled;
  if (missing > 0)
    return hold(
      `${candidate.settled} of ${gate.minPeople} people that the gate asks for have opened the candidate; ${missing} are missing.`,
    );
  if (rate(candidate.broken, candidate.people) - error(candidate) > rate(stable.broken, stable.people) + BROKEN_MARGIN)
    return hold(
      `${broken(candidate)} people had a broken page; too few to tell whether that is more than with stable.`,
    );
  if (
    candidate.given >= MIN_PEOPLE &&
    rate(candidate.silent, candidate.given) > rate(stable.silent, stable.given) + NOISY_MARGIN
  )
    return hold(
      `Pages that never reported: ${candidate.silent} of ${candidate.given} with the candidate, ${stable.silent} of ${stable.given} with stable.`,
    );
  if (
    candidate.visitorsBroken >= MIN_VISITORS_BROKEN &&
    rate(candidate.visitorsBroken, candidate.visitors) > rate(stable.visitorsBroken, stable.visitors) + NOISY_MARGIN
  )
    return hold(
      `Visitors see more broken pages: ${visitors(candidate)} with the candidate, ${visitors(stable)} with stable.`,
    );
  const wanted = evidence.missing;
  if (wanted !== 0)
    return hold(
      `Not worse so far. Before everybody gets it, it has to be ruled out that it is ${gate.margin} points worse: that takes ${
        wanted === null ? "people with both releases" : `about ${wanted} more people with the candidate`
      }, or you promote it.`,
    );
  return {
    verdict: "healthy",
    reason: `${candidate.settled} people, ${candidate.broken} with a broken page: not worse than stable.`,
  };
}

function reasonOf(worse: Worse, standing: Standing): string {
  const { candidate, stable } = standing;
  if (worse === "broken")
    return `More people had broken pages: ${broken(candidate)} with the candidate, ${broken(stable)} with stable.`;
  if (worse === "silent")
    return `More pages never reported that they were drawn: ${candidate.silent} of ${candidate.given} with the candidate, ${stable.silent} of ${stable.given} with stable.`;
  const vital = standing[worse];
  return `${worse.toUpperCase()} is worse: ${shown(vital.candidate)} with the candidate, ${shown(vital.stable)} with stable.`;
}

const rate = (part: number, whole: number) => (whole ? part / whole : 0);
/** Standard error of the rate of broken pages. */
const error = ({ broken: bad, people }: Group) =>
  people ? Math.sqrt(((bad / people) * (1 - bad / people)) / people) : 0;
const broken = ({ broken: bad, people }: Group) => `${bad} of ${people}`;
const visitors = ({ visitorsBroken, visitors: all }: Group) => `${visitorsBroken} of ${all}`;
const shown = (value: number | null) =>
  value === null ? "unknown" : value < 2 ? value.toFixed(2) : `${Math.round(value)} ms`;
