import { Inject, Injectable } from "@nestjs/common";
import { appNotFound, requirementsUnmet, serviceRefused } from "@tessera/contracts-releases/problems.ts";
import type { ServiceAnnouncement } from "@tessera/contracts-releases/releases.ts";
import { Database, problem } from "@tessera/service-kit";
import { ownerOf } from "../apps/path-owner.ts";
import { Audit, machine } from "../audit.ts";
import { unmetContracts } from "../compatibility.ts";
import { KnownReleases } from "../known-releases.ts";
import { type Live, LiveState } from "../live-state.ts";
import { ProcessStore } from "./process.store.ts";
import { serviceOf } from "./service-name.ts";
import { SERVICES_CONFIG, type ServicesConfig } from "./services.config.ts";

/** Processes of services that live in repositories of their own: what they say of themselves is checked, and kept. */
@Injectable()
export class ServiceProcesses {
  constructor(
    private readonly store: ProcessStore,
    private readonly live: LiveState,
    private readonly releases: KnownReleases,
    private readonly database: Database,
    private readonly audit: Audit,
    @Inject(SERVICES_CONFIG) private readonly config: ServicesConfig,
  ) {}

  /**
   * @param from address that the announcement came from
   * @throws ProblemException 404 `app_not_found`, 422 `service_refused` or `requirements_unmet`
   */
  async announce(app: string, service: ServiceAnnouncement, from: string): Promise<void> {
    const live = await this.live.read();
    const known = live.services.find((one) => one.app === app);
    if (!known) throw problem(appNotFound, { app });
    const reasons = this.refusals(app, service, live, from);
    if (reasons.length) throw problem(serviceRefused, { app, reasons: reasons.join("; ") });
    const runs = known.processes.some(
      ({ origin, contract }) => origin === service.origin && contract === service.contract,
    );
    if (!runs) await this.requireServed(app, service, live);
    await this.database.system(async (tx) => {
      const isNew = await this.store.seen(tx, app, service);
      if (!isNew) return;
      const detail = `${service.origin}${service.contract ? `, contract ${service.contract}` : ""}`;
      await this.audit.write({ app, actor: machine("deploy token"), action: "service_started", detail });
    });
    if (!runs) this.live.forget();
  }

  async end(app: string, origin: string): Promise<void> {
    await this.database.system(async (tx) => {
      if (await this.store.end(tx, app, origin))
        await this.audit.write({ app, actor: machine("deploy token"), action: "service_ended", detail: origin });
    });
    this.live.forget();
  }

  private refusals(app: string, { name, addresses, origin }: ServiceAnnouncement, live: Live, from: string): string[] {
    const owned = addresses.flatMap((address) => {
      const owner = ownerOf(live.prefixes, address);
      if (owner === app) return [];
      return owner === null
        ? [`${address} was granted to nobody; an administrator grants it to "${app}"`]
        : [`${address} belongs to "${owner}"`];
    });
    const host = new URL(origin).hostname.replace(/^\[(.*)\]$/, "$1");
    const known = host === from || (isLoopback(host) && isLoopback(from)) || this.config.hosts.includes(host);
    return [
      ...(name === serviceOf(app) ? [] : [`it calls itself "${name}"`]),
      ...owned,
      ...(known ? [] : [`it was announced from ${from}, and ${host} is not named in SERVICE_HOSTS`]),
    ];
  }

  /** What pages require of the contract holds with this process as well. */
  private async requireServed(app: string, { contract }: ServiceAnnouncement, live: Live): Promise<void> {
    if (contract === null) return;
    const name = `contracts/${serviceOf(app)}`;
    const releases = await this.releases.everyLive(live);
    const before = unmetContracts(releases, live.contracts);
    const after = unmetContracts(releases, {
      ...live.contracts,
      [name]: [...new Set([...(live.contracts[name] ?? []), contract])],
    });
    const reasons = after.filter((reason) => !before.includes(reason));
    if (reasons.length)
      throw problem(requirementsUnmet, { what: `"${app}" was not announced`, reasons: reasons.join("; ") });
  }
}

const isLoopback = (address: string) => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(address);
