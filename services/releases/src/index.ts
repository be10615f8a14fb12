import contract from "@tessera/contracts-releases/package.json" with { type: "json" };
import { OVERRIDE_PATH } from "@tessera/federation/overrides.ts";
import { PREVIEW_PATH } from "@tessera/federation/previews.ts";
import { AdministratorsSchema, type ServiceDefinition } from "@tessera/service-kit";
import migration from "../migrations/001-releases.sql";
import rollouts from "../migrations/002-rollouts.sql";
import cleanUp from "../migrations/003-clean-up.sql";
import overrides from "../migrations/004-overrides.sql";
import uploads from "../migrations/005-uploads.sql";
import overrideLinks from "../migrations/006-override-links.sql";
import apps from "../migrations/007-apps.sql";
import evidence from "../migrations/009-evidence.sql";
import withdrawals from "../migrations/011-withdrawals.sql";
import filesByContent from "../migrations/012-files-by-content.sql";
import audit from "../migrations/014-audit.sql";
import activity from "../migrations/015-activity.sql";
import switched from "../migrations/016-switch.sql";
import schedules from "../migrations/017-schedules.sql";
import weights from "../migrations/018-weights.sql";
import previews from "../migrations/019-previews.sql";
import flags from "../migrations/020-flags.sql";
import services from "../migrations/021-services.sql";
import { CleanUpConfigSchema } from "./clean-up/clean-up.ts";
import { FilesConfigSchema } from "./files/release-files.ts";
import { TelemetryConfigSchema } from "./health/telemetry.ts";
import { PreviewConfigSchema } from "./previews/previews.ts";
import { ServicesConfigSchema } from "./service-processes/services.config.ts";
import { InspectorsSchema } from "./visitors/inspectors.ts";

export const releasesService: ServiceDefinition = {
  name: "releases",
  title: "Releases",
  contract: contract.version,
  module: { load: async () => (await import("./releases.module.ts")).ReleasesModule },
  config: [
    AdministratorsSchema,
    CleanUpConfigSchema,
    FilesConfigSchema,
    InspectorsSchema,
    PreviewConfigSchema,
    ServicesConfigSchema,
    TelemetryConfigSchema,
  ],
  readers: { gateway: { load: async () => (await import("./registry.module.ts")).RegistryModule } },
  // What browsers send of a page that is left; https://www.w3.org/TR/beacon/
  bodyLimits: [{ under: "/api/releases/telemetry", bytes: 64 * 1024 }],
  schema: "releases",
  addresses: ["/api/releases", OVERRIDE_PATH, PREVIEW_PATH],
  migrations: [
    { name: "001-releases", sql: migration },
    { name: "002-rollouts", sql: rollouts },
    { name: "003-clean-up", sql: cleanUp },
    { name: "004-overrides", sql: overrides },
    { name: "005-uploads", sql: uploads },
    { name: "006-override-links", sql: overrideLinks },
    { name: "007-apps", sql: apps },
    { name: "009-evidence", sql: evidence },
    { name: "011-withdrawals", sql: withdrawals },
    { name: "012-files-by-content", sql: filesByContent },
    { name: "014-audit", sql: audit },
    { name: "015-activity", sql: activity },
    { name: "016-switch", sql: switched },
    { name: "017-schedules", sql: schedules },
    { name: "018-weights", sql: weights },
    { name: "019-previews", sql: previews },
    { name: "020-flags", sql: flags },
    { name: "021-services", sql: services },
  ],
  tables: [
    {
      table: "subject",
      about: "The random number that decides which releases you get.",
      personal: { owner: "user_id" },
    },
    // Where a person has no cookie of before, their id is the subject.
    // 90 days; the subject is replaced two days after the rollout has ended: health/observation.store.ts.
    {
      table: "observation",
      about: "What became of the first page on which you got a release that was being rolled out.",
      personal: { owner: "subject" },
      keep: { since: "at", days: 90 },
    },
    { table: "activity", personal: null, live: { to: "administrators", key: "app", columns: ["app", "at"] } },
    // Sums of what pages reported.
    { table: "health", personal: null, keep: { since: "stretch", days: 90 } },
    // Two years; what says which release was stable stays, without the name of who has left.
    {
      table: "audit",
      about: "What you did to releases and apps of this installation.",
      personal: { owner: "actor_id", clear: ["actor_id", "actor"] },
      keep: { since: "ages_from", days: 730 },
    },
    // A link ends after 90 days at most: previews/previews.ts; its row goes with it.
    {
      table: "preview",
      about: "Preview links of releases that you made.",
      personal: { owner: "created_by_id", clear: ["created_by_id", "created_by"] },
      keep: { since: "created_at", days: 90 },
    },
    // Who pinned the release is another person.
    { table: "pin", about: "Releases that you are pinned to.", personal: { owner: "who" }, withheld: ["created_by"] },
    { table: "flag_person", about: "Feature flags that were set for you by name.", personal: { owner: "who" } },
  ],
};
