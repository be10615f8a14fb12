import { Injectable } from "@nestjs/common";
import type { ChangeFlag, Flag, FlagSetting } from "@tessera/contracts-releases/flag.ts";
import { badFlagValue, flagNotFound } from "@tessera/contracts-releases/problems.ts";
import { type FlagDeclaration, isValueOf } from "@tessera/federation/flags.ts";
import { problem } from "@tessera/service-kit";
import { type Act, type Actor, Audit } from "../audit.ts";
import { type Live, LiveState } from "../live-state.ts";
import { ReleaseStore } from "../release.store.ts";
import { FlagStore, type StoredFlag } from "./flag.store.ts";

/** Sets flags that releases declare, goes back, and names those that none declares any more. */
@Injectable()
export class Flags {
  constructor(
    private readonly store: FlagStore,
    private readonly releases: ReleaseStore,
    private readonly live: LiveState,
    private readonly audit: Audit,
  ) {}

  /** @param app null: of all apps */
  async list(app: string | null): Promise<Flag[]> {
    const live = await this.live.read();
    const apps = app === null ? [...live.stable.keys()].sort() : [app];
    const lists = await Promise.all(apps.map((name) => this.of(name, live)));
    return lists.flat();
  }

  /** @throws ProblemException 404 `flag_not_found`, 422 `bad_flag_value` */
  set(app: string, key: string, { reason, ...setting }: ChangeFlag, by: Actor): Promise<Flag> {
    return this.live.change(async (live) => {
      const declarations = (await this.declared(app, live)).flatMap((flags) => flags[key] ?? []);
      if (!declarations.length) throw problem(flagNotFound, { app, key });
      if (!declarations.some((flag) => isValueOf(flag, setting.value)))
        throw problem(badFlagValue, { key, values: valuesOf(declarations[0]!).join(", ") });
      await this.store.set(app, key, setting);
      return this.changed(app, key, "flag_changed", `${described(setting)}: ${reason}`, by);
    });
  }

  /** To what it was before the last change; a second time undoes the first. @throws ProblemException 404 */
  goBack(app: string, key: string, reason: string, by: Actor): Promise<Flag> {
    return this.live.change(async ({ flags }) => {
      const { before } = stored(flags, app, key);
      await this.store.goBack(app, key);
      return this.changed(app, key, "flag_rolled_back", `${described(before)}: ${reason}`, by);
    });
  }

  /** Everybody gets what the app declares, and what was set is forgotten. @throws ProblemException 404 */
  remove(app: string, key: string, reason: string, by: Actor): Promise<void> {
    return this.live.change(async ({ flags }) => {
      stored(flags, app, key);
      await this.store.remove(app, key);
      await this.audit.write({ app, actor: by, action: "flag_removed", detail: `${key}: ${reason}` });
    });
  }

  private async changed(app: string, key: string, action: Act, detail: string, actor: Actor): Promise<Flag> {
    await this.audit.write({ app, actor, action, detail: `${key}, ${detail}` });
    return (await this.of(app, await this.live.read())).find((flag) => flag.key === key)!;
  }

  private async of(app: string, live: Live): Promise<Flag[]> {
    const declared = Object.assign({}, ...(await this.declared(app, live)).toReversed()) as Record<
      string,
      FlagDeclaration
    >;
    const set = live.flags.filter((flag) => flag.app === app);
    const keys = [...new Set([...Object.keys(declared), ...set.map(({ key }) => key)])].sort();
    return keys.map((key) => {
      const known = set.find((flag) => flag.key === key);
      const flag = declared[key];
      return {
        app,
        key,
        declared: flag ? { title: flag.title, variants: flag.variants ?? null, default: flag.default } : null,
        setting: known?.setting ?? null,
        ...(known ? { before: known.before } : {}),
        changedAt: known?.changedAt ?? null,
      };
    });
  }

  /**
   * Of the releases that people get: a candidate's first, then those that somebody is pinned to, then the stable one's.
   */
  private async declared(app: string, { stable, rollouts, pins }: Live): Promise<Record<string, FlagDeclaration>[]> {
    const ids = [
      ...rollouts.filter((open) => open.app === app).map(({ candidate }) => candidate),
      ...pins.filter((pin) => pin.app === app).map(({ release }) => release),
      ...[stable.get(app) ?? []].flat(),
    ];
    const found = await Promise.all([...new Set(ids)].map((id) => this.releases.find(app, id)));
    return found.map((one) => one?.release.manifest.flags ?? {});
  }
}

/** @throws ProblemException 404 `flag_not_found` */
function stored(flags: readonly StoredFlag[], app: string, key: string): StoredFlag {
  const flag = flags.find((one) => one.app === app && one.key === key);
  if (!flag) throw problem(flagNotFound, { app, key });
  return flag;
}

const valuesOf = ({ variants }: FlagDeclaration) => (variants ? Object.keys(variants).sort() : ["true", "false"]);

/** Without the people: the log is kept longer than what they are named in. */
function described(setting: FlagSetting | null): string {
  if (!setting) return "as the app declares";
  const people = setting.people.length ? ` and ${setting.people.length} named` : "";
  return `${setting.value} for ${setting.percent} %${people}`;
}
