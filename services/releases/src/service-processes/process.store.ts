import { Injectable } from "@nestjs/common";
import {
  GONE_AFTER_SECONDS,
  type ServiceAnnouncement,
  type ServiceProcess,
} from "@tessera/contracts-releases/releases.ts";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { serviceOf } from "./service-name.ts";

/** A service of a repository of its own, with the processes that run it now; none while it is away. */
export interface AnnouncedService {
  app: string;
  /** As it calls itself, else its name. */
  title: string;
  processes: ServiceProcess[];
}

interface Row extends Record<string, unknown> {
  app: string;
  title: string | null;
  origin: string | null;
  contract: string | null;
  seenAt: string | Date | null;
  live: boolean | null;
}

@Injectable()
export class ProcessStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Every app that is a service. */
  async all(): Promise<AnnouncedService[]> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<Row>(sql`
        select app.name as app, p.title, p.origin, p.contract, p.seen_at as "seenAt", p.seen_at > ${this.goneBefore()} as live
        from releases.app left join releases.service_process p on p.app = app.name
        where app.kind = 'service' order by app.name, p.origin`),
    );
    const services = new Map<string, AnnouncedService>();
    for (const { app, title, origin, contract, seenAt, live } of rows) {
      const service = services.get(app) ?? { app, title: serviceOf(app)!, processes: [] };
      services.set(app, service);
      if (title !== null) service.title = title;
      if (live)
        service.processes.push({ title: title!, origin: origin!, contract, seenAt: new Date(seenAt!).toISOString() });
    }
    return [...services.values()];
  }

  /** @returns whether it was not known to run there, or in another version */
  async seen(tx: Tx, app: string, { title, origin, contract }: ServiceAnnouncement): Promise<boolean> {
    const now = this.clock.now().toISOString();
    const { rows } = await tx.execute<{ contract: string | null }>(sql`
      select contract from releases.service_process where app = ${app} and origin = ${origin} and seen_at > ${this.goneBefore()}`);
    await tx.execute(sql`delete from releases.service_process where app = ${app} and seen_at <= ${this.goneBefore()}`);
    await tx.execute(sql`
      insert into releases.service_process (app, origin, title, contract, seen_at) values (${app}, ${origin}, ${title}, ${contract}, ${now})
      on conflict (app, origin) do update set title = excluded.title, contract = excluded.contract, seen_at = excluded.seen_at`);
    return rows[0] === undefined || rows[0].contract !== contract;
  }

  /** Of one process, or of all. @returns whether any was known */
  async end(tx: Tx, app: string, origin?: string): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      delete from releases.service_process where app = ${app} and (${origin ?? null}::text is null or origin = ${origin ?? null})
      returning origin`);
    return rows.length > 0;
  }

  private goneBefore = () => new Date(this.clock.now().getTime() - GONE_AFTER_SECONDS * 1000).toISOString();
}
