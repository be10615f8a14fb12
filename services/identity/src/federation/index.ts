export { FederationModule } from "./federation.module.ts";
export { SsoProviderAttributes } from "./sso/sso-provider-attributes.ts";
export { noSsoProvider, SsoProviders } from "./sso/sso-providers.ts";
