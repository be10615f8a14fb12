import { Global, Module, type OnModuleInit } from "@nestjs/common";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { AdministratorsSchema, Jobs, provideConfig } from "@tessera/service-kit";
import { AppsController } from "./apps/apps.controller.ts";
import { Apps } from "./apps/apps.ts";
import { ServedPath } from "./apps/served-path.ts";
import { AuditController } from "./audit.controller.ts";
import { CLEAN_UP_CONFIG, CleanUp, CleanUpConfigSchema } from "./clean-up/clean-up.ts";
import { RemovalStore } from "./clean-up/removal.store.ts";
import { DeployTokens } from "./deploy-tokens.ts";
import { DiscoveryController } from "./discovery/discovery.controller.ts";
import { Discovery } from "./discovery/discovery.ts";
import { MoveFolders } from "./files/move-folders.ts";
import { UploadStore } from "./files/upload.store.ts";
import { Uploads } from "./files/uploads.ts";
import { FlagsController } from "./flags/flags.controller.ts";
import { Flags } from "./flags/flags.ts";
import { HealthStore } from "./health/health.store.ts";
import { Healths } from "./health/healths.ts";
import { ObservationStore } from "./health/observation.store.ts";
import { TelemetryController } from "./health/telemetry.controller.ts";
import { TELEMETRY_CONFIG, Telemetry, TelemetryConfigSchema } from "./health/telemetry.ts";
import { ListReleases } from "./list-releases.ts";
import { ADMINISTRATORS, Operators } from "./operators.ts";
import { OverridesController } from "./overrides/overrides.controller.ts";
import { Pins } from "./pins/pins.ts";
import { PreviewStore } from "./previews/preview.store.ts";
import { PreviewsController } from "./previews/previews.controller.ts";
import { Releases } from "./publish-release.ts";
import { registryProviders } from "./registry.module.ts";
import { ReleasesController } from "./releases.controller.ts";
import { RolloutDriver } from "./rollouts/rollout-driver.ts";
import { RolloutViews } from "./rollouts/rollout-views.ts";
import { RolloutsController } from "./rollouts/rollouts.controller.ts";
import { Rollouts } from "./rollouts/rollouts.ts";
import { ScheduleStore } from "./schedules/schedule.store.ts";
import { SchedulesController } from "./schedules/schedules.controller.ts";
import { Schedules } from "./schedules/schedules.ts";
import { ServiceProcessesController } from "./service-processes/service-processes.controller.ts";
import { ServiceProcesses } from "./service-processes/service-processes.ts";
import { SERVICES_CONFIG, ServicesConfigSchema } from "./service-processes/services.config.ts";
import { WeightStore } from "./weights/weight.store.ts";
import { WeightsController } from "./weights/weights.controller.ts";
import { Weights } from "./weights/weights.ts";

const TIDY = "releases.tidy";

/** Global for the registry alone: the gateway in the same process asks it. */
@Global()
@Module({
  controllers: [
    AppsController,
    AuditController,
    ReleasesController,
    RolloutsController,
    SchedulesController,
    WeightsController,
    OverridesController,
    PreviewsController,
    TelemetryController,
    DiscoveryController,
    FlagsController,
    ServiceProcessesController,
  ],
  providers: [
    ...registryProviders,
    Apps,
    ServedPath,
    UploadStore,
    Uploads,
    MoveFolders,
    HealthStore,
    DeployTokens,
    Rollouts,
    ScheduleStore,
    Schedules,
    WeightStore,
    Weights,
    Flags,
    Releases,
    Pins,
    ListReleases,
    Healths,
    RolloutViews,
    RolloutDriver,
    Telemetry,
    Discovery,
    Operators,
    ServiceProcesses,
    RemovalStore,
    CleanUp,
    provideConfig(CLEAN_UP_CONFIG, CleanUpConfigSchema),
    provideConfig(ADMINISTRATORS, AdministratorsSchema),
    provideConfig(SERVICES_CONFIG, ServicesConfigSchema),
    provideConfig(TELEMETRY_CONFIG, TelemetryConfigSchema),
  ],
  exports: [ReleaseRegistry],
})
export class ReleasesModule implements OnModuleInit {
  constructor(
    private readonly uploads: Uploads,
    private readonly folders: MoveFolders,
    private readonly observations: ObservationStore,
    private readonly weights: Weights,
    private readonly previews: PreviewStore,
    private readonly jobs: Jobs,
  ) {}

  async onModuleInit() {
    this.jobs.define(TIDY, {}, async () => {
      await this.observations.anonymise();
      await this.uploads.sweep();
      await this.previews.sweep();
      await this.weights.weighEarlier();
    });
    this.jobs.schedule(TIDY, "17 * * * *", {
      name: "Tidy releases",
      does: "Anonymises old observations and deletes uploads and previews that are over.",
    });
    await this.folders.move();
  }
}
