import { Injectable } from "@nestjs/common";
import {
  ambiguousVersion,
  releaseNotFound,
  releaseWithdrawn,
  requirementsUnmet,
} from "@tessera/contracts-releases/problems.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { problem } from "@tessera/service-kit";
import { unmetAnywhere, unmetContracts } from "./compatibility.ts";
import type { Live } from "./live-state.ts";
import { type PublishedRelease, ReleaseStore } from "./release.store.ts";

/** Releases by what people call them, and whether they fit what is live. */
@Injectable()
export class KnownReleases {
  constructor(private readonly store: ReleaseStore) {}

  /**
   * By id, by number (`#7`), or by version if one release alone has that, those that were withdrawn left aside.
   * @throws ProblemException 404 `release_not_found`, 409 `ambiguous_version`
   */
  async named(app: string, name: string): Promise<PublishedRelease> {
    const exact = await this.store.find(app, name);
    if (exact) return exact;
    const digits = /^#(\d{1,9})$/.exec(name)?.[1];
    const called = await this.store.called(app, { version: name, number: digits ? Number(digits) : null });
    const [found] = called;
    if (!found) throw problem(releaseNotFound, { release: name, app });
    const alike = found.withdrawn ? called : called.filter(({ withdrawn }) => !withdrawn);
    if (alike.length > 1) {
      const names = alike.map(({ number, release }) => `#${number} (${release.id})`).join(", ");
      throw problem(ambiguousVersion, { app, version: name, names });
    }
    return found;
  }

  /** @throws ProblemException 409 `release_withdrawn` unless the release was not withdrawn, or is meant to come back */
  requireNotWithdrawn({ release, number, withdrawn }: PublishedRelease, again: boolean, what: string): void {
    if (!withdrawn || again) return;
    const withdrawal = `${release.app} ${release.version} #${number} was withdrawn by ${withdrawn.by}: ${withdrawn.reason.replace(/\.$/, "")}`;
    throw problem(releaseWithdrawn, { what, withdrawal });
  }

  /**
   * @throws ProblemException 422 `requirements_unmet` when some composition with `changed` could not run; `what` was
   * not done then
   */
  async requireCompatible(live: Live, changed: Release[], what: string): Promise<void> {
    const unmet = await this.unmet(live, changed);
    if (unmet.length) throw problem(requirementsUnmet, { what, reasons: unmet.join("; ") });
  }

  /** Requirements that some composition with `changed` would not meet, as sentences. */
  async unmet(live: Live, changed: Release[]): Promise<string[]> {
    const [all, candidates] = await Promise.all([this.stable(live), this.candidates(live)]);
    return [...unmetAnywhere(all, candidates, changed), ...unmetContracts(changed, live.contracts)];
  }

  /** What is stable, and what is being rolled out. */
  async everyLive(live: Live): Promise<Release[]> {
    return [...(await this.stable(live)), ...(await this.candidates(live))];
  }

  private stable = (live: Live) =>
    Promise.all([...live.stable].map(async ([app, id]) => (await this.store.find(app, id))!.release));

  private candidates = (live: Live) =>
    Promise.all(live.rollouts.map(async ({ app, candidate }) => (await this.store.find(app, candidate))!.release));
}
