import type { Rollout } from "@tessera/contracts-releases/releases.ts";
import { HealthPlot } from "./health-plot.tsx";
import { brokenRate, figure, isWorse } from "./release-words.ts";

/** People with a broken page, of the candidate against stable. */
export function BrokenPlot({ rollout }: { rollout: Rollout }) {
  const { health } = rollout;
  const { points } = health.series;
  return (
    <HealthPlot
      label="Broken in 1,000 people"
      stable={{ points: points.map(({ stable }) => brokenRate(stable)), figure: figure(brokenRate(health.stable)) }}
      candidate={{
        points: points.map(({ candidate }) => brokenRate(candidate)),
        figure: figure(brokenRate(health.candidate)),
      }}
      worse={isWorse(rollout)}
    />
  );
}

/** Largest contentful paint of the candidate against stable. */
export function OpeningPlot({ rollout: { health } }: { rollout: Rollout }) {
  const { points } = health.series;
  return (
    <HealthPlot
      label="Opening time in ms"
      stable={{ points: points.map(({ stable }) => stable.lcp), figure: figure(health.stable.lcp, 0) }}
      candidate={{ points: points.map(({ candidate }) => candidate.lcp), figure: figure(health.candidate.lcp, 0) }}
    />
  );
}
