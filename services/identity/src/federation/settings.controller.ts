import { Get, Inject } from "@nestjs/common";
import { AuthController, IDENTITY_CONFIG, type IdentityConfig } from "../core/index.ts";
import { listedProviders } from "./oauth/known-providers.ts";
import { PROVIDERS, type ProviderConfig } from "./oauth/provider-config.ts";

@AuthController()
export class SettingsController {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(PROVIDERS) private readonly providers: ProviderConfig[],
  ) {}

  /** What this installation offers, for clients of auth/v1. */
  @Get("settings")
  settings() {
    const { providers } = this;
    const isOn = (id: string) => providers.some((provider) => provider.id === id);
    const ids = [...listedProviders, ...providers.map(({ id }) => id)];
    return {
      external: {
        ...Object.fromEntries(ids.map((id) => [id, isOn(id)])),
        anonymous_users: this.config.anonymous,
        email: true,
        phone: this.config.phone,
        web3: this.config.web3,
      },
      /** Our own addition: the providers that are on, with display names, in the order in which they are offered. */
      providers: providers.map(({ id, name }) => ({ id, name })),
      disable_signup: !this.config.signupEnabled,
      mailer_autoconfirm: this.config.autoconfirm,
      phone_autoconfirm: this.config.phoneAutoconfirm,
      sms_provider: this.config.sms === "none" ? "" : this.config.sms,
      saml_enabled: this.config.saml,
      passkeys_enabled: this.config.relyingParty !== null,
    };
  }

  @Get("health")
  health() {
    return { version: "1.0.0", name: "Tessera Identity", description: "Identity service that speaks auth/v1" };
  }
}
