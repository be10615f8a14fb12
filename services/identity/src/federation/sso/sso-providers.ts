import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, Log, type Tx } from "@tessera/service-kit";
import {
  type Administrator,
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { fetchMetadata } from "./fetch-metadata.ts";
import { certificateView, type IdpMetadata, readIdpMetadata, UnusableMetadata } from "./idp-metadata.ts";
import type { SsoProviderAttributes } from "./sso-provider-attributes.ts";
import { type SsoProvider, SsoProviderStore } from "./sso-provider-store.ts";

/** Metadata with an address is fetched again after this: providers change their keys. */
const STALE_AFTER_MS = 86_400_000;

export const noSsoProvider = (message = "No such SSO provider") =>
  new AuthError(404, "sso_provider_not_found", message);

/** What administrators do with companies' identity providers. */
@Injectable()
export class SsoProviders {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly store: SsoProviderStore,
    private readonly audit: Audit,
    private readonly log: Log,
  ) {}

  /** Without their metadata, which is long. */
  async list() {
    const providers = await this.database.system((tx) => this.store.all(tx));
    return { items: await Promise.all(providers.map((provider) => this.view(provider, false))) };
  }

  async get(id: string) {
    return this.view(await this.database.system((tx) => this.existing(tx, id)));
  }

  /**
   * @throws AuthError 400 `validation_failed`, `saml_metadata_fetch_failed`, `sso_domain_already_exists`; 422
   * `saml_idp_already_exists`
   */
  async create(given: SsoProviderAttributes, by: Administrator, from: RequestContext) {
    if (given.type !== "saml") throw validationFailed("Only 'saml' supported for SSO provider type");
    const read = await this.metadataOf(given);
    if (!read) throw validationFailed("Either metadata_xml or metadata_url must be set");
    const provider = await this.database.system(async (tx) => {
      const made = await this.store.create(
        tx,
        { ...columnsOf(given), ...read, entityId: read.entityId },
        given.domains ?? [],
      );
      await this.record(tx, "admin_sso_provider_created", made.id, by, from);
      return made;
    });
    return this.view(provider);
  }

  /**
   * What is not given stays.
   * @throws AuthError 404 `sso_provider_not_found`; 400 `saml_entity_id_mismatch`; as `create`
   */
  async update(id: string, given: SsoProviderAttributes, by: Administrator, from: RequestContext) {
    const read = await this.metadataOf(given);
    const provider = await this.database.system(async (tx) => {
      const known = await this.existing(tx, id);
      if (read && read.entityId !== known.entityId)
        throw new AuthError(
          400,
          "saml_entity_id_mismatch",
          `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${known.entityId}' but got '${read.entityId}'`,
        );
      const changed = await this.store.change(tx, id, { ...columnsOf(given), ...read }, given.domains ?? undefined);
      await this.record(tx, "admin_sso_provider_updated", id, by, from);
      return changed;
    });
    return this.view(provider);
  }

  /** @throws AuthError 404 `sso_provider_not_found` */
  async remove(id: string, by: Administrator, from: RequestContext) {
    const provider = await this.database.system(async (tx) => {
      const known = await this.existing(tx, id);
      await this.store.remove(tx, id);
      await this.record(tx, "admin_sso_provider_deleted", id, by, from);
      return known;
    });
    return this.view(provider);
  }

  /** Fetches stale metadata again; a provider whose metadata cannot be fetched or used stays as it was. */
  async refreshStale(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - STALE_AFTER_MS);
    for (const row of await this.database.system((tx) => this.store.readBefore(tx, before))) {
      try {
        const metadataXml = await fetchMetadata(row.metadataUrl!, this.config.loopbackProviders);
        const { entityId } = await this.read(metadataXml);
        if (entityId !== row.entityId) throw new Error(`its EntityID is ${entityId} now`);
        await this.database.system((tx) => this.store.change(tx, row.id, { metadataXml }));
      } catch (error) {
        this.log.warn(
          { provider: row.id, reason: (error as Error).message },
          "the metadata of an identity provider was not refreshed",
        );
      }
    }
  }

  /** The metadata of a provider that was checked when it came. */
  read(metadataXml: string): Promise<IdpMetadata> {
    return readIdpMetadata(metadataXml, this.config.loopbackProviders);
  }

  private async metadataOf({ metadata_xml, metadata_url }: SsoProviderAttributes) {
    if (metadata_xml && metadata_url)
      throw validationFailed("Only one of metadata_xml or metadata_url needs to be set");
    if (!metadata_xml && !metadata_url) return null;
    const metadataXml = metadata_xml || (await fetchMetadata(metadata_url!, this.config.loopbackProviders));
    const { entityId } = await this.read(metadataXml).catch((error: unknown) => {
      throw error instanceof UnusableMetadata ? validationFailed(error.message) : error;
    });
    return { entityId, metadataXml, metadataUrl: metadata_url || null };
  }

  private async existing(tx: Tx, id: string): Promise<SsoProvider> {
    const provider = await this.store.byId(tx, id);
    if (!provider) throw noSsoProvider("SSO Identity Provider not found");
    return provider;
  }

  private record(
    tx: Tx,
    action: Parameters<Audit["record"]>[1],
    provider: string,
    by: Administrator,
    from: RequestContext,
  ): Promise<void> {
    return this.audit.record(tx, action, from, by.userId, { provider, by: by.userId ?? "service key" });
  }

  private async view(provider: SsoProvider, withMetadata = true) {
    const { certificates } = await this.read(provider.metadataXml);
    return {
      id: provider.id,
      disabled: provider.disabled,
      saml: {
        entity_id: provider.entityId,
        ...(withMetadata ? { metadata_xml: provider.metadataXml } : {}),
        ...(provider.metadataUrl ? { metadata_url: provider.metadataUrl } : {}),
        attribute_mapping: provider.attributeMapping,
        ...(provider.nameIdFormat ? { name_id_format: provider.nameIdFormat } : {}),
        allow_idp_initiated: provider.allowIdpInitiated,
        certificates: certificates.map((certificate) => certificateView(certificate, this.clock.now())),
      },
      domains: provider.domains.map(({ domain, createdAt }) => ({ domain, created_at: createdAt.toISOString() })),
      created_at: provider.createdAt.toISOString(),
      updated_at: provider.updatedAt.toISOString(),
    };
  }
}

const columnsOf = ({ attribute_mapping, name_id_format, allow_idp_initiated, disabled }: SsoProviderAttributes) => ({
  ...(attribute_mapping ? { attributeMapping: attribute_mapping } : {}),
  ...(name_id_format === undefined ? {} : { nameIdFormat: name_id_format || null }),
  ...(typeof allow_idp_initiated === "boolean" ? { allowIdpInitiated: allow_idp_initiated } : {}),
  ...(typeof disabled === "boolean" ? { disabled } : {}),
});
