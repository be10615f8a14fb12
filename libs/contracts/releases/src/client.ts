import { type RequestOptions, request, type Transport } from "@tessera/contracts-core/client.ts";
import type { ChangeFlag, Flag, FlagList } from "./flag.ts";
import type { NewPreview, Preview, PreviewList } from "./preview.ts";
import type {
  AppList,
  AppOwnership,
  AppOwnershipList,
  AppStatus,
  AuditPage,
  AuditQuery,
  ChangeApp,
  CleanedUp,
  IssuedToken,
  NewApp,
  NewPin,
  NewRollout,
  Overview,
  Pin,
  Reason,
  ReleaseList,
  Rights,
  Rollback,
  RollbackPlan,
  Rollout,
  Served,
  ServiceAnnouncement,
} from "./releases.ts";
import type { RolloutSchedule, ScheduleList } from "./schedule.ts";
import type { BudgetList, WeightBudget } from "./weight.ts";

const scheduleOf = (app: string) => `/api/releases/schedules/${encodeURIComponent(app)}`;
const budgetOf = (app: string) => `/api/releases/budgets/${encodeURIComponent(app)}`;
const flagOf = (app: string, key: string) => `${of(app)}/flags/${encodeURIComponent(key)}`;
const of = (app: string) => `/api/releases/apps/${encodeURIComponent(app)}`;

/**
 * Apps and their releases; all but the lists are for administrators, and the app's own ones also for its deploy token.
 */
export const releasesClient = (transport: Transport) => ({
  apps: (options?: RequestOptions) => request<AppList>(transport, "GET", "/api/releases/apps", options),
  releases: (app: string, options?: RequestOptions) =>
    request<ReleaseList>(transport, "GET", `${of(app)}/releases`, options),
  /** Whether the caller is an administrator; for everybody who is signed in. */
  rights: (options?: RequestOptions) => request<Rights>(transport, "GET", "/api/releases/rights", options),
  /** The Releases page: everything at once, to be asked for again every few seconds. */
  overview: (options?: RequestOptions) => request<Overview>(transport, "GET", "/api/releases/overview", options),
  /** Who did what, newest first; `before` is the `next` of the page before. */
  audit: (query: AuditQuery = {}, options?: RequestOptions) =>
    request<AuditPage>(transport, "GET", "/api/releases/audit", { ...options, query }),
  /** Who owns which app and which paths. */
  ownership: (options?: RequestOptions) =>
    request<AppOwnershipList>(transport, "GET", "/api/releases/ownership", options),
  /** @returns the app's deploy token, once. @throws ProblemError 409 `app_exists` or `path_taken` */
  createApp: (app: NewApp, options?: RequestOptions) =>
    request<IssuedToken>(transport, "POST", "/api/releases/apps", { ...options, json: app }),
  /** @throws ProblemError 404 `app_not_found`, 409 `path_taken` */
  changeApp: (app: string, change: ChangeApp, options?: RequestOptions) =>
    request<AppOwnership>(transport, "PATCH", of(app), { ...options, json: change }),
  /** A new deploy token; the old one is worth nothing from then on. */
  rotateToken: (app: string, options?: RequestOptions) =>
    request<IssuedToken>(transport, "POST", `${of(app)}/token`, options),
  revokeToken: (app: string, options?: RequestOptions) =>
    request<void>(transport, "DELETE", `${of(app)}/token`, options),
  /**
   * A process says that it runs the service; again every few seconds, for as long as it does. With the deploy token.
   * @throws ProblemError 401 `bad_deploy_token`, 422 `service_refused` or `requirements_unmet`
   */
  announce: (app: string, service: ServiceAnnouncement, options?: RequestOptions) =>
    request<void>(transport, "PUT", `${of(app)}/process`, { ...options, json: service }),
  /** The process ends: nothing is sent to it any more. With the deploy token. */
  endProcess: (app: string, origin: string, options?: RequestOptions) =>
    request<void>(transport, "POST", `${of(app)}/process/end`, { ...options, json: { origin } }),
  /** Who serves an address of the product, and why. */
  serves: (path: string, options?: RequestOptions) =>
    request<Served>(transport, "GET", "/api/releases/serves", { ...options, query: { path } }),
  /**
   * Nobody gets the app from now on: its pages say so, with the reason.
   * @throws ProblemError 404 `app_not_found`, 409 `shell_stays`
   */
  switchOff: (app: string, reason: string, options?: RequestOptions) =>
    request<void>(transport, "POST", `${of(app)}/off`, { ...options, json: { reason } }),
  switchOn: (app: string, options?: RequestOptions) => request<void>(transport, "DELETE", `${of(app)}/off`, options),
  /** The open rollout, else the last one. @throws ProblemError 404 `rollout_not_found` */
  rollout: (app: string, options?: RequestOptions) => request<Rollout>(transport, "GET", `${of(app)}/rollout`, options),
  /** @throws ProblemError 409 `rollout_open` while another is, 422 `requirements_unmet` */
  start: (app: string, rollout: NewRollout, options?: RequestOptions) =>
    request<Rollout>(transport, "POST", `${of(app)}/rollouts`, { ...options, json: rollout }),
  /** @throws ProblemError 409 `wrong_state` */
  act: (app: string, action: "pause" | "resume" | "promote" | "abort", reason?: string, options?: RequestOptions) =>
    request<Rollout>(transport, "POST", `${of(app)}/rollout/${action}`, {
      ...options,
      json: { reason } satisfies Reason,
    }),
  /** When rollouts may begin and continue automatically. */
  schedules: (options?: RequestOptions) => request<ScheduleList>(transport, "GET", "/api/releases/schedules", options),
  /** @param app a name, or `*` for all apps @throws ProblemError 404 `app_not_found` */
  setSchedule: (app: string, schedule: RolloutSchedule, options?: RequestOptions) =>
    request<void>(transport, "PUT", scheduleOf(app), { ...options, json: schedule }),
  clearSchedule: (app: string, options?: RequestOptions) =>
    request<void>(transport, "DELETE", scheduleOf(app), options),
  /** Lets a rollout continue although its schedule is closed. @throws ProblemError 409 `wrong_state` */
  proceed: (app: string, reason: string, options?: RequestOptions) =>
    request<Rollout>(transport, "POST", `${of(app)}/rollout/proceed`, { ...options, json: { reason } }),
  /** What releases may weigh at most to be published. */
  budgets: (options?: RequestOptions) => request<BudgetList>(transport, "GET", "/api/releases/budgets", options),
  /** @param app a name, or `*` for all remotes @throws ProblemError 404 `app_not_found` */
  setBudget: (app: string, budget: WeightBudget, options?: RequestOptions) =>
    request<void>(transport, "PUT", budgetOf(app), { ...options, json: budget }),
  clearBudget: (app: string, options?: RequestOptions) => request<void>(transport, "DELETE", budgetOf(app), options),
  /** @throws ProblemError 404 `release_not_found`, 409 `ambiguous_version` or `nothing_to_roll_back` */
  rollbackPlan: (app: string, to?: string, options?: RequestOptions) =>
    request<RollbackPlan>(
      transport,
      "GET",
      `${of(app)}/rollback${to === undefined ? "" : `?to=${encodeURIComponent(to)}`}`,
      options,
    ),
  /**
   * @throws ProblemError 404 `release_not_found`, 409 `ambiguous_version`, `nothing_to_roll_back` or
   * `release_withdrawn`, 422 `requirements_unmet`
   */
  rollback: (app: string, rollback: Rollback, options?: RequestOptions) =>
    request<AppStatus>(transport, "POST", `${of(app)}/rollback`, { ...options, json: rollback }),
  /** Removes the files of releases that nobody can get any more. */
  cleanUp: (app: string, options?: RequestOptions) =>
    request<CleanedUp>(transport, "POST", `${of(app)}/clean-up`, options),
  pin: (app: string, pin: NewPin, options?: RequestOptions) =>
    request<Pin>(transport, "POST", `${of(app)}/pins`, { ...options, json: pin }),
  /**
   * A link that shows the app from `url`, an address of the machine of the first browser that opens it, within ten
   * minutes.
   */
  override: (app: string, url: string, options?: RequestOptions) =>
    request<{ link: string }>(transport, "POST", "/api/releases/overrides", { ...options, json: { app, url } }),
  /**
   * A link by which people see a release, or the newest one of a branch, each in their own browser.
   * @throws ProblemError 404 `release_not_found` or `branch_not_found`, 409 `ambiguous_version`
   */
  createPreview: (app: string, preview: NewPreview, options?: RequestOptions) =>
    request<Preview>(transport, "POST", `${of(app)}/previews`, { ...options, json: preview }),
  /** Preview links that work now. */
  previews: (app: string, options?: RequestOptions) =>
    request<PreviewList>(transport, "GET", `${of(app)}/previews`, options),
  /** @throws ProblemError 404 `preview_not_found` */
  revokePreview: (app: string, id: string, options?: RequestOptions) =>
    request<void>(transport, "DELETE", `${of(app)}/previews/${id}`, options),
  /** The feature flags of all apps. */
  flags: (options?: RequestOptions) => request<FlagList>(transport, "GET", "/api/releases/flags", options),
  flagsOf: (app: string, options?: RequestOptions) => request<FlagList>(transport, "GET", `${of(app)}/flags`, options),
  /** @throws ProblemError 404 `flag_not_found`, 422 `bad_flag_value` */
  setFlag: (app: string, key: string, change: ChangeFlag, options?: RequestOptions) =>
    request<Flag>(transport, "PUT", flagOf(app, key), { ...options, json: change }),
  /** To what it was before its last change. @throws ProblemError 404 `flag_not_found` */
  flagBack: (app: string, key: string, reason: string, options?: RequestOptions) =>
    request<Flag>(transport, "POST", `${flagOf(app, key)}/back`, { ...options, json: { reason } }),
  /** Everybody gets what the app declares. @throws ProblemError 404 `flag_not_found` */
  removeFlag: (app: string, key: string, reason: string, options?: RequestOptions) =>
    request<void>(transport, "DELETE", flagOf(app, key), { ...options, json: { reason } }),
  unpin: (app: string, id: string, options?: RequestOptions) =>
    request<void>(transport, "DELETE", `${of(app)}/pins/${id}`, options),
});
