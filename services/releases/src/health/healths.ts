import { Injectable } from "@nestjs/common";
import type { Health } from "@tessera/contracts-releases/releases.ts";
import { Clock } from "@tessera/service-kit";
import type { StoredRollout } from "../rollouts/rollout.store.ts";
import { HealthStore, STRETCH_SECONDS } from "./health.store.ts";
import { judge } from "./judge.ts";

/** The health of rollouts. */
@Injectable()
export class Healths {
  constructor(
    private readonly store: HealthStore,
    private readonly clock: Clock,
  ) {}

  async of({ app, stable, candidate, steps, step, startedAt, endedAt }: StoredRollout): Promise<Health> {
    const width = STRETCH_SECONDS * 1000;
    const from = new Date(Math.floor(startedAt.getTime() / width) * width);
    const to = endedAt ?? this.clock.now();
    const counts = await this.store.since(app, [stable, candidate], from);
    return judge(
      counts.filter(({ stretch }) => stretch <= to),
      { stable, candidate, gate: steps[step]!.gate, from, to },
    );
  }
}
