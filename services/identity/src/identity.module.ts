import { Module } from "@nestjs/common";
import { AccountModule } from "./account/index.ts";
import { AdministrationModule } from "./administration/index.ts";
import { ApiTokensModule } from "./api-tokens/index.ts";
import { FactorsModule } from "./factors/index.ts";
import { FederationModule } from "./federation/index.ts";
import { OAuthServerModule } from "./oauth-server/index.ts";
import { PasskeysModule } from "./passkeys/index.ts";
import { SessionsModule } from "./sessions/index.ts";

@Module({
  imports: [
    SessionsModule,
    ApiTokensModule,
    PasskeysModule,
    FactorsModule,
    AccountModule,
    FederationModule,
    OAuthServerModule,
    AdministrationModule,
  ],
})
export class IdentityModule {}
