import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import {
  alreadyStable,
  nothingToRollBack,
  rolloutNotFound,
  rolloutOpen,
  wrongState,
} from "@tessera/contracts-releases/problems.ts";
import type { NewRollout, Rollback, RollbackPlan, RolloutStep } from "@tessera/contracts-releases/releases.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { Clock, problem } from "@tessera/service-kit";
import { type Act, type Actor, Audit } from "../audit.ts";
import { KnownReleases } from "../known-releases.ts";
import { referenceTo } from "../list-releases.ts";
import { type Live, LiveState } from "../live-state.ts";
import { Recalls } from "../recalls.ts";
import { type PublishedRelease, ReleaseStore } from "../release.store.ts";
import { Schedules } from "../schedules/schedules.ts";
import { isOpen, RolloutStore, type StoredRollout } from "./rollout.store.ts";

/** Where a rollback leads from, and to. */
interface WayBack {
  present: string | undefined;
  open: StoredRollout | undefined;
  to: PublishedRelease;
  /** What is live without the open rollout. */
  rest: Live;
}

/** Takes an app from its stable release to a candidate, step by step, and back. */
@Injectable()
export class Rollouts {
  constructor(
    private readonly store: RolloutStore,
    private readonly releases: ReleaseStore,
    private readonly known: KnownReleases,
    private readonly live: LiveState,
    private readonly audit: Audit,
    private readonly recalls: Recalls,
    private readonly schedules: Schedules,
    private readonly clock: Clock,
  ) {}

  /** The open rollout of an app, else its last. @throws ProblemException 404 `rollout_not_found` */
  async last(app: string): Promise<StoredRollout> {
    const rollout = await this.store.last(app);
    if (!rollout) throw problem(rolloutNotFound, { app });
    return rollout;
  }

  /**
   * @throws ProblemException 404 `release_not_found`, 409 `rollout_open`, `already_stable` or `release_withdrawn`, 422
   * `requirements_unmet`
   */
  start(app: string, { release: name, steps, again = false }: NewRollout, by: Actor): Promise<StoredRollout> {
    return this.live.change(async (live) => {
      const found = await this.known.named(app, name);
      const { release } = found;
      const open = live.rollouts.find((rollout) => rollout.app === app);
      if (open) throw problem(rolloutOpen, { app, release: open.candidate, state: open.state });
      if (live.stable.get(app) === release.id) throw problem(alreadyStable, { app, release: release.id });
      this.known.requireNotWithdrawn(found, again, "The rollout was not started");
      await this.known.requireCompatible(live, [release], "The rollout was not started");
      return this.begin(live, release, steps, by);
    });
  }

  /** Within a change: starts a rollout that was found possible. It waits while its schedule is closed. */
  async begin(live: Live, { app, id }: Release, steps: RolloutStep[], by: Actor): Promise<StoredRollout> {
    const now = this.clock.now();
    const hold = await this.schedules.hold(app);
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
      startedBy: by.name,
      endedAt: null,
      begunAt: hold ? null : now,
      proceedsUntil: null,
      reason: null,
    };
    await this.store.insert(rollout);
    await this.releases.takeBackWithdrawal(app, id);
    const ramp = steps.map((step) => `${step.percent} %`).join(", ");
    const detail = hold ? `${ramp}; waits until ${hold.until}` : ramp;
    await this.audit.write({ app, actor: by, action: "rollout_started", release: id, detail });
    return rollout;
  }

  pause(app: string, by: Actor, reason?: string) {
    return this.act(app, by, "rollout_paused", ["running"], (rollout) => ({
      ...rollout,
      state: "paused",
      reason: reason ?? null,
    }));
  }

  /** The present step is held again from its start. */
  resume(app: string, by: Actor) {
    return this.act(app, by, "rollout_resumed", ["paused"], (rollout, now) => ({
      ...rollout,
      state: "running",
      stepStartedAt: now,
      reason: null,
    }));
  }

  /** The first step begins: its schedule has opened. */
  beginStep(waiting: StoredRollout, by: Actor): Promise<StoredRollout> {
    const { app, id, steps } = waiting;
    return this.act(
      app,
      by,
      "rollout_begun",
      ["running"],
      (rollout, now) =>
        rollout.id === id && !rollout.begunAt ? { ...rollout, begunAt: now, stepStartedAt: now } : rollout,
      `${steps[0]!.percent} %`,
    );
  }

  /**
   * Continues although its schedule is closed, until that opens; its health decides as always.
   * @throws ProblemException 404 `rollout_not_found`, 409 `wrong_state`
   */
  proceed(app: string, by: Actor, reason: string): Promise<StoredRollout> {
    return this.act(
      app,
      by,
      "rollout_proceeds",
      ["running", "paused"],
      async (rollout, now) => {
        const hold = await this.schedules.holdOf(rollout);
        if (!hold) throw problem(wrongState, { app, release: rollout.candidate, state: "is held by no schedule" });
        const begins = rollout.state === "running" && !rollout.begunAt;
        const begun = begins ? { begunAt: now, stepStartedAt: now } : {};
        return { ...rollout, ...begun, proceedsUntil: new Date(hold.until) };
      },
      reason,
    );
  }

  /** @throws ProblemException 409 `wrong_state` or `outside_schedule` */
  promote(app: string, by: Actor, reason?: string) {
    return this.finish(app, by, reason, async (rollout) => {
      if (await this.schedules.holdOf(rollout))
        await this.schedules.requireOpen(app, "The rollout was not promoted", by, reason);
    });
  }

  private finish(
    app: string,
    by: Actor,
    reason: string | undefined,
    check: (rollout: StoredRollout) => Promise<void> = async () => undefined,
  ) {
    return this.act(app, by, "rollout_promoted", ["running", "paused"], async (rollout, now) => {
      await check(rollout);
      await this.store.setStable(app, rollout.candidate);
      return { ...rollout, state: "promoted", endedAt: now, reason: reason ?? null };
    });
  }

  abort(app: string, by: Actor, reason?: string) {
    const why = reason ?? `Aborted by ${by.name}`;
    return this.act(app, by, "rollout_aborted", ["running", "paused"], async (rollout, now) => {
      await this.releases.withdraw(app, rollout.candidate, by.name, why);
      await this.recalls.announce({ app, releases: [rollout.candidate] });
      return { ...rollout, state: "aborted", endedAt: now, reason: why };
    });
  }

  /**
   * The next step, or promotion after the last one at 100 %. Nothing happens when the rollout is no longer as it was
   * judged.
   */
  async advance(judged: StoredRollout, by: Actor, reason: string): Promise<void> {
    if (judged.step === judged.steps.length - 1) {
      await this.finish(judged.app, by, reason);
      return;
    }
    const next = judged.steps[judged.step + 1]!;
    await this.act(
      judged.app,
      by,
      "rollout_advanced",
      ["running"],
      (rollout, now) =>
        rollout.id === judged.id && rollout.step === judged.step
          ? { ...rollout, step: rollout.step + 1, stepStartedAt: now }
          : rollout,
      `${next.percent} %`,
    );
  }

  /**
   * What `rollback` would do now.
   * @throws ProblemException 404 `release_not_found`, 409 `ambiguous_version` or `nothing_to_roll_back`
   */
  async plan(app: string, name: string | undefined): Promise<RollbackPlan> {
    const { present, open, to, rest } = await this.wayBack(await this.live.read(), app, name);
    const reference = async (id: string) => referenceTo((await this.releases.known(app, id))!);
    return {
      app,
      from: present === undefined ? null : await reference(present),
      to: referenceTo(to),
      endsRollout: open ? await reference(open.candidate) : null,
      withdrawn: to.withdrawn?.reason ?? null,
      breaks: await this.known.unmet(rest, [to.release]),
    };
  }

  /**
   * Makes a release stable in one step: the named one, else the one that was stable before and was not withdrawn. An
   * open rollout ends, and what is left for an older release is withdrawn.
   * @throws ProblemException 404 `release_not_found`, 409 `ambiguous_version`, `nothing_to_roll_back` or
   * `release_withdrawn`, 422 `requirements_unmet`
   */
  rollback(app: string, by: Actor, { to: name, reason, again = false, force = false }: Rollback): Promise<void> {
    const what = "Nothing was rolled back";
    return this.live.change(async (live) => {
      const { present, open, to, rest } = await this.wayBack(live, app, name);
      const { release } = to;
      this.known.requireNotWithdrawn(to, again, what);
      if (!force) await this.known.requireCompatible(rest, [release], what);
      // The way back is always free; a newer release is given to people as any other is.
      const isBack = present === undefined || !(await this.isNewer(app, release.id, await this.numbered(app, present)));
      if (!isBack) await this.schedules.requireOpen(app, what, by, reason);
      const why = reason ?? `Rolled back by ${by.name}`;
      const last = open ?? (await this.store.last(app));
      if (last && (open || (last.state === "promoted" && last.candidate === present)))
        await this.store.update({ ...last, state: "rolled_back", endedAt: this.clock.now(), reason: why });
      for (const left of [present, open?.candidate])
        if (left !== undefined && (await this.isNewer(app, left, to)))
          await this.releases.withdraw(app, left, by.name, why);
      await this.releases.takeBackWithdrawal(app, release.id);
      await this.store.setStable(app, release.id);
      const left = [present, open?.candidate].filter((id) => id !== undefined && id !== release.id);
      await this.recalls.announce({ app, releases: left as string[] });
      const detail = [reason, force && "forced"].filter(Boolean).join("; ");
      await this.audit.write({ app, actor: by, action: "rolled_back", release: release.id, detail });
    });
  }

  private async numbered(app: string, id: string): Promise<PublishedRelease> {
    return (await this.releases.known(app, id))!;
  }

  private async isNewer(app: string, id: string, than: PublishedRelease): Promise<boolean> {
    return (await this.numbered(app, id)).number > than.number;
  }

  /** With a rollout open, "back" is to where it came from; else to what was stable before. */
  private async wayBack(live: Live, app: string, name: string | undefined): Promise<WayBack> {
    const open = live.rollouts.find((rollout) => rollout.app === app);
    const present = live.stable.get(app);
    const id = name ?? (open ? present : present && (await this.store.stableBefore(app, present)));
    if (!id) throw problem(nothingToRollBack, { app });
    const to = await this.known.named(app, id);
    return { present, open, to, rest: { ...live, rollouts: live.rollouts.filter((rollout) => rollout !== open) } };
  }

  /** @throws ProblemException 409 `wrong_state` unless the app's rollout is in one of the states */
  private act(
    app: string,
    by: Actor,
    action: Act,
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
      await this.audit.write({
        app,
        actor: by,
        action,
        release: rollout.candidate,
        detail: detail ?? changed.reason ?? "",
      });
      return changed;
    });
  }
}
