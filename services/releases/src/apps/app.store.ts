import { Injectable } from "@nestjs/common";
import type { AppOwnership } from "@tessera/contracts-releases/releases.ts";
import { Database, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ProcessStore } from "../service-processes/process.store.ts";
import type { PathPrefixes } from "./path-owner.ts";

/** What an app is; the contract calls a service a remote with `service`, as pages of before know no third kind. */
export type AppKind = AppOwnership["kind"] | "service";

interface Row extends Record<string, unknown> {
  name: string;
  kind: AppKind;
  owner: string;
  redirectOrigins: string[];
  canPublish: boolean;
  prefixes: string[];
  offAt: string | Date | null;
  offReason: string;
}

/** Apps with what each was granted. */
@Injectable()
export class AppStore {
  constructor(
    private readonly database: Database,
    private readonly processes: ProcessStore,
  ) {}

  list(): Promise<AppOwnership[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<Row>(sql`
        select name, kind, owner, off_at as "offAt", off_reason as "offReason", redirect_origins as "redirectOrigins", deploy_token_hash is not null as "canPublish",
          array(select prefix from releases.path_prefix where app = name order by prefix) as prefixes
        from releases.app order by name`);
      const services = new Map((await this.processes.all()).map(({ app, processes }) => [app, processes]));
      return rows.map(({ offAt, offReason, kind, ...app }) => ({
        ...app,
        kind: kind === "shell" ? kind : "remote",
        service: kind === "service" ? { processes: services.get(app.name) ?? [] } : null,
        off: offAt === null ? null : { at: new Date(offAt).toISOString(), reason: offReason },
      }));
    });
  }

  /** Why each app that is switched off is, by its name. */
  async off(): Promise<Map<string, string>> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ name: string; reason: string }>(
        sql`select name, off_reason as reason from releases.app where off_at is not null`,
      ),
    );
    return new Map(rows.map(({ name, reason }) => [name, reason]));
  }

  /** @param reason null switches it on again */
  async setOff(tx: Tx, app: string, at: Date, reason: string | null): Promise<void> {
    await tx.execute(sql`update releases.app set off_at = ${reason === null ? null : at.toISOString()}, off_reason = ${reason ?? ""}
      where name = ${app}`);
  }

  async prefixes(): Promise<PathPrefixes> {
    const { rows } = await this.database.system((tx) =>
      tx.execute<{ prefix: string; app: string }>(sql`select prefix, app from releases.path_prefix`),
    );
    return new Map(rows.map(({ prefix, app }) => [prefix, app]));
  }

  /** Hash of the app's deploy token; null when the app is unknown or its token was revoked. */
  tokenHash(app: string): Promise<Buffer | null> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ hash: string | null }>(
        sql`select encode(deploy_token_hash, 'hex') as hash from releases.app where name = ${app}`,
      );
      return rows[0]?.hash ? Buffer.from(rows[0].hash, "hex") : null;
    });
  }

  /** False when the app is known already: nothing of it changes then. */
  async insert(
    app: Pick<AppOwnership, "name" | "owner" | "redirectOrigins"> & { kind: AppKind },
    tokenHash: Buffer,
  ): Promise<boolean> {
    const { rows } = await this.database.system((tx) =>
      tx.execute(sql`
        insert into releases.app (name, kind, owner, redirect_origins, deploy_token_hash)
        values (${app.name}, ${app.kind}, ${app.owner}, ${textArray(app.redirectOrigins)}, decode(${tokenHash.toString("hex")}, 'hex'))
        on conflict (name) do nothing returning name`),
    );
    return rows.length > 0;
  }

  async setToken(tx: Tx, app: string, tokenHash: Buffer | null): Promise<void> {
    await tx.execute(sql`
      update releases.app set deploy_token_hash = decode(${tokenHash?.toString("hex") ?? null}, 'hex') where name = ${app}`);
  }

  async setGrants(
    tx: Tx,
    app: string,
    { owner, redirectOrigins }: Pick<AppOwnership, "owner" | "redirectOrigins">,
  ): Promise<void> {
    await tx.execute(sql`
      update releases.app set owner = ${owner}, redirect_origins = ${textArray(redirectOrigins)} where name = ${app}`);
  }

  async setPrefixes(tx: Tx, app: string, prefixes: string[]): Promise<void> {
    await tx.execute(sql`delete from releases.path_prefix where app = ${app}`);
    await this.addPrefixes(tx, app, prefixes);
  }

  /** Grants what nobody has. */
  async addPrefixes(tx: Tx, app: string, prefixes: string[]): Promise<void> {
    for (const prefix of new Set(prefixes))
      await tx.execute(
        sql`insert into releases.path_prefix (prefix, app) values (${prefix}, ${app}) on conflict do nothing`,
      );
  }
}

const textArray = (values: string[]) => sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
