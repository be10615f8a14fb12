import { Injectable } from "@nestjs/common";
import type { Health } from "@tessera/contracts-releases/releases.ts";
import { Clock } from "@tessera/service-kit";
import type { StoredRollout } from "../rollouts/rollout.store.ts";
import { HealthStore } from "./health.store.ts";
import { judge } from "./judge.ts";
import { ObservationStore } from "./observation.store.ts";

/** The health of rollouts. */
@Injectable()
export class Healths {
  constructor(
    private readonly observations: ObservationStore,
    private readonly sums: HealthStore,
    private readonly clock: Clock,
  ) {}

  async of({ id, app, stable, candidate, steps, step, startedAt, endedAt }: StoredRollout): Promise<Health> {
    const to = endedAt ?? this.clock.now();
    const [uses, speeds, pages] = await Promise.all([
      this.observations.uses(id, to),
      this.observations.speeds(id, to),
      this.sums.pages(app, startedAt, to),
    ]);
    const none = { pages: 0, pageErrors: 0 };
    const ofBoth = { stable: pages.get(stable) ?? none, candidate: pages.get(candidate) ?? none };
    return judge({ uses, speeds, pages: ofBoth }, { steps, step, from: startedAt, to });
  }
}
