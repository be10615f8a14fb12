import { z } from "zod";
import { MAX_REASON_LENGTH } from "./limits.ts";
import { Preview } from "./preview.ts";
import { ReleaseRef } from "./release-ref.ts";
import { RolloutHold } from "./schedule.ts";
import { ReleaseWeight } from "./weight.ts";

/** A published build of an app; it never changes. */
export const ReleaseSummary = z
  .object({
    id: z.string(),
    version: z.string(),
    /** Counts the app's releases in the order they were published: versions repeat, numbers do not. */
    number: z.int().min(1),
    /** Git commit, `+changes` after it when files differed; null when the build knew none. */
    revision: z.string().nullable(),
    publishedAt: z.iso.datetime(),
    publishedBy: z.string(),
    /** Bytes of all its files, before compression. */
    bytes: z.int(),
    /** What browsers are sent of it; null while it was not weighed. Registries of before 1.7 leave it out. */
    weight: ReleaseWeight.nullish(),
    /**
     * When and why it was aborted or rolled back; null while nobody withdrew it. A withdrawn release comes back only
     * with `again`.
     */
    withdrawn: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: "ReleaseSummary" });
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;

/** An app of the product and the release that people get. */
export const AppStatus = z
  .object({ name: z.string(), title: z.string(), stable: ReleaseSummary })
  .meta({ id: "AppStatus" });
export type AppStatus = z.infer<typeof AppStatus>;

export const AppList = z.object({ items: z.array(AppStatus) });
export type AppList = z.infer<typeof AppList>;
export const ReleaseList = z.object({ items: z.array(ReleaseSummary) });
export type ReleaseList = z.infer<typeof ReleaseList>;

/** Answer of a publication: `published` is false when the registry had this release already. */
export const Publication = z
  .object({
    app: z.string(),
    release: z.string(),
    published: z.boolean(),
    /** The composition of everybody's releases that is live now. */
    buildId: z.string(),
    /** Id of the rollout that brings it to people; null when everybody has it at once. */
    rollout: z.uuid().nullable(),
    /** Why and until when that rollout does not begin; null when it has. Registries of before 1.6 leave it out. */
    waits: RolloutHold.nullish(),
  })
  .meta({ id: "Publication" });
export type Publication = z.infer<typeof Publication>;

/** One step of a ramp: it ends when it was held for so long and its gate is open. */
export const RolloutStep = z
  .strictObject({
    /** Share of people who get the candidate, in percent: at most two decimals. */
    percent: z.number().gt(0).max(100).multipleOf(0.01),
    holdSeconds: z
      .int()
      .min(0)
      .max(30 * 24 * 3600),
    gate: z
      .strictObject({
        /**
         * People who must have opened the candidate in this step, and of whose first page the outcome is known, before
         * the step may end: signed in, with an account that was known before the rollout began, each counted once.
         * (Before, it counted page loads.)
         */
        minLoads: z.int().min(0).max(1_000_000),
        /**
         * Before everybody gets the candidate, it has to be ruled out that it is worse by so many points of people with
         * a broken page; 2 unless given, null: this is not waited for.
         */
        margin: z.number().min(0.1).max(50).nullable().optional(),
      })
      .default({ minLoads: 30 }),
  })
  .meta({ id: "RolloutStep" });
export type RolloutStep = z.infer<typeof RolloutStep>;

export const RolloutSteps = z
  .array(RolloutStep)
  .min(1)
  .max(20)
  .refine(
    (steps) => steps.every((step, index) => index === 0 || step.percent > steps[index - 1]!.percent),
    "must ascend",
  );

/** `running` and `paused` are open; the other three are ends. */
export const RolloutState = z.enum(["running", "paused", "promoted", "aborted", "rolled_back"]);
export type RolloutState = z.infer<typeof RolloutState>;

/**
 * What became of the first page of a release that people opened, in the present step of a rollout. People are signed
 * in, and were known before the rollout began.
 */
export const ReleaseHealth = z
  .object({
    /** People whose page reported. (The name is of before, when page loads were counted.) */
    loads: z.int(),
    /** Of these: it could not be loaded or did not run. */
    failures: z.int(),
    /** Of these: it threw an error that nothing handled. */
    errors: z.int(),
    /** Of these: the page stopped answering. */
    hangs: z.int(),
    /** Of these: at least one of the three. */
    broken: z.int(),
    /** People whose page was given out and never reported. */
    silent: z.int(),
    /** Pages that drew it since the rollout began, for every visitor; judges nothing. */
    pages: z.int(),
    /** Failures, errors and hangs that such pages reported; judges nothing. */
    pageErrors: z.int(),
    /**
     * 75th percentile of largest contentful paint, in ms, of later pages whose files came from the cache; null while
     * nothing was reported.
     */
    lcp: z.number().nullable(),
    /** 75th percentile of interaction to next paint, in ms. */
    inp: z.number().nullable(),
    /** 75th percentile of cumulative layout shift. */
    cls: z.number().nullable(),
    /**
     * The same of visitors: not signed in, or with an account that is younger than the rollout. They hold a rollout,
     * never end it.
     */
    unverifiedLoads: z.int(),
    unverifiedBroken: z.int(),
  })
  .meta({ id: "ReleaseHealth" });
export type ReleaseHealth = z.infer<typeof ReleaseHealth>;

const SeriesPoint = ReleaseHealth.pick({ loads: true, broken: true, lcp: true, inp: true, cls: true });

export const Health = z
  .object({
    /** `collecting`: too little is known; `healthy`: the gate is open; `worse`: the candidate is withdrawn. */
    verdict: z.enum(["collecting", "healthy", "worse"]),
    /** A sentence that says why. */
    reason: z.string(),
    stable: ReleaseHealth,
    candidate: ReleaseHealth,
    /** For plots: oldest first, at most 60, each `seconds` wide. */
    series: z.object({
      seconds: z.int(),
      points: z.array(z.object({ at: z.iso.datetime(), stable: SeriesPoint, candidate: SeriesPoint })),
    }),
  })
  .meta({ id: "RolloutHealth" });
export type Health = z.infer<typeof Health>;

export const Rollout = z
  .object({
    id: z.uuid(),
    app: z.string(),
    stable: ReleaseRef,
    candidate: ReleaseRef,
    state: RolloutState,
    steps: z.array(RolloutStep),
    /** Index of the present (or last) step. */
    step: z.int(),
    /** Share of people who get the candidate now, in percent: 0 after an end, 100 when promoted. */
    percent: z.number(),
    /** Whether anybody has got the candidate; false while it waits for its schedule to open. */
    begun: z.boolean(),
    /** Why and until when it does not begin or continue on its own; null while it may. */
    waits: RolloutHold.nullable(),
    /** When the present step was held long enough; null unless running. */
    holdUntil: z.iso.datetime().nullable(),
    startedAt: z.iso.datetime(),
    startedBy: z.string(),
    endedAt: z.iso.datetime().nullable(),
    /** Why it ended or is paused. */
    reason: z.string().nullable(),
    health: Health,
  })
  .meta({ id: "Rollout" });
export type Rollout = z.infer<typeof Rollout>;

/** Releases that somebody gets whatever the rollouts say. */
export const Pin = z
  .object({
    id: z.uuid(),
    app: z.string(),
    release: ReleaseRef,
    /** A user's id, an e-mail address, or `@domain`: the group of everybody whose address ends in it. */
    who: z.string(),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
  })
  .meta({ id: "ReleasePin" });
export type Pin = z.infer<typeof Pin>;

export const NewPin = z.strictObject({
  release: z.string(),
  who: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[^\s@]*@[^\s@]+)$/,
      "must be a user's id, an e-mail address or @domain",
    ),
});
export type NewPin = z.infer<typeof NewPin>;

/** Who did what. */
export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    app: z.string(),
    /**
     * An e-mail address, `deploy token`, `local build`, or `health gate`, `schedule` or `nightly clean-up` when the
     * product did it on its own.
     */
    actor: z.string(),
    action: z.enum([
      "published",
      "made_stable",
      "rollout_started",
      "rollout_advanced",
      "rollout_paused",
      "rollout_resumed",
      "rollout_promoted",
      "rollout_aborted",
      "rolled_back",
      "pinned",
      "unpinned",
      "override_issued",
      "app_created",
      "app_changed",
      "token_rotated",
      "token_revoked",
      "cleaned_up",
    ]),
    /**
     * What was done, exactly; `action` is the nearest of the acts that there were in 1.0. There may be acts that you do
     * not know.
     */
    act: z.string(),
    /** The release that was acted on. */
    release: ReleaseRef.nullable(),
    /** What a reader should know besides, for example "10 %" or the reason of an abort. */
    detail: z.string(),
  })
  .meta({ id: "ReleaseAuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A stretch of the log, newest first. */
export const AuditPage = z
  .object({
    items: z.array(AuditEntry),
    /** Id to ask for as `before` to get what is older; null when there is nothing. */
    next: z.string().nullable(),
  })
  .meta({ id: "ReleaseAuditPage" });
export type AuditPage = z.infer<typeof AuditPage>;

/** Which entries of the log: of one app, older than one entry, at most so many. */
export const AuditQuery = z.strictObject({
  app: z.string().max(40).optional(),
  before: z
    .string()
    .regex(/^\d{1,18}$/, "must be the id of an entry")
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type AuditQuery = { app?: string; before?: string; limit?: number };

/** All that an administrator sees of an app. */
export const AppOverview = AppStatus.extend({
  kind: z.enum(["shell", "remote"]),
  /** The open rollout, else the last one that ended; null when there was none. */
  rollout: Rollout.nullable(),
  /** Newest first, at most 20; any of them can be made stable. */
  releases: z.array(ReleaseSummary),
  pins: z.array(Pin),
  /** Links by which people see one of its releases; registries of before 1.8 leave them out. */
  previews: z.array(Preview).optional(),
}).meta({ id: "AppOverview" });
export type AppOverview = z.infer<typeof AppOverview>;

export const Overview = z
  .object({
    items: z.array(AppOverview),
    /** Newest first, at most 50, of all apps. */
    timeline: z.array(AuditEntry),
  })
  .meta({ id: "ReleasesOverview" });
export type Overview = z.infer<typeof Overview>;

/** Says that a release which was withdrawn is meant to come back. */
const Again = z.boolean().optional();

export const NewRollout = z.strictObject({ release: z.string(), steps: RolloutSteps, again: Again });
export type NewRollout = z.infer<typeof NewRollout>;

/** Why somebody acts; kept in the log. */
export const Reason = z.strictObject({ reason: z.string().trim().max(MAX_REASON_LENGTH).optional() });
export type Reason = z.infer<typeof Reason>;

/**
 * Makes a release stable in one step: `to` is its id, its number (`#7`), or its version if only one release has that;
 * without it, the release that was stable before and was not withdrawn. `force`: also when something that is live then
 * lacks what it requires.
 */
export const Rollback = z.strictObject({
  to: z.string().optional(),
  reason: z.string().trim().max(MAX_REASON_LENGTH).optional(),
  again: Again,
  force: z.boolean().optional(),
});
export type Rollback = z.infer<typeof Rollback>;

/** What a rollback would do, before it is done. */
export const RollbackPlan = z
  .object({
    app: z.string(),
    from: ReleaseRef.nullable(),
    to: ReleaseRef,
    /** The candidate of the rollout that would end. */
    endsRollout: ReleaseRef.nullable(),
    /** Why `to` was withdrawn: it needs `again`. */
    withdrawn: z.string().nullable(),
    /** Requirements that would not be met, as sentences: it needs `force`. */
    breaks: z.array(z.string()),
  })
  .meta({ id: "RollbackPlan" });
export type RollbackPlan = z.infer<typeof RollbackPlan>;

/** Ids of the releases whose files were removed. */
export const CleanedUp = z.object({ items: z.array(z.string()) }).meta({ id: "CleanedUpReleases" });
export type CleanedUp = z.infer<typeof CleanedUp>;

/** A path and all below it, without parameters: `/items`. */
const PathPrefix = z
  .string()
  .max(200)
  .regex(/^\/([a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*)?$/, "must be like /items or /settings/people");
const Origin = z
  .url({ protocol: /^https$/ })
  .max(200)
  .refine((url) => URL.canParse(url) && new URL(url).origin === url, "must be an origin like https://help.example.com");

/** What an app was granted; its releases may say no more of themselves. */
const Grants = z.strictObject({
  /** The team that answers for it. */
  owner: z.string().trim().min(1).max(80),
  /** Paths that are its own, each with all below it save what another app was granted there. */
  prefixes: z.array(PathPrefix).max(50),
  /** Origins outside the product that its routes may redirect to. */
  redirectOrigins: z.array(Origin).max(20).default([]),
});

/** How often a process of a service of another repository says that it runs, and after which silence it is gone. */
export const ANNOUNCED_EVERY_SECONDS = 10;
export const GONE_AFTER_SECONDS = 30;

/** Ending of the name of a service's app: "hello-service" is the service "hello". */
export const SERVICE_SUFFIX = "-service";

/** What a process says of the service that it runs. */
export const ServiceAnnouncement = z
  .strictObject({
    name: z
      .string()
      .max(40)
      .regex(/^[a-z][a-z0-9-]*$/, "must be lower-case letters, digits and hyphens"),
    title: z.string().trim().min(1).max(80),
    /** Where the gateway reaches the process. */
    origin: z
      .url({ protocol: /^https?$/ })
      .max(200)
      .refine((url) => URL.canParse(url) && new URL(url).origin === url, "must be an origin like http://10.0.0.5:4000"),
    /** What it answers, each with all below it. */
    addresses: z.array(PathPrefix).min(1).max(20),
    /** Version of the contract that it serves; null when nobody outside calls it. */
    contract: z
      .string()
      .max(40)
      .regex(/^\d+\.\d+\.\d+$/, "must be a version like 1.2.0")
      .nullable(),
  })
  .meta({ id: "ServiceAnnouncement" });
export type ServiceAnnouncement = z.infer<typeof ServiceAnnouncement>;

/** A process of a service that ends. */
export const ServiceEnd = ServiceAnnouncement.pick({ origin: true }).meta({ id: "ServiceEnd" });
export type ServiceEnd = z.infer<typeof ServiceEnd>;

/** A process that runs a service of a repository of its own. */
export const ServiceProcess = z
  .object({
    title: z.string(),
    origin: z.string(),
    contract: z.string().nullable(),
    seenAt: z.iso.datetime(),
  })
  .meta({ id: "ServiceProcess" });
export type ServiceProcess = z.infer<typeof ServiceProcess>;

/** An app of the product: who owns it and what. */
export const AppOwnership = z
  .object({
    name: z.string(),
    kind: z.enum(["shell", "remote"]),
    owner: z.string(),
    prefixes: z.array(z.string()),
    redirectOrigins: z.array(z.string()),
    /** False after its deploy token was revoked. */
    canPublish: z.boolean(),
    /** Since when and why nobody gets it, whatever is released; null while people do. */
    off: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
    /** Where the service of a repository of its own runs; null for what pages load (the shell and remotes). */
    service: z.object({ processes: z.array(ServiceProcess) }).nullable(),
  })
  .meta({ id: "AppOwnership" });
export type AppOwnership = z.infer<typeof AppOwnership>;
export const AppOwnershipList = z.object({ items: z.array(AppOwnership) });
export type AppOwnershipList = z.infer<typeof AppOwnershipList>;

export const NewApp = Grants.extend({
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,39}$/,
      "must be lower-case letters, digits and hyphens, starting with a letter, at most 40",
    ),
  /** A service of a repository of its own, "hello-service" for the service "hello", instead of what pages load. */
  service: z.boolean().default(false),
}).meta({ id: "NewApp" });
export type NewApp = z.input<typeof NewApp>;
export const ChangeApp = Grants.partial().meta({ id: "ChangeApp" });
export type ChangeApp = z.input<typeof ChangeApp>;

/** Who answers at an address of the product, and why, for people who get what is stable. */
export const Served = z
  .object({
    path: z.string(),
    /** The app whose route it is; null where no page is. */
    app: z.string().nullable(),
    /** The team that answers for it. */
    owner: z.string(),
    /** The app whose page frames it, the app itself for most. */
    drawnBy: z.string().nullable(),
    route: z.object({ id: z.string(), path: z.string(), title: z.string() }).nullable(),
    release: ReleaseRef.nullable(),
    /** What a part of people get instead, in percent. */
    candidate: z.object({ release: ReleaseRef, percent: z.number() }).nullable(),
    /** The reasons, as sentences. */
    why: z.array(z.string()),
  })
  .meta({ id: "ServedPath" });
export type Served = z.infer<typeof Served>;

/** Switches an app off for everybody; the reason is shown to people who open its pages. */
export const SwitchOff = z
  .strictObject({ reason: z.string().trim().min(1).max(MAX_REASON_LENGTH) })
  .meta({ id: "SwitchOff" });
export type SwitchOff = z.infer<typeof SwitchOff>;

/** A deploy token, answered once: the registry keeps its hash alone. */
export const IssuedToken = z.object({ app: z.string(), token: z.string() }).meta({ id: "IssuedDeployToken" });
export type IssuedToken = z.infer<typeof IssuedToken>;

/** What the caller may do here. */
export const Rights = z.object({ administrator: z.boolean() }).meta({ id: "ReleaseRights" });
export type Rights = z.infer<typeof Rights>;
