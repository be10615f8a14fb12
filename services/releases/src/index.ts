import type { ServiceDefinition } from "@tessera/service-kit";
import migration from "../migrations/001-releases.sql";
import rollouts from "../migrations/002-rollouts.sql";
import cleanUp from "../migrations/003-clean-up.sql";
import overrides from "../migrations/004-overrides.sql";
import uploads from "../migrations/005-uploads.sql";
import overrideLinks from "../migrations/006-override-links.sql";
import apps from "../migrations/007-apps.sql";
import evidence from "../migrations/009-evidence.sql";
import { ReleasesModule } from "./releases.module.ts";

export { Apps } from "./apps/apps.ts";
export { Releases } from "./publish-release.ts";
export { Signer } from "./visitors/signer.ts";

export const releasesService: ServiceDefinition = {
  name: "releases",
  title: "Releases",
  contract: "1.0.0",
  module: ReleasesModule,
  // What browsers send of a page that is left; https://www.w3.org/TR/beacon/
  bodyLimits: [{ under: "/api/releases/telemetry", bytes: 64 * 1024 }],
  schema: "releases",
  migrations: [
    { name: "001-releases", sql: migration },
    { name: "002-rollouts", sql: rollouts },
    { name: "003-clean-up", sql: cleanUp },
    { name: "004-overrides", sql: overrides },
    { name: "005-uploads", sql: uploads },
    { name: "006-override-links", sql: overrideLinks },
    { name: "007-apps", sql: apps },
    { name: "009-evidence", sql: evidence },
  ],
  tables: [
    { table: "subject", personal: { owner: "user_id" } },
    // Where a person has no cookie of before, their id is the subject.
    { table: "observation", personal: { owner: "subject" } },
    { table: "pin", personal: { owner: "who" } },
  ],
};
