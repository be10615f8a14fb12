import { Module } from "@nestjs/common";
import { Audit } from "./audit/audit.ts";
import { CaptchaCheck } from "./captcha/captcha-check.ts";
import { IDENTITY_CONFIG, type IdentityConfig, identityConfigProvider } from "./config/identity-config.ts";
import { AuthErrorFilter } from "./errors/auth-error.filter.ts";
import { AllowedMethods } from "./http/allowed-methods.ts";
import { Cors } from "./http/cors.ts";
import { JsonOnly } from "./http/json-only.ts";
import { Redirects } from "./http/redirects.ts";
import { AccountLimits } from "./limits/account-limits.ts";
import { RateLimits } from "./limits/rate-limits.ts";
import { Maintenance } from "./maintenance.ts";
import { Secret } from "./secret/secret.ts";

/** What all modules of the service build on. */
@Module({
  providers: [
    identityConfigProvider,
    { provide: Secret, inject: [IDENTITY_CONFIG], useFactory: (config: IdentityConfig) => Secret.load(config) },
    AccountLimits,
    AllowedMethods,
    Audit,
    AuthErrorFilter,
    CaptchaCheck,
    Cors,
    JsonOnly,
    Maintenance,
    RateLimits,
    Redirects,
  ],
  exports: [
    IDENTITY_CONFIG,
    AccountLimits,
    AllowedMethods,
    Audit,
    CaptchaCheck,
    Maintenance,
    RateLimits,
    Redirects,
    Secret,
  ],
})
export class CoreModule {}
