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
import { AuthErrorFilter } from "./errors/auth-error.filter.ts";
import { IdentityModule } from "./identity.module.ts";

export const identityService: ServiceDefinition = {
  name: "identity",
  title: "Identity",
  contract: "1.1.0",
  module: IdentityModule,
  errors: { under: "/auth/v1/", filter: AuthErrorFilter },
  schema: "identity",
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
  ],
};
