import { Injectable } from "@nestjs/common";
import type { AppOverview, Overview, Pin, Rollout } from "@tessera/contracts-releases/releases.ts";
import { Audit } from "../audit.ts";
import { Healths } from "../health/healths.ts";
import { referenceTo, summary } from "../list-releases.ts";
import { LiveState } from "../live-state.ts";
import type { PinRow } from "../pins/pin.store.ts";
import { Previews } from "../previews/previews.ts";
import { ReleaseStore } from "../release.store.ts";
import { Schedules } from "../schedules/schedules.ts";
import { isOpen, percentOf, RolloutStore, type StoredRollout } from "./rollout.store.ts";

/** Releases of an app that are shown, at most. */
const SHOWN_RELEASES = 20;

/** Entries of the log that the overview brings along; the log has the rest. */
const SHOWN_ENTRIES = 50;

/** Rollouts as people read them. */
@Injectable()
export class RolloutViews {
  constructor(
    private readonly releases: ReleaseStore,
    private readonly rollouts: RolloutStore,
    private readonly live: LiveState,
    private readonly healths: Healths,
    private readonly audit: Audit,
    private readonly schedules: Schedules,
    private readonly previews: Previews,
  ) {}

  async rollout(stored: StoredRollout): Promise<Rollout> {
    const { begunAt, proceedsUntil: _, ...shown } = stored;
    const { app, stepStartedAt, startedAt, endedAt, steps, step, state } = shown;
    const hold = steps[step]!.holdSeconds * 1000;
    return {
      ...shown,
      stable: await this.reference(app, stored.stable),
      candidate: await this.reference(app, stored.candidate),
      percent: isOpen(stored) || state === "promoted" ? percentOf(stored) : 0,
      begun: begunAt !== null,
      waits: isOpen(stored) ? await this.schedules.holdOf(stored) : null,
      holdUntil: state === "running" && begunAt ? new Date(stepStartedAt.getTime() + hold).toISOString() : null,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      health: await this.healths.of(stored),
    };
  }

  async pin({ app, release, ...rest }: PinRow): Promise<Pin> {
    return { ...rest, app, release: await this.reference(app, release) };
  }

  async overview(): Promise<Overview> {
    const live = await this.live.read();
    const previews = await this.previews.list(null);
    const items: AppOverview[] = [];
    for (const [name, id] of live.stable) {
      const releases = await this.releases.list(name);
      const stable = (await this.releases.find(name, id))!;
      const rollout = await this.rollouts.last(name);
      items.push({
        name,
        title: stable.release.manifest.title,
        kind: stable.release.kind,
        stable: summary(stable),
        rollout: rollout && (await this.rollout(rollout)),
        releases: releases.slice(0, SHOWN_RELEASES).map(summary),
        previews: previews.filter(({ app }) => app === name),
        pins: await Promise.all(live.pins.filter((pin) => pin.app === name).map((pin) => this.pin(pin))),
      });
    }
    return { items, timeline: await this.audit.read({ limit: SHOWN_ENTRIES }) };
  }

  private async reference(app: string, id: string) {
    return referenceTo((await this.releases.known(app, id))!);
  }
}
