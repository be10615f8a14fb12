import { Injectable } from "@nestjs/common";
import { type Contracts, Database, isConnectionLost, ServedContracts } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { AppStore } from "./apps/app.store.ts";
import type { PathPrefixes } from "./apps/path-owner.ts";
import { FlagStore, type StoredFlag } from "./flags/flag.store.ts";
import { type PinRow, PinStore } from "./pins/pin.store.ts";
import { ReleaseStore } from "./release.store.ts";
import { RolloutStore, type StoredRollout } from "./rollouts/rollout.store.ts";
import { type AnnouncedService, ProcessStore } from "./service-processes/process.store.ts";
import { withContracts } from "./service-processes/service-name.ts";

export interface Live {
  /** Release id that is stable, by app. */
  stable: Map<string, string>;
  rollouts: StoredRollout[];
  pins: PinRow[];
  /** Which app owns which paths. */
  prefixes: PathPrefixes;
  /** Why each app that is switched off is. */
  off: ReadonlyMap<string, string>;
  /** Flags that were set. */
  flags: StoredFlag[];
  /** What the services of all processes serve. */
  contracts: Contracts;
  /** Services of repositories of their own, and where they run. */
  services: AnnouncedService[];
}

/** How long another process's change may stay unseen here, ms. */
const FRESH_FOR = 1_000;

/** What is live, remembered for a moment: every page asks. */
@Injectable()
export class LiveState {
  private known: { live: Promise<Live>; until: number } | null = null;
  /** What was live when the database last answered: pages continue with it while it is away. */
  private last: Live | null = null;

  constructor(
    private readonly database: Database,
    private readonly releases: ReleaseStore,
    private readonly rollouts: RolloutStore,
    private readonly pins: PinStore,
    private readonly apps: AppStore,
    private readonly flags: FlagStore,
    private readonly contracts: ServedContracts,
    private readonly processes: ProcessStore,
  ) {}

  get(): Promise<Live> {
    if (this.known && performance.now() < this.known.until) return this.known.live;
    const live = this.readOrLast();
    const known = { live, until: performance.now() + FRESH_FOR };
    this.known = known;
    live.catch(() => {
      if (this.known === known) this.known = null;
    });
    return live;
  }

  /** What another process changed is seen by the next page. */
  forget(): void {
    this.known = null;
  }

  private async readOrLast(): Promise<Live> {
    try {
      this.last = await this.read();
      return this.last;
    } catch (error) {
      if (this.last && isConnectionLost(error)) return this.last;
      throw error;
    }
  }

  /** One snapshot, in the transaction around the running code if there is one. */
  read(): Promise<Live> {
    return this.database.system(async () => {
      const services = await this.processes.all();
      return {
        stable: await this.releases.stable(),
        rollouts: await this.rollouts.open(),
        pins: await this.pins.all(),
        prefixes: await this.apps.prefixes(),
        off: await this.apps.off(),
        flags: await this.flags.all(),
        contracts: withContracts(await this.contracts.live(), services),
        services,
      };
    });
  }

  /**
   * Runs `work` alone among all that change what is live, in this process and any other; the next page sees the result.
   */
  async change<T>(work: (live: Live) => Promise<T>): Promise<T> {
    const result = await this.database.system(async (tx) => {
      await tx.execute(sql`select name from releases.app order by name for update`);
      return work(await this.read());
    });
    this.known = null;
    return result;
  }
}
