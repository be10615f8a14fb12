import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, asc, eq, isNotNull, lt } from "drizzle-orm";
import { AuthError } from "../../core/index.ts";
import { SessionStore } from "../../sessions/index.ts";
import { identities } from "../../users/index.ts";
import { type SsoDomainRow, type SsoProviderRow, ssoDomains, ssoProviders } from "../tables.ts";

/** A company's identity provider with the domains whose addresses it answers for. */
export type SsoProvider = SsoProviderRow & { domains: SsoDomainRow[] };
export type NewSsoProvider = Omit<
  typeof ssoProviders.$inferInsert,
  "id" | "createdAt" | "updatedAt" | "metadataReadAt"
>;

/** People whose sessions one statement ends. */
const BATCH = 1000;

/** The name of a provider among the ways to sign in. */
export const providerNameOf = (id: string) => `sso:${id}`;

@Injectable()
export class SsoProviderStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    private readonly sessions: SessionStore,
  ) {}

  async all(tx: Tx): Promise<SsoProvider[]> {
    const rows = await tx.select().from(ssoProviders).orderBy(asc(ssoProviders.createdAt), asc(ssoProviders.id));
    const domains = await tx.select().from(ssoDomains).orderBy(asc(ssoDomains.domain));
    return rows.map((row) => ({ ...row, domains: domains.filter(({ providerId }) => providerId === row.id) }));
  }

  async byId(tx: Tx, id: string): Promise<SsoProvider | null> {
    const [row] = await tx.select().from(ssoProviders).where(eq(ssoProviders.id, id));
    return row ? this.withDomains(tx, row) : null;
  }

  async byEntityId(tx: Tx, entityId: string): Promise<SsoProvider | null> {
    const [row] = await tx.select().from(ssoProviders).where(eq(ssoProviders.entityId, entityId));
    return row ? this.withDomains(tx, row) : null;
  }

  async byDomain(tx: Tx, domain: string): Promise<SsoProvider | null> {
    const [found] = await tx.select().from(ssoDomains).where(eq(ssoDomains.domain, domain));
    return found ? this.byId(tx, found.providerId) : null;
  }

  /** Providers whose metadata was last read from their address before `before`. */
  readBefore(tx: Tx, before: Date): Promise<SsoProviderRow[]> {
    return tx
      .select()
      .from(ssoProviders)
      .where(and(isNotNull(ssoProviders.metadataUrl), lt(ssoProviders.metadataReadAt, before)));
  }

  /** @throws AuthError 422 `saml_idp_already_exists`; 400 `sso_domain_already_exists` */
  async create(tx: Tx, made: NewSsoProvider, domains: string[]): Promise<SsoProvider> {
    const now = this.clock.now();
    const [row] = await tx
      .insert(ssoProviders)
      .values({ ...made, id: randomUUID(), metadataReadAt: now, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!row)
      throw new AuthError(
        422,
        "saml_idp_already_exists",
        `SAML Identity Provider with this EntityID (${made.entityId}) already exists`,
      );
    await this.setDomains(tx, row.id, domains);
    return this.withDomains(tx, row);
  }

  /** @throws AuthError 400 `sso_domain_already_exists` */
  async change(tx: Tx, id: string, change: Partial<NewSsoProvider>, domains?: string[]): Promise<SsoProvider> {
    const now = this.clock.now();
    const read = change.metadataXml ? { metadataReadAt: now } : {};
    const [row] = await tx
      .update(ssoProviders)
      .set({ ...change, ...read, updatedAt: now })
      .where(eq(ssoProviders.id, id))
      .returning();
    if (domains) await this.setDomains(tx, id, domains);
    return this.withDomains(tx, row!);
  }

  /** The accounts stay, but their sessions and API tokens end. */
  async remove(tx: Tx, id: string): Promise<void> {
    const people = await tx
      .select({ id: identities.userId })
      .from(identities)
      .where(eq(identities.provider, providerNameOf(id)));
    for (let at = 0; at < people.length; at += BATCH)
      await this.sessions.endAll(
        tx,
        people.slice(at, at + BATCH).map((person) => person.id),
      );
    await tx.delete(ssoProviders).where(eq(ssoProviders.id, id));
  }

  private async setDomains(tx: Tx, providerId: string, domains: string[]): Promise<void> {
    const known = await tx.select().from(ssoDomains).where(eq(ssoDomains.providerId, providerId));
    for (const { domain } of known)
      if (!domains.includes(domain)) await tx.delete(ssoDomains).where(eq(ssoDomains.domain, domain));
    for (const domain of new Set(domains)) {
      if (known.some((row) => row.domain === domain)) continue;
      const added = await tx
        .insert(ssoDomains)
        .values({ domain, providerId, createdAt: this.clock.now() })
        .onConflictDoNothing()
        .returning();
      if (!added.length)
        throw new AuthError(
          400,
          "sso_domain_already_exists",
          `SSO Domain '${domain}' is already assigned to another identity provider`,
        );
    }
  }

  private async withDomains(tx: Tx, row: SsoProviderRow): Promise<SsoProvider> {
    const domains = await tx
      .select()
      .from(ssoDomains)
      .where(eq(ssoDomains.providerId, row.id))
      .orderBy(asc(ssoDomains.domain));
    return { ...row, domains };
  }
}
