import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import {
  type Administrator,
  Audit,
  type RequestContext,
  randomToken,
  Secret,
  validationFailed,
} from "../../core/index.ts";
import { clientNotFound } from "../oauth-error.ts";
import { type AuthMethod, type ClientRow, oauthClients } from "../tables.ts";
import type { ClientChange, NewClient } from "./client-metadata.ts";
import { type ClientView, clientView } from "./client-view.ts";

/** A client that registered itself and that nobody let in is deleted after this. */
const UNUSED_AFTER_MS = 30 * 86_400_000;

/** The clients there are. A secret has 256 random bits; its keyed hash is kept. */
@Injectable()
export class Clients {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    private readonly secret: Secret,
    private readonly audit: Audit,
  ) {}

  /** Newest first. */
  async list(page: number, perPage: number): Promise<{ clients: ClientView[]; total: number }> {
    return this.database.system(async (tx) => {
      const [{ total } = { total: 0 }] = await tx.select({ total: count() }).from(oauthClients);
      const rows = await tx
        .select()
        .from(oauthClients)
        .orderBy(desc(oauthClients.createdAt), desc(oauthClients.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { clients: rows.map((row) => clientView(row)), total };
    });
  }

  /** @throws AuthError 404 `oauth_client_not_found` */
  async get(id: string): Promise<ClientView> {
    return clientView(await this.database.system((tx) => this.existing(tx, id)));
  }

  /** @throws AuthError 400 for a type that its way to authenticate contradicts */
  create(given: NewClient, by: Administrator, from: RequestContext): Promise<ClientView> {
    return this.insert(given, "manual", (tx, id) =>
      this.audit.record(tx, "admin_oauth_client_created", from, by.userId, actOf(id, by)),
    );
  }

  /** RFC 7591: what the client says of itself. @throws AuthError as `create` */
  register(given: NewClient): Promise<ClientView> {
    return this.insert(given, "dynamic", async () => {});
  }

  /**
   * @throws AuthError 404 `oauth_client_not_found`; 400 for a public client that would need a secret, or the reverse
   */
  async change(id: string, change: ClientChange, by: Administrator, from: RequestContext): Promise<ClientView> {
    return this.database.system(async (tx) => {
      const client = await this.existing(tx, id);
      const method = change.token_endpoint_auth_method ?? client.authMethod;
      if ((method === "none") !== (client.authMethod === "none"))
        throw validationFailed("token_endpoint_auth_method is not valid for this type of client: make a new client");
      const [changed] = await tx
        .update(oauthClients)
        .set({
          authMethod: method,
          updatedAt: this.clock.now(),
          ...(change.client_name === undefined ? {} : { name: change.client_name }),
          ...(change.redirect_uris === undefined ? {} : { redirectUris: change.redirect_uris }),
          ...(change.grant_types === undefined ? {} : { grantTypes: change.grant_types }),
          ...(change.scope === undefined ? {} : { scopes: change.scope }),
          ...(change.client_uri === undefined ? {} : { clientUri: change.client_uri || null }),
          ...(change.logo_uri === undefined ? {} : { logoUri: change.logo_uri || null }),
        })
        .where(eq(oauthClients.id, id))
        .returning();
      await this.audit.record(tx, "admin_oauth_client_updated", from, by.userId, actOf(id, by));
      return clientView(changed!);
    });
  }

  /** The earlier secret ends at once. @throws AuthError 404; 400 for a public client, which has none */
  async renewSecret(id: string, by: Administrator, from: RequestContext): Promise<ClientView> {
    return this.database.system(async (tx) => {
      const client = await this.existing(tx, id);
      if (client.authMethod === "none") throw validationFailed("Cannot regenerate secret for public client");
      const secret = randomToken();
      const [changed] = await tx
        .update(oauthClients)
        .set({ secretHash: this.hashOf(secret), updatedAt: this.clock.now() })
        .where(eq(oauthClients.id, id))
        .returning();
      await this.audit.record(tx, "admin_oauth_client_secret_renewed", from, by.userId, actOf(id, by));
      return clientView(changed!, secret);
    });
  }

  /** Ends all that people let it do. @throws AuthError 404 `oauth_client_not_found` */
  async remove(id: string, by: Administrator, from: RequestContext): Promise<void> {
    await this.database.system(async (tx) => {
      const gone = await tx.delete(oauthClients).where(eq(oauthClients.id, id)).returning();
      if (!gone.length) throw clientNotFound();
      await this.audit.record(tx, "admin_oauth_client_deleted", from, by.userId, actOf(id, by));
    });
  }

  async find(tx: Tx, id: string): Promise<ClientRow | null> {
    const [client] = await tx.select().from(oauthClients).where(eq(oauthClients.id, id));
    return client ?? null;
  }

  hashOf(secret: string): Buffer {
    return this.secret.mac("oauth client secret", secret);
  }

  async purgeUnused(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - UNUSED_AFTER_MS);
    const isUnused = sql`not exists (select from identity.oauth_grants where client_id = ${oauthClients.id})`;
    await this.database.system((tx) =>
      tx
        .delete(oauthClients)
        .where(and(eq(oauthClients.registration, "dynamic"), lt(oauthClients.createdAt, before), isUnused)),
    );
  }

  private async insert(
    given: NewClient,
    registration: ClientRow["registration"],
    record: (tx: Tx, id: string) => Promise<void>,
  ): Promise<ClientView> {
    const authMethod = methodOf(given);
    const secret = authMethod === "none" ? null : randomToken();
    const now = this.clock.now();
    return this.database.system(async (tx) => {
      const [client] = await tx
        .insert(oauthClients)
        .values({
          id: randomUUID(),
          name: given.client_name,
          authMethod,
          secretHash: secret === null ? null : this.hashOf(secret),
          redirectUris: given.redirect_uris,
          grantTypes: given.grant_types ?? ["authorization_code", "refresh_token"],
          scopes: given.scope ?? null,
          clientUri: given.client_uri || null,
          logoUri: given.logo_uri || null,
          registration,
          createdAt: now,
          updatedAt: now,
        })
        .returning();
      await record(tx, client!.id);
      return clientView(client!, secret);
    });
  }

  private async existing(tx: Tx, id: string): Promise<ClientRow> {
    const client = await this.find(tx, id);
    if (!client) throw clientNotFound();
    return client;
  }
}

const actOf = (client: string, { userId }: Administrator) => ({ client, by: userId ?? "service key" });

/** As upstream: a client keeps a secret unless it says that it cannot. */
function methodOf({ client_type: type, token_endpoint_auth_method: given }: NewClient): AuthMethod {
  const method = given ?? (type === "public" ? "none" : "client_secret_basic");
  if (type && (type === "public") !== (method === "none"))
    throw validationFailed(`client_type ${type} is inconsistent with token_endpoint_auth_method ${method}`);
  return method;
}
