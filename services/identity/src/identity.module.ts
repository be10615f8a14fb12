import { Module } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { Audit } from "./audit/audit.ts";
import { IDENTITY_CONFIG, type IdentityConfig, identityConfigProvider } from "./config/identity-config.ts";
import { AuthErrorFilter } from "./errors/auth-error.filter.ts";
import { BearerGuard } from "./http/bearer.guard.ts";
import { JwksController } from "./keys/jwks.controller.ts";
import { Secret } from "./keys/secret.ts";
import { SigningKeys } from "./keys/signing-keys.ts";
import { MailRequestsController } from "./mail/mail-requests.controller.ts";
import { MailRequests } from "./mail/mail-requests.ts";
import { MailSender } from "./mail/mail-sender.ts";
import { MailWriter } from "./mail/mail-writer.ts";
import { Mailer } from "./mail/mailer.ts";
import { OutboxController } from "./mail/outbox.controller.ts";
import { OutboxMailer } from "./mail/outbox-mailer.ts";
import { SmtpMailer } from "./mail/smtp-mailer.ts";
import { PasswordHasher } from "./password/password-hasher.ts";
import { FlowStates } from "./pkce/flow-states.ts";
import { PkceGrant } from "./pkce/pkce-grant.ts";
import { AddressLimitGuard } from "./rate-limits/address-limit.guard.ts";
import { RateLimits } from "./rate-limits/rate-limits.ts";
import { LogoutController } from "./sessions/logout.controller.ts";
import { SessionAnswers } from "./sessions/session-answers.ts";
import { SessionStore } from "./sessions/session-store.ts";
import { SettingsController } from "./settings/settings.controller.ts";
import { SignUpController } from "./sign-up/sign-up.controller.ts";
import { SignUp } from "./sign-up/sign-up.ts";
import { Tidy } from "./tidy/tidy.ts";
import { AccessTokens } from "./tokens/access-tokens.ts";
import { PasswordGrant } from "./tokens/password-grant.ts";
import { RefreshGrant } from "./tokens/refresh-grant.ts";
import { RefreshTokens } from "./tokens/refresh-tokens.ts";
import { TokenController } from "./tokens/token.controller.ts";
import { Proof } from "./user/proof.ts";
import { UserController } from "./user/user.controller.ts";
import { UserChange } from "./user/user-change.ts";
import { UserStore } from "./user/user-store.ts";
import { OneTimeTokens } from "./verification/one-time-tokens.ts";
import { Redirects } from "./verification/redirects.ts";
import { Verification } from "./verification/verification.ts";
import { VerifyController } from "./verification/verify.controller.ts";

@Module({
  controllers: [
    SignUpController,
    TokenController,
    UserController,
    LogoutController,
    MailRequestsController,
    VerifyController,
    JwksController,
    SettingsController,
    OutboxController,
  ],
  providers: [
    identityConfigProvider,
    { provide: Secret, inject: [IDENTITY_CONFIG], useFactory: (config: IdentityConfig) => Secret.load(config) },
    {
      provide: Mailer,
      inject: [IDENTITY_CONFIG, Database, Clock],
      useFactory: (config: IdentityConfig, database: Database, clock: Clock) =>
        config.smtpUrl ? new SmtpMailer(config.smtpUrl, config.mailFrom) : new OutboxMailer(database, clock),
    },
    AccessTokens,
    AddressLimitGuard,
    Audit,
    AuthErrorFilter,
    BearerGuard,
    FlowStates,
    MailRequests,
    MailSender,
    MailWriter,
    OneTimeTokens,
    PasswordGrant,
    PasswordHasher,
    PkceGrant,
    Proof,
    RateLimits,
    Redirects,
    RefreshGrant,
    RefreshTokens,
    SessionAnswers,
    SessionStore,
    SignUp,
    SigningKeys,
    Tidy,
    UserChange,
    UserStore,
    Verification,
  ],
})
export class IdentityModule {}
