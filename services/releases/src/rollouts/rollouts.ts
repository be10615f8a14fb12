import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { alreadyStable, nothingToRollBack, rolloutNotFound, rolloutOpen, wrongState } from "@tessera/contracts-releases/problems.ts";
import type { AuditEntry, NewRollout, RolloutStep } from "@tessera/contracts-releases/releases.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { Clock, problem } from "@tessera/service-kit";
import { Audit } from "../audit.ts";
import { KnownReleases } from "../known-releases.ts";
import { type Live, LiveState } from "../live-state.ts";
import { isOpen, RolloutStore, type StoredRollout } from "./rollout.store.ts";

/** Takes an app from its stable release to a candidate, step by step, and back. */
@Injectable()
export class Rollouts {
  constructor(
    private readonly store: RolloutStore,
    private readonly known: KnownReleases,
    private readonly live: LiveState,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** The open rollout of an app, else its last. @throws ProblemException 404 `rollout_not_found` */
  async last(app: string): Promise<StoredRollout> {
    const rollout = await this.store.last(app);
    if (!rollout) throw problem(rolloutNotFound, { app });
    return rollout;
  }

  /** @throws ProblemException 404 `release_not_found`, 409 `rollout_open` or `already_stable`, 422 `requirements_unmet` */
  start(app: string, { release: name, steps }: NewRollout, by: string): Promise<StoredRollout> {
    return this.live.change(async (live) => {
      const release = await this.known.named(app, name);
      const open = live.rollouts.find((rollout) => rollout.app === app);
      if (open) throw problem(rolloutOpen, { app, release: open.candidate, state: open.state });
      if (live.stable.get(app) === release.id) throw problem(alreadyStable, { app, release: release.id });
      await this.known.requireCompatible(live, [release], "The rollout was not started");
      return this.begin(live, release, steps, by);
    });
  }

  /** Within a change: starts a rollout that was found possible. */
  async begin(live: Live, { app, id }: Release, steps: RolloutStep[], by: string): Promise<StoredRollout> {
    const now = this.clock.now();
    const rollout: StoredRollout = {
      id: randomUUID(),
      app,
      stable: live.stable.get(app)!,
      candidate: id,
      steps,
      step: 0,
      state: "running",
      stepStartedAt: now,
      startedAt: now,
      startedBy: by,
      endedAt: null,
      reason: null,
    };
    await this.store.insert(rollout);
    const ramp = steps.map((step) => `${step.percent} %`).join(", ");
    await this.audit.write({ app, actor: by, action: "rollout_started", release: id, detail: ramp });
    return rollout;
  }

  pause(app: string, by: string, reason?: string) {
    return this.act(app, by, "rollout_paused", ["running"], (rollout) => ({ ...rollout, state: "paused", reason: reason ?? null }));
  }

  /** The present step is held anew. */
  resume(app: string, by: string) {
    return this.act(app, by, "rollout_resumed", ["paused"], (rollout, now) => ({
      ...rollout,
      state: "running",
      stepStartedAt: now,
      reason: null,
    }));
  }

  promote(app: string, by: string, reason?: string) {
    return this.act(app, by, "rollout_promoted", ["running", "paused"], async (rollout, now) => {
      await this.store.setStable(app, rollout.candidate);
      return { ...rollout, state: "promoted", endedAt: now, reason: reason ?? null };
    });
  }

  abort(app: string, by: string, reason?: string) {
    return this.act(app, by, "rollout_aborted", ["running", "paused"], (rollout, now) => ({
      ...rollout,
      state: "aborted",
      endedAt: now,
      reason: reason ?? `Aborted by ${by}`,
    }));
  }

  /** The next step, or promotion after the last one at 100 %. Nothing happens when the rollout is no longer as it was judged. */
  async advance(judged: StoredRollout, by: string, reason: string): Promise<void> {
    if (judged.step === judged.steps.length - 1) {
      await this.promote(judged.app, by, reason);
      return;
    }
    const next = judged.steps[judged.step + 1]!;
    await this.act(
      judged.app,
      by,
      "rollout_advanced",
      ["running"],
      (rollout, now) =>
        rollout.id === judged.id && rollout.step === judged.step ? { ...rollout, step: rollout.step + 1, stepStartedAt: now } : rollout,
      `${next.percent} %`,
    );
  }

  /**
   * Makes a release stable in one step: the named one, else the one that was stable before. An open rollout ends.
   * @throws ProblemException 404 `release_not_found`, 409 `nothing_to_roll_back`, 422 `requirements_unmet`
   */
  rollback(app: string, by: string, to?: string, reason?: string): Promise<void> {
    return this.live.change(async (live) => {
      const open = live.rollouts.find((rollout) => rollout.app === app);
      const present = live.stable.get(app);
      // With a rollout open, "back" is to where it came from; else to what was stable before.
      const name = to ?? (open ? present : present && (await this.store.stableBefore(app, present)));
      if (!name) throw problem(nothingToRollBack, { app });
      const release = await this.known.named(app, name);
      const rest = { ...live, rollouts: live.rollouts.filter((rollout) => rollout !== open) };
      await this.known.requireCompatible(rest, [release], "Nothing was rolled back");
      const last = open ?? (await this.store.last(app));
      if (last && (open || (last.state === "promoted" && last.candidate === present)))
        await this.store.update({ ...last, state: "rolled_back", endedAt: this.clock.now(), reason: reason ?? `Rolled back by ${by}` });
      await this.store.setStable(app, release.id);
      await this.audit.write({ app, actor: by, action: "rolled_back", release: release.id, detail: reason ?? "" });
    });
  }

  /** @throws ProblemException 409 `wrong_state` unless the app's rollout is in one of the states */
  private act(
    app: string,
    by: string,
    action: AuditEntry["action"],
    from: StoredRollout["state"][],
    next: (rollout: StoredRollout, now: Date) => StoredRollout | Promise<StoredRollout>,
    detail?: string,
  ): Promise<StoredRollout> {
    return this.live.change(async () => {
      const rollout = await this.last(app);
      if (!from.includes(rollout.state)) {
        const what = isOpen(rollout) ? `is ${rollout.state}` : `has ended: it was ${rollout.state.replace("_", " ")}`;
        throw problem(wrongState, { app, release: rollout.candidate, state: what });
      }
      const changed = await next(rollout, this.clock.now());
      if (changed === rollout) return rollout;
      await this.store.update(changed);
      await this.audit.write({ app, actor: by, action, release: rollout.candidate, detail: detail ?? changed.reason ?? "" });
      return changed;
    });
  }
}
