import { Module, type OnModuleInit } from "@nestjs/common";
import { CoreModule, Maintenance } from "../core/index.ts";
import { SessionsModule } from "../sessions/index.ts";
import { UsersModule } from "../users/index.ts";
import { Authorizations } from "./authorize/authorizations.ts";
import { AuthorizeController } from "./authorize/authorize.controller.ts";
import { ConsentController } from "./authorize/consent.controller.ts";
import { Consent } from "./authorize/consent.ts";
import { ClientAuthentication } from "./clients/client-authentication.ts";
import { Clients } from "./clients/clients.ts";
import { RegisterController } from "./clients/register.controller.ts";
import { DiscoveryController, Metadata, RootDiscoveryController } from "./discovery.controller.ts";
import { GrantsController } from "./grants/grants.controller.ts";
import { OAuthGrants } from "./grants/grants.ts";
import { ClientTokens } from "./token/client-tokens.ts";
import { CodeGrant } from "./token/code-grant.ts";
import { IdTokens } from "./token/id-tokens.ts";
import { OAuthTokenController } from "./token/oauth-token.controller.ts";
import { Revocation } from "./token/revocation.ts";
import { UserinfoController } from "./token/userinfo.controller.ts";

/** Clients sign people in here, and act for them where they are let (OAuth 2.1, OpenID Connect). */
@Module({
  imports: [CoreModule, UsersModule, SessionsModule],
  controllers: [
    AuthorizeController,
    ConsentController,
    DiscoveryController,
    GrantsController,
    OAuthTokenController,
    RegisterController,
    RootDiscoveryController,
    UserinfoController,
  ],
  providers: [
    Authorizations,
    ClientAuthentication,
    Clients,
    ClientTokens,
    CodeGrant,
    Consent,
    IdTokens,
    Metadata,
    OAuthGrants,
    Revocation,
  ],
  exports: [Clients],
})
export class OAuthServerModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly clients: Clients,
  ) {}

  onModuleInit() {
    this.maintenance.everyHour(() => this.clients.purgeUnused());
  }
}
