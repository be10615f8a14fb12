import { z } from "zod";
import { Contributions } from "./contributions.ts";
import { FlagValue } from "./flags.ts";
import { HandbookState } from "./handbook-schemas.ts";
import { AppName, CommandEntry, Manifest, NavigationEntry, RouteRule } from "./manifest.ts";

/** `sha384-…`, as in the integrity attribute. */
const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** A file's place in its release: forward slashes, no way out of the folder. */
const FilePath = z
  .string()
  .max(200)
  .regex(
    /^(?!.*(^|\/)\.{1,2}(\/|$))[A-Za-z0-9_@.-]+(\/[A-Za-z0-9_@.-]+)*$/,
    "must be a relative path of plain characters",
  );

/** Version and a hash of what was built: the same content is the same release. */
export const ReleaseId = z
  .string()
  .regex(/^\d+\.\d+\.\d+(-[a-z0-9.]+)?-[0-9a-f]{12}$/, "must be like 1.0.0-0123456789ab");

/**
 * Modules of which a page has one copy, the shell's, by name (`react`, `@tessera/ui`), with the names of their exports.
 */
export const SharedModules = z.record(
  z.string(),
  z.strictObject({
    /** Of the shell: the version that it gives. Of a remote: the range that it was built for. */
    version: z.string(),
    exports: z.array(z.string()),
  }),
);
export type SharedModules = z.infer<typeof SharedModules>;

/** `release.json`: an immutable build of the shell or of a remote, as the build writes it and the registry keeps it. */
export const Release = z.strictObject({
  app: AppName,
  kind: z.enum(["shell", "remote"]),
  id: ReleaseId,
  version: z.string(),
  /** Git commit that was built, `+changes` after it when files differed; null outside a repository. */
  revision: z.string().nullable(),
  /** Every file of the release, this one left out. */
  files: z.array(z.strictObject({ path: FilePath, bytes: z.int().nonnegative(), integrity: Integrity })).min(1),
  /** The file that starts it: the shell's boot script, a remote's container. */
  entry: FilePath,
  /** Global variable the remote's container is assigned to; unique to the release. Null for the shell. */
  globalName: z.string().nullable(),
  /** Scripts the first view runs, in the order they are needed: the entry first. */
  scripts: z.array(FilePath).min(1),
  /** Style sheets the first view needs. */
  styles: z.array(FilePath),
  /**
   * Of a shell: scripts that some pages need beside `scripts`, `framed` those of remotes and of the default layout, the
   * first of them what loads remotes, `pages` its own by the ids of their routes, `shared` what holds shared modules
   * beside these, by their names. Older releases have all in `scripts`.
   */
  more: z
    .strictObject({
      framed: z.array(FilePath),
      pages: z.record(z.string(), z.array(FilePath)),
      shared: z.record(z.string(), z.array(FilePath)).optional(),
    })
    .optional(),
  manifest: Manifest,
  /**
   * Neither its id nor an address is compiled into its files: the page tells them both. Older releases have both in
   * every file.
   */
  relocatable: z.literal(true).optional(),
  /**
   * Versions of what a shell offers to remotes (`shell-api`, `loader`), separated by spaces where it serves several;
   * empty for a remote.
   */
  provides: z.record(z.string(), z.string()),
  /**
   * What a remote takes of the shell's shared modules, or what the shell gives; written by the build. Absent in older
   * releases.
   */
  shared: SharedModules.optional(),
  /** Names of the shared modules that a remote's routes take at once, not in code that is loaded later. */
  sharedFirst: z.array(z.string()).optional(),
});
export type Release = z.infer<typeof Release>;

/**
 * Global variable of a release's container: shared between releases, a page would run one release's code on another's
 * container.
 */
export const globalNameOf = (app: string, release: string) => `tessera_${app}_${release}`.replace(/\W/g, "_");

/**
 * What relocatable remotes require of the shell, by this name: that it tells them their address and their container's
 * name.
 */
export const LOADER = { name: "loader", version: "1.0.0" } as const;

/**
 * What a shell provides that asks for hashes at `moreIntegrity`; pages of any other shell are given all hashes with the
 * page.
 */
export const LAZY_INTEGRITY = { name: "lazy-integrity", version: "1.0.0" } as const;

/** A build that a developer serves from their own machine. */
export const DevelopmentBuild = z.strictObject({
  entry: FilePath,
  globalName: z.string().nullable(),
  scripts: z.array(FilePath).min(1),
  manifest: Manifest,
});
export type DevelopmentBuild = z.infer<typeof DevelopmentBuild>;

/** What the page has to know of a release to load it. */
export const LoadableRelease = z.object({
  id: z.string(),
  version: z.string(),
  /** Address its files are under, with a slash at the end. */
  base: z.string(),
  entry: z.string(),
  /**
   * Scripts and style sheets of a first view, which may be downloaded ahead of time. Compositions of before name none.
   */
  firstView: z.array(z.string()).optional(),
  globalName: z.string().nullable(),
  /**
   * Hash of each script by its path under `base`: one that is not listed is not run. Null only for a developer's own
   * build.
   */
  integrity: z.record(z.string(), z.string()).nullable(),
  /** Address of the hashes that `integrity` lacks, as one JSON object with all; absent when it lacks none. */
  moreIntegrity: z.string().optional(),
  /**
   * Its files are asked for by content (asset-address.ts), which other releases may have, too. `base` then only names
   * the release.
   */
  relocatable: z.literal(true).optional(),
});
export type LoadableRelease = z.infer<typeof LoadableRelease>;

const ComposedApp = z.object({
  name: z.string(),
  title: z.string(),
  release: LoadableRelease,
  routes: z.array(RouteRule),
  navigation: z.array(NavigationEntry),
  commands: z.array(CommandEntry),
  contributes: Contributions,
  /** What this visitor gets of the app's flags, by key; absent where it declares none. */
  flagValues: z.record(z.string(), FlagValue).optional(),
});

export const ComposedRemote = ComposedApp.extend({
  /** Taken in place, without a reload, when `release` cannot be loaded. */
  stable: LoadableRelease.optional(),
});
export type ComposedRemote = z.infer<typeof ComposedRemote>;

/** An app that is switched off for everybody: its addresses say so, and why. */
export const SwitchedOff = z.object({
  name: z.string(),
  title: z.string(),
  reason: z.string(),
  paths: z.array(z.string()),
});
export type SwitchedOff = z.infer<typeof SwitchedOff>;

/** The releases one visitor gets, fixed for the life of a page and named by `buildId`. */
export const Composition = z.object({
  buildId: z.string(),
  shell: ComposedApp,
  remotes: z.array(ComposedRemote),
  /** Apps that are switched off; absent when there are none. */
  off: z.array(SwitchedOff).optional(),
  /** Apps that come from this visitor's own machine, in place of their releases; absent when there are none. */
  overrides: z.array(z.object({ app: z.string(), title: z.string(), url: z.string() })).optional(),
  /** Releases that this visitor sees by a link, in place of what others get; absent when there are none. */
  previews: z
    .array(
      z.object({
        app: z.string(),
        title: z.string(),
        version: z.string(),
        branch: z.string().nullable(),
        until: z.iso.datetime(),
        /** False where it cannot run beside what is live, or the app is switched off. */
        shown: z.boolean(),
      }),
    )
    .optional(),
});
export type Composition = z.infer<typeof Composition>;

/** Answer of `/builds/meta/{buildId}.json`: what that build is made of, with its route rules. It never changes. */
export const BuildMeta = z.object({ id: z.string(), composition: Composition });
export type BuildMeta = z.infer<typeof BuildMeta>;

/** Answer of `/builds/latest.json`: the build that visitors get now. */
export const LatestBuild = z.object({ id: z.string() });
export type LatestBuild = z.infer<typeof LatestBuild>;

/** Event of the stream `/builds/recalls`: pages that run one of these releases look for the build that they get now. */
export const Recall = z.object({
  app: z.string(),
  /** Null: whichever release of the app. */
  releases: z.array(z.string()).nullable(),
});
export type Recall = z.infer<typeof Recall>;

/** Answer of `{route}/_payload.json`: the state of a page that is the same for everyone. */
export const PagePayload = z.object({
  path: z.string(),
  buildId: z.string(),
  title: z.string(),
  rule: RouteRule,
  /** Of pages of the handbook. */
  handbook: HandbookState.optional(),
});
export type PagePayload = z.infer<typeof PagePayload>;

/**
 * Why a visitor gets the release of an app that they get: it is what all get, they are in a rollout's cohort, it is
 * pinned to them, they opened a preview link, or it comes from their own machine.
 */
export const ReleaseSource = z.enum(["stable", "candidate", "pin", "preview", "override"]);
export type ReleaseSource = z.infer<typeof ReleaseSource>;

/** What the server tells the page about itself; no secrets. */
export const PageConfig = z.object({
  /** Address that supabase-js is made with (it adds /auth/v1); empty: the page's own origin. */
  identityUrl: z.string(),
  /** Publishable key of the identity service. */
  anonKey: z.string(),
  /** Name of the session's cookie; `${cookiePrefix}-redirect-path` keeps the path a visitor asked for. */
  cookiePrefix: z.string(),
  /** Seconds between two looks at /builds/latest.json. */
  buildPollSeconds: z.number(),
  /** Reports of releases' health: the page's signed name, and the share of pages that report, 0 to 1. */
  telemetry: z.object({ page: z.string(), sample: z.number() }),
  /** Route guard, specification §2: paths (a trailing * is a wildcard) to guard (all when empty) and never to guard. */
  guard: z.object({ enabled: z.boolean(), include: z.array(z.string()), exclude: z.array(z.string()) }),
  /** People whose e-mail ends with it need no subscription; specification §6. Null: nobody. */
  internalDomain: z.string().nullable(),
  /** For people who may inspect the page, administrators and developers: why they get which release, by app. */
  inspector: z.object({ sources: z.record(z.string(), ReleaseSource) }).optional(),
  /**
   * The captcha that the identity service asks for: its kind, the key it knows this site by, the address of its
   * widget's script.
   */
  captcha: z
    .object({ kind: z.enum(["hcaptcha", "turnstile"]), siteKey: z.string(), script: z.string() })
    .nullable()
    .optional(),
});
export type PageConfig = z.infer<typeof PageConfig>;
