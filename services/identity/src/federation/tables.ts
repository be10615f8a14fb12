import { boolean, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { at, bytea, identity } from "../core/index.ts";

export const ssoProviders = identity.table("sso_providers", {
  id: uuid("id").primaryKey(),
  entityId: text("entity_id").notNull(),
  metadataXml: text("metadata_xml").notNull(),
  metadataUrl: text("metadata_url"),
  metadataReadAt: at("metadata_read_at").notNull(),
  attributeMapping: jsonb("attribute_mapping").$type<AttributeMapping>().notNull().default({}),
  nameIdFormat: text("name_id_format"),
  allowIdpInitiated: boolean("allow_idp_initiated").notNull().default(false),
  disabled: boolean("disabled").notNull().default(false),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});
export type SsoProviderRow = typeof ssoProviders.$inferSelect;

/** Which attributes of an assertion become which members of a person's metadata. */
export interface AttributeMapping {
  keys?: Record<string, { name?: string; names?: string[]; default?: unknown; array?: boolean }>;
}

export const ssoDomains = identity.table("sso_domains", {
  domain: text("domain").primaryKey(),
  providerId: uuid("provider_id").notNull(),
  createdAt: at("created_at").notNull(),
});
export type SsoDomainRow = typeof ssoDomains.$inferSelect;

export const samlKeys = identity.table("saml_keys", {
  id: integer("id").primaryKey(),
  certificate: text("certificate").notNull(),
  sealedPrivateKey: bytea("sealed_private_key").notNull(),
  createdAt: at("created_at").notNull(),
});

export const spentProofs = identity.table("spent_proofs", {
  hash: bytea("hash").primaryKey(),
  goodUntil: at("good_until").notNull(),
});
