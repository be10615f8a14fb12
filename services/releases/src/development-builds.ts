import { Inject, Injectable } from "@nestjs/common";
import type { DevelopmentBuild } from "@tessera/contracts/releases.ts";
import { CONFIG, type KitConfig, problem } from "@tessera/service-kit";

/** Builds that developers serve from their own machine into this running product (`npm run dev`); gone with the process. */
@Injectable()
export class DevelopmentBuilds {
  private readonly builds = new Map<string, DevelopmentBuild>();
  constructor(@Inject(CONFIG) private readonly config: KitConfig) {}

  /** @throws ProblemException 403 in production: people must only get published releases there */
  start(app: string, build: DevelopmentBuild): void {
    if (this.config.production)
      throw problem(403, "not_in_production", "A development build cannot be shown in production. Publish a release.");
    this.builds.set(app, build);
  }

  end(app: string): void {
    this.builds.delete(app);
  }

  get(app: string): DevelopmentBuild | undefined {
    return this.builds.get(app);
  }
}
