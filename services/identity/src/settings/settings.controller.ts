import { Get, Inject } from "@nestjs/common";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthController } from "../http/auth-controller.ts";

@AuthController()
export class SettingsController {
  constructor(@Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig) {}

  /** What this instance offers, as auth/v1 tells its clients. */
  @Get("settings")
  settings() {
    return {
      external: { anonymous_users: this.config.anonymous, email: true, phone: this.config.phone, web3: this.config.web3 },
      disable_signup: !this.config.signupEnabled,
      mailer_autoconfirm: this.config.autoconfirm,
      phone_autoconfirm: this.config.phoneAutoconfirm,
      sms_provider: this.config.sms === "none" ? "" : this.config.sms,
      saml_enabled: false,
    };
  }

  @Get("health")
  health() {
    return { version: "1.0.0", name: "Tessera Identity", description: "Identity service that speaks auth/v1" };
  }
}
