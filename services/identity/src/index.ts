import type { ServiceDefinition } from "@tessera/service-kit";
import identity from "../migrations/001-identity.sql";
import factors from "../migrations/002-factors.sql";
import externalAccounts from "../migrations/003-external-accounts.sql";
import places from "../migrations/005-places.sql";
import spentProofs from "../migrations/006-spent-proofs.sql";
import administration from "../migrations/007-administration.sql";
import enterprise from "../migrations/008-enterprise.sql";
import samlKey from "../migrations/009-saml-key.sql";
import proofs from "../migrations/010-proofs.sql";
import freshProof from "../migrations/011-fresh-proof.sql";
import owner from "../migrations/012-owner.sql";
import undo from "../migrations/013-undo.sql";
import endedSessions from "../migrations/015-ended-sessions.sql";
import { AuthErrorFilter } from "./errors/auth-error.filter.ts";
import { IdentityModule } from "./identity.module.ts";

export { SigningKeys } from "./keys/signing-keys.ts";

const KB = 1024;

export const identityService: ServiceDefinition = {
  name: "identity",
  title: "Identity",
  contract: "1.1.0",
  module: IdentityModule,
  errors: { under: "/auth/v1/", filter: AuthErrorFilter },
  bodyLimits: [
    { under: "/auth/v1/", bytes: 64 * KB },
    // A response of 128 KB in a form, each sign escaped at worst; metadata of 256 KB in JSON.
    { under: "/auth/v1/sso/saml/acs", bytes: 192 * KB },
    { under: "/auth/v1/admin/sso/", bytes: 384 * KB },
  ],
  schema: "identity",
  addresses: ["/auth/v1", "/dev"],
  migrations: [
    { name: "001-identity", sql: identity },
    { name: "002-factors", sql: factors },
    { name: "003-external-accounts", sql: externalAccounts },
    { name: "005-places", sql: places },
    { name: "006-spent-proofs", sql: spentProofs },
    { name: "007-administration", sql: administration },
    { name: "008-enterprise", sql: enterprise },
    { name: "009-saml-key", sql: samlKey },
    { name: "010-proofs", sql: proofs },
    { name: "011-fresh-proof", sql: freshProof },
    { name: "012-owner", sql: owner },
    { name: "013-undo", sql: undo },
    { name: "015-ended-sessions", sql: endedSessions },
  ],
  tables: [
    { table: "users", personal: { owner: "id" } },
    ...["identities", "sessions", "flow_states", "one_time_tokens", "factors", "recovery_codes", "sign_ups", "undos", "owner"].map(
      (table) => ({ table, personal: { with: "users" } }),
    ),
    { table: "refresh_tokens", personal: { with: "sessions" } },
    { table: "challenges", personal: { with: "factors" } },
    // That somebody signed in or was deleted stays for its year; where they did it from goes with them (the details: account/erasure.ts).
    { table: "audit_events", personal: { owner: "user_id", clear: ["ip", "user_agent", "place"] } },
  ],
};
