import { Global, Module, type OnModuleInit } from "@nestjs/common";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { Clock } from "@tessera/service-kit";
import { DeployTokens } from "./deploy-tokens.ts";
import { DevelopmentBuilds } from "./development-builds.ts";
import { ListReleases } from "./list-releases.ts";
import { Releases } from "./publish-release.ts";
import { ReleaseStore } from "./release.store.ts";
import { ReleaseFiles } from "./release-files.ts";
import { ReleasesController } from "./releases.controller.ts";
import { StoredRegistry } from "./stored-registry.ts";

/** Global for the registry alone: the gateway in the same process asks it. */
@Global()
@Module({
  controllers: [ReleasesController],
  providers: [
    ReleaseStore,
    ReleaseFiles,
    DeployTokens,
    DevelopmentBuilds,
    Releases,
    ListReleases,
    { provide: ReleaseRegistry, useClass: StoredRegistry },
  ],
  exports: [ReleaseRegistry],
})
export class ReleasesModule implements OnModuleInit {
  constructor(
    private readonly files: ReleaseFiles,
    private readonly clock: Clock,
  ) {}

  async onModuleInit() {
    await this.files.sweep(this.clock.now());
  }
}
