import { Module } from "@nestjs/common";
import { Audit } from "./audit/audit.ts";
import { CaptchaCheck } from "./captcha/captcha-check.ts";
import { IDENTITY_CONFIG, identityConfigProvider } from "./config/identity-config.ts";
import { AuthErrorFilter } from "./errors/auth-error.filter.ts";
import { AllowedMethods } from "./http/allowed-methods.ts";
import { Cors } from "./http/cors.ts";
import { JsonOnly } from "./http/json-only.ts";
import { Redirects } from "./http/redirects.ts";
import { AccountLimits } from "./limits/account-limits.ts";
import { RateLimits } from "./limits/rate-limits.ts";
import { Maintenance } from "./maintenance.ts";
import { RootKey } from "./secret/root-key.ts";
import { Secret } from "./secret/secret.ts";

/** What all modules of the service build on. */
@Module({
  providers: [
    identityConfigProvider,
    RootKey,
    { provide: Secret, inject: [RootKey], useFactory: (root: RootKey) => root.load() },
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
    RootKey,
    Secret,
  ],
})
export class CoreModule {}
