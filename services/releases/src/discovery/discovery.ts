import { Inject, Injectable } from "@nestjs/common";
import type { Release } from "@tessera/federation/composition.ts";
import { CONFIG, type KitConfig } from "@tessera/service-kit";
import { unusable } from "../apps/release-check.ts";
import { LiveState } from "../live-state.ts";
import { ReleaseStore } from "../release.store.ts";
import { percentOf } from "../rollouts/rollout.store.ts";

/** The schema this answers in: awslabs/frontend-discovery. */
const SCHEMA = "https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json";

/** One version of a micro-frontend, as the schema wants it: no other keys; ours are under `extras`. */
export interface Version {
  url: string;
  fallbackUrl?: string;
  metadata: { integrity: string; version: string };
  extras: { app: string; release: string; kind: string; globalName: string | null; rollout?: string };
  deployment: { traffic: number; default: boolean };
}

/** What is live, for tools that read Frontend Discovery. */
@Injectable()
export class Discovery {
  constructor(
    @Inject(CONFIG) private readonly config: KitConfig,
    private readonly live: LiveState,
    private readonly store: ReleaseStore,
  ) {}

  async describe(): Promise<{ schema: string; microFrontends: Record<string, Version[]> }> {
    const { stable, rollouts, off } = await this.live.get();
    const microFrontends: Record<string, Version[]> = {};
    for (const [app, id] of stable) {
      const current = (await this.store.find(app, id))!.release;
      if (off.has(app) || unusable(current).length) continue;
      const rollout = rollouts.find((open) => open.app === app);
      const share = rollout ? percentOf(rollout) : 0;
      const versions: Version[] = [this.version(current, { traffic: 100 - share, default: true })];
      if (rollout) {
        const { release } = (await this.store.find(app, rollout.candidate))!;
        const candidate = this.version(release, { traffic: share, default: false });
        candidate.fallbackUrl = versions[0]!.url;
        candidate.extras.rollout = rollout.id;
        versions.push(candidate);
      }
      microFrontends[`tessera/${app}`] = versions;
    }
    return { schema: SCHEMA, microFrontends };
  }

  private version(
    { app, id, kind, version, entry, globalName, files }: Release,
    deployment: Version["deployment"],
  ): Version {
    return {
      // By release: what was fetched from there finds its other files beside it, in any host.
      url: `${this.config.publicUrl}/assets/${app}/${id}/${entry}`,
      metadata: { integrity: files.find((file) => file.path === entry)!.integrity, version },
      extras: { app, release: id, kind, globalName },
      deployment,
    };
  }
}
