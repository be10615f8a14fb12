import { Inject, Injectable } from "@nestjs/common";
import type { DevelopmentBuild } from "@tessera/federation/composition.ts";
import { Clock, CONFIG, type KitConfig, problem } from "@tessera/service-kit";

/** A dev server says every few seconds that it still runs; one that was silent for so long is gone, ms. */
const SILENT_AFTER = 15_000;

/** Builds that developers serve from their own machine into this running product (`npm run dev`). */
@Injectable()
export class DevelopmentBuilds {
  private readonly builds = new Map<string, { build: DevelopmentBuild; heard: number }>();
  constructor(
    @Inject(CONFIG) private readonly config: KitConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 403 in production: people must only get published releases there */
  start(app: string, build: DevelopmentBuild): void {
    if (this.config.production)
      throw problem(403, "not_in_production", "A development build cannot be shown in production. Publish a release.");
    this.builds.set(app, { build, heard: this.clock.now().getTime() });
  }

  end(app: string): void {
    this.builds.delete(app);
  }

  /** Whether anything at all is shown from a developer's machine. */
  any(): boolean {
    return [...this.builds.keys()].some((app) => this.get(app));
  }

  get(app: string): DevelopmentBuild | undefined {
    const known = this.builds.get(app);
    return known && this.clock.now().getTime() - known.heard < SILENT_AFTER ? known.build : undefined;
  }
}
