import { Module, type OnModuleInit } from "@nestjs/common";
import { CoreModule, Maintenance } from "../core/index.ts";
import { DeliveryModule } from "../delivery/index.ts";
import { SessionsModule } from "../sessions/index.ts";
import { UsersModule } from "../users/index.ts";
import { ExternalAccounts } from "./external/external-accounts.ts";
import { ExternalFlows } from "./external/external-flows.ts";
import { FlowEnd } from "./external/flow-end.ts";
import { FederatedGrants } from "./federated-grants.ts";
import { IdentitiesController } from "./identities/identities.controller.ts";
import { Linking } from "./identities/linking.ts";
import { IdTokens } from "./oauth/id-token.ts";
import { IdTokenGrant } from "./oauth/id-token-grant.ts";
import { OAuthController } from "./oauth/oauth.controller.ts";
import { OAuthFlow } from "./oauth/oauth-flow.ts";
import { providersProvider } from "./oauth/provider-config.ts";
import { Providers } from "./oauth/providers.ts";
import { PkceGrant } from "./pkce/pkce-grant.ts";
import { SettingsController } from "./settings.controller.ts";
import { SpentProofs } from "./spent-proofs.ts";
import { SamlKey } from "./sso/saml-key.ts";
import { SingleSignOn } from "./sso/single-sign-on.ts";
import { SsoController } from "./sso/sso.controller.ts";
import { SsoProviderStore } from "./sso/sso-provider-store.ts";
import { SsoProviders } from "./sso/sso-providers.ts";
import { Web3Grant } from "./web3/web3-grant.ts";

/** Signing in with an account elsewhere: OAuth and OpenID Connect, SAML, wallets; and which of them are offered. */
@Module({
  imports: [CoreModule, UsersModule, DeliveryModule, SessionsModule],
  controllers: [OAuthController, IdentitiesController, SsoController, SettingsController],
  providers: [
    providersProvider,
    ExternalAccounts,
    ExternalFlows,
    FederatedGrants,
    FlowEnd,
    IdTokenGrant,
    IdTokens,
    Linking,
    OAuthFlow,
    PkceGrant,
    Providers,
    SamlKey,
    SingleSignOn,
    SpentProofs,
    SsoProviders,
    SsoProviderStore,
    Web3Grant,
  ],
  exports: [SsoProviders],
})
export class FederationModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly providers: SsoProviders,
  ) {}

  onModuleInit() {
    this.maintenance.everyHour(() => this.providers.refreshStale());
  }
}
