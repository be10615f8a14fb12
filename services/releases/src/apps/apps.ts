import { Injectable } from "@nestjs/common";
import {
  appExists,
  appNotFound,
  notAServicePath,
  pathTaken,
  shellStays,
} from "@tessera/contracts-releases/problems.ts";
import type { AppOwnership, ChangeApp, IssuedToken, NewApp } from "@tessera/contracts-releases/releases.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { Clock, Database, Elsewhere, problem } from "@tessera/service-kit";
import { type Actor, Audit, machine } from "../audit.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { LiveState } from "../live-state.ts";
import { Recalls } from "../recalls.ts";
import { ProcessStore } from "../service-processes/process.store.ts";
import { serviceFaults } from "../service-processes/service-name.ts";
import { AppStore } from "./app.store.ts";
import { ownerOf, prefixesOf } from "./path-owner.ts";

/**
 * Who owns which app and which paths; changed by administrators, and by `npm start` for the builds of its own machine.
 */
@Injectable()
export class Apps {
  constructor(
    private readonly store: AppStore,
    private readonly tokens: DeployTokens,
    private readonly live: LiveState,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly recalls: Recalls,
    private readonly clock: Clock,
    private readonly processes: ProcessStore,
    private readonly elsewhere: Elsewhere,
  ) {}

  list(): Promise<AppOwnership[]> {
    return this.store.list();
  }

  /**
   * Knows the apps of builds of this machine: each gets a token, and the paths that its routes need and nobody was
   * granted. A path below another app's (`/settings/people` below `/settings`) becomes its own.
   */
  async ensure(releases: Release[]): Promise<void> {
    const made = await this.tokens.ensure(releases.map(({ app }) => app));
    await this.live.change(async () => {
      for (const app of made) await this.audit.write({ app, actor: machine("local build"), action: "app_created" });
      let granted = await this.store.prefixes();
      for (const { app, manifest } of releases) {
        const needed = prefixesOf(manifest.routes.map(({ path }) => path));
        const missing = needed.filter((prefix) => ownerOf(granted, prefix) !== app);
        if (!missing.length) continue;
        await this.database.system((tx) => this.store.addPrefixes(tx, app, missing));
        granted = await this.store.prefixes();
      }
    });
  }

  /** @throws ProblemException 409 `app_exists` or `path_taken`, 422 `not_a_service_path` */
  async create({ name, owner, prefixes, redirectOrigins = [], service }: NewApp, by: Actor): Promise<IssuedToken> {
    if (service) this.requireServicePaths(name, prefixes);
    return this.live.change(async () => {
      const { token, hash } = this.tokens.make();
      if (!(await this.store.insert({ name, kind: service ? "service" : "remote", owner, redirectOrigins }, hash)))
        throw problem(appExists, { app: name });
      await this.requireFree(name, prefixes);
      await this.database.system((tx) => this.store.addPrefixes(tx, name, prefixes));
      await this.audit.write({ app: name, actor: by, action: "app_created", detail: prefixes.join(", ") });
      return { app: name, token };
    });
  }

  /** @throws ProblemException 404 `app_not_found`, 409 `path_taken` */
  async change(app: string, change: ChangeApp, by: Actor): Promise<AppOwnership> {
    return this.live.change(async () => {
      const before = await this.known(app);
      const after = { ...before, ...change };
      if (before.service) this.requireServicePaths(app, after.prefixes);
      await this.requireFree(app, after.prefixes);
      await this.database.system(async (tx) => {
        await this.store.setGrants(tx, app, after);
        if (change.prefixes) await this.store.setPrefixes(tx, app, change.prefixes);
      });
      await this.audit.write({ app, actor: by, action: "app_changed", detail: Object.keys(change).join(", ") });
      return this.known(app);
    });
  }

  /**
   * Nobody gets the app from now on, whatever is released: its addresses say so, with the reason, and open pages learn
   * of it.
   * @throws ProblemException 404 `app_not_found`, 409 `shell_stays`
   */
  async switchOff(app: string, reason: string, by: Actor): Promise<void> {
    await this.live.change(async () => {
      if ((await this.known(app)).kind === "shell") throw problem(shellStays);
      await this.database.system((tx) => this.store.setOff(tx, app, this.clock.now(), reason));
      await this.recalls.announce({ app, releases: null });
      await this.audit.write({ app, actor: by, action: "switched_off", detail: reason });
    });
  }

  /** People get again what is released. @throws ProblemException 404 `app_not_found` */
  async switchOn(app: string, by: Actor): Promise<void> {
    await this.live.change(async () => {
      await this.known(app);
      await this.database.system((tx) => this.store.setOff(tx, app, this.clock.now(), null));
      await this.audit.write({ app, actor: by, action: "switched_on" });
    });
  }

  /** A new deploy token: the old one is worth nothing from then on. @throws ProblemException 404 `app_not_found` */
  async rotateToken(app: string, by: Actor): Promise<IssuedToken> {
    await this.known(app);
    const { token, hash } = this.tokens.make();
    await this.database.system(async (tx) => {
      await this.store.setToken(tx, app, hash);
      await this.audit.write({ app, actor: by, action: "token_rotated" });
    });
    await this.tokens.replaceCopy(app, token);
    return { app, token };
  }

  /** Nobody publishes the app until its token is rotated. @throws ProblemException 404 `app_not_found` */
  async revokeToken(app: string, by: Actor): Promise<void> {
    await this.known(app);
    await this.database.system(async (tx) => {
      await this.store.setToken(tx, app, null);
      await this.processes.end(tx, app);
      await this.audit.write({ app, actor: by, action: "token_revoked" });
    });
    await this.tokens.replaceCopy(app, null);
  }

  private requireServicePaths(app: string, prefixes: string[]): void {
    const faults = serviceFaults(app, prefixes, this.elsewhere.product);
    if (faults.length) throw problem(notAServicePath, { reasons: faults.join("; ") });
  }

  private async known(app: string): Promise<AppOwnership> {
    const found = (await this.store.list()).find(({ name }) => name === app);
    if (!found) throw problem(appNotFound, { app });
    return found;
  }

  private async requireFree(app: string, prefixes: string[]): Promise<void> {
    const granted = await this.store.prefixes();
    for (const prefix of prefixes) {
      const owner = granted.get(prefix);
      if (owner && owner !== app) throw problem(pathTaken, { path: prefix, owner });
    }
  }
}
