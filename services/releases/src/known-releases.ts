import { Injectable } from "@nestjs/common";
import { releaseNotFound, requirementsUnmet } from "@tessera/contracts-releases/problems.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { problem } from "@tessera/service-kit";
import { unmetAnywhere, unmetContracts } from "./compatibility.ts";
import type { Live } from "./live-state.ts";
import { ReleaseStore } from "./release.store.ts";

/** Releases by what people call them, and whether they fit what is live. */
@Injectable()
export class KnownReleases {
  constructor(private readonly store: ReleaseStore) {}

  /** By id, else the newest of that version. @throws ProblemException 404 `release_not_found` */
  async named(app: string, name: string): Promise<Release> {
    const exact = await this.store.find(app, name);
    const found = exact ?? (await this.store.list(app)).find(({ release }) => release.version === name);
    if (!found) throw problem(releaseNotFound, { release: name, app });
    return found.release;
  }

  /** @throws ProblemException 422 `requirements_unmet` when some composition with `changed` could not run; `what` was not done then */
  async requireCompatible(live: Live, changed: Release[], what: string): Promise<void> {
    const all = await Promise.all([...live.stable].map(async ([app, id]) => (await this.store.find(app, id))!.release));
    const candidates = await Promise.all(live.rollouts.map(async ({ app, candidate }) => (await this.store.find(app, candidate))!.release));
    const unmet = [...unmetAnywhere(all, candidates, changed), ...unmetContracts(changed, live.contracts)];
    if (unmet.length) throw problem(requirementsUnmet, { what, reasons: unmet.join("; ") });
  }
}
