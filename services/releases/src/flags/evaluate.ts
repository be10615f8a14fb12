import type { ComposedRemote, Release } from "@tessera/federation/composition.ts";
import { type FlagValue, isValueOf } from "@tessera/federation/flags.ts";
import type { Resolved } from "@tessera/federation/registry.ts";
import { isIn } from "../cohorts/cohort.ts";
import type { Visitor } from "../visitors/visitors.ts";
import type { StoredFlag } from "./flag.store.ts";

type Values = Record<string, FlagValue>;

/** What a release declares of its flags, and what it may fall back to: the same for everybody. */
export function declaredValues(releases: Release[]): Values | undefined {
  const declared = releases.toReversed().flatMap(({ manifest }) => Object.entries(manifest.flags ?? {}));
  return declared.length ? Object.fromEntries(declared.map(([key, flag]) => [key, flag.default])) : undefined;
}

/** Whether a flag is set for this visitor: named, or in its cohort. Cohorts of two flags are independent. */
export function isSetFor({ salt, setting }: StoredFlag, { subject, person }: Pick<Visitor, "subject" | "person">) {
  if (!setting) return false;
  const email = person?.email.toLowerCase() ?? "";
  const names = person ? [person.userId, email, email.slice(email.lastIndexOf("@"))] : [];
  return names.some((name) => name && setting.people.includes(name)) || isIn(salt, subject, setting.percent);
}

/** The composition with this visitor's values of each app's flags in place of what the app declares. */
export function withFlags(resolved: Resolved, flags: readonly StoredFlag[], visitor: Visitor): Resolved {
  const set = flags.filter((flag) => isSetFor(flag, visitor));
  if (!set.length) return resolved;
  const valued = <App extends Pick<ComposedRemote, "name" | "flagValues">>(app: App): App => {
    if (!app.flagValues) return app;
    const declared = resolved.apps.get(app.name)?.release.manifest.flags ?? {};
    const own = set.filter(({ app: owner, key }) => owner === app.name && Object.hasOwn(app.flagValues!, key));
    const changed = own.flatMap(({ key, setting }) => {
      const flag = declared[key];
      // A release of before or of later may not know the variant.
      return !flag || isValueOf(flag, setting!.value) ? [[key, setting!.value] as const] : [];
    });
    return changed.length ? { ...app, flagValues: { ...app.flagValues, ...Object.fromEntries(changed) } } : app;
  };
  const { composition, apps } = resolved;
  return {
    apps,
    composition: { ...composition, shell: valued(composition.shell), remotes: composition.remotes.map(valued) },
  };
}
