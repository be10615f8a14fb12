import { Injectable } from "@nestjs/common";
import type { Served } from "@tessera/contracts-releases/releases.ts";
import type { Composition } from "@tessera/federation/composition.ts";
import { matchRoute } from "@tessera/federation/route-rules.ts";
import { referenceTo } from "../list-releases.ts";
import { type Live, LiveState } from "../live-state.ts";
import { type PublishedRelease, ReleaseStore } from "../release.store.ts";
import { percentOf } from "../rollouts/rollout.store.ts";
import { AppStore } from "./app.store.ts";
import { prefixOver } from "./path-owner.ts";
import { unusable, withinGrant } from "./release-check.ts";

/** Says who answers at an address, and why. */
@Injectable()
export class ServedPath {
  constructor(
    private readonly live: LiveState,
    private readonly releases: ReleaseStore,
    private readonly apps: AppStore,
  ) {}

  async of(path: string): Promise<Served> {
    const live = await this.live.read();
    const stable = await this.stable(live);
    const match = matchRoute(routesOf(stable, live), path);
    const app = match?.app ?? null;
    const owners = new Map((await this.apps.list()).map((one) => [one.name, one.owner]));
    const found = app === null ? undefined : stable.get(app);
    const rollout = live.rollouts.find((open) => open.app === app);
    const candidate = rollout && (await this.releases.known(rollout.app, rollout.candidate));
    return {
      path,
      app,
      owner: (app && owners.get(app)) || "",
      drawnBy: match?.owner ?? null,
      route: match && { id: match.rule.id, path: match.rule.path, title: match.rule.title },
      release: found ? referenceTo(found) : null,
      candidate: rollout && candidate ? { release: referenceTo(candidate), percent: percentOf(rollout) } : null,
      why: [
        ...this.grant(path, live, owners),
        ...this.route(match, found),
        ...(rollout && candidate ? [`${named(candidate)} is rolled out to ${percentOf(rollout)} % of people.`] : []),
        ...(match ? [match.app, match.owner] : []).filter(unique).flatMap((name) => switchedOff(name, live)),
      ],
    };
  }

  private grant(path: string, { prefixes }: Live, owners: ReadonlyMap<string, string>): string[] {
    const prefix = prefixOver(prefixes, path);
    if (prefix === null) return ["Nobody was granted this path."];
    const app = prefixes.get(prefix)!;
    const team = owners.get(app);
    return [
      `${prefix}${prefix === "/" ? "" : " and what is below it"} was granted to ${app}${team ? ` (${team})` : ""}.`,
    ];
  }

  private route(match: ReturnType<typeof matchRoute>, found: PublishedRelease | undefined): string[] {
    if (!match || !found) return ["No route of a stable release matches: people get Page Not Found."];
    const { rule, owner, app } = match;
    return [
      `The route ${rule.path} of ${named(found)} matches closest.`,
      ...(owner === app ? [] : [`It is shown within the pages of ${owner}, whose release draws the frame.`]),
      ...(rule.redirect ? [`It redirects to ${rule.redirect}.`] : []),
    ];
  }

  private async stable({ stable }: Live): Promise<Map<string, PublishedRelease>> {
    const found = new Map<string, PublishedRelease>();
    for (const [app, id] of stable) {
      const release = await this.releases.find(app, id);
      if (release && !unusable(release.release).length) found.set(app, release);
    }
    return found;
  }
}

/** As much of a composition as routes are matched by. */
function routesOf(stable: ReadonlyMap<string, PublishedRelease>, { prefixes }: Live): Composition {
  const parts = [...stable].map(([name, { release }]) => ({
    name,
    routes: withinGrant(release.manifest.routes, name, prefixes),
  }));
  const shell = parts.find(({ name }) => name === "shell") ?? { name: "shell", routes: [] };
  return { shell, remotes: parts.filter(({ name }) => name !== "shell") } as unknown as Composition;
}

const named = ({ release, number }: PublishedRelease) => `${release.app} ${release.version} #${number}`;
const unique = (name: string, index: number, all: string[]) => all.indexOf(name) === index;
const switchedOff = (app: string, { off }: Live) => (off.has(app) ? [`${app} is switched off: ${off.get(app)}`] : []);
