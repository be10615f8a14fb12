import { Module } from "@nestjs/common";
import { AdministratorsSchema, Clock, Database, provideConfig } from "@tessera/service-kit";
import { AccountController } from "./account/account.controller.ts";
import { Account } from "./account/account.ts";
import { Erasure } from "./account/erasure.ts";
import { ADMINISTRATORS, AdminGuard } from "./admin/admin.guard.ts";
import { AdminFactorsController } from "./admin/admin-factors.controller.ts";
import { AdminLog } from "./admin/admin-log.ts";
import { AdminUsersController } from "./admin/admin-users.controller.ts";
import { AdminUsers } from "./admin/admin-users.ts";
import { LinksController } from "./admin/links.controller.ts";
import { Links } from "./admin/links.ts";
import { PeopleList } from "./admin/people-list.ts";
import { ServiceKeys } from "./admin/service-keys.ts";
import { AnonymousSignIn } from "./anonymous/anonymous-sign-in.ts";
import { Audit } from "./audit/audit.ts";
import { CaptchaGuard } from "./captcha/captcha.guard.ts";
import { CaptchaCheck } from "./captcha/captcha-check.ts";
import { IDENTITY_CONFIG, type IdentityConfig, identityConfigProvider } from "./config/identity-config.ts";
import { AuthErrorFilter } from "./errors/auth-error.filter.ts";
import { ExternalAccounts } from "./external/external-accounts.ts";
import { ExternalFlows } from "./external/external-flows.ts";
import { FlowEnd } from "./external/flow-end.ts";
import { ChallengeStore } from "./factors/challenge-store.ts";
import { FactorStore } from "./factors/factor-store.ts";
import { FactorsController } from "./factors/factors.controller.ts";
import { Factors } from "./factors/factors.ts";
import { VerifyFactor } from "./factors/verify-factor.ts";
import { BearerGuard } from "./http/bearer.guard.ts";
import { Cors } from "./http/cors.ts";
import { JsonOnly } from "./http/json-only.ts";
import { IdentitiesController } from "./identities/identities.controller.ts";
import { Linking } from "./identities/linking.ts";
import { FileKey, SharedSecret } from "./keys/fixed-keys.ts";
import { JwksController } from "./keys/jwks.controller.ts";
import { Secret } from "./keys/secret.ts";
import { SigningKeys } from "./keys/signing-keys.ts";
import { TokenKeys } from "./keys/token-keys.ts";
import { MailRequestsController } from "./mail/mail-requests.controller.ts";
import { MailRequests } from "./mail/mail-requests.ts";
import { MailSender } from "./mail/mail-sender.ts";
import { MailWriter } from "./mail/mail-writer.ts";
import { Mailer } from "./mail/mailer.ts";
import { OutboxController } from "./mail/outbox.controller.ts";
import { OutboxMailer } from "./mail/outbox-mailer.ts";
import { SmtpMailer } from "./mail/smtp-mailer.ts";
import { IdTokens } from "./oauth/id-token.ts";
import { IdTokenGrant } from "./oauth/id-token-grant.ts";
import { OAuthController } from "./oauth/oauth.controller.ts";
import { OAuthFlow } from "./oauth/oauth-flow.ts";
import { Providers } from "./oauth/providers.ts";
import { PasswordHasher } from "./password/password-hasher.ts";
import { FlowStates } from "./pkce/flow-states.ts";
import { PkceGrant } from "./pkce/pkce-grant.ts";
import { SpentProofs } from "./proofs/spent-proofs.ts";
import { AccountLimits } from "./rate-limits/account-limits.ts";
import { AddressLimitGuard } from "./rate-limits/address-limit.guard.ts";
import { RateLimits } from "./rate-limits/rate-limits.ts";
import { Recovery } from "./recovery-codes/recovery.ts";
import { RecoveryCodesController } from "./recovery-codes/recovery-codes.controller.ts";
import { RecoveryCodes } from "./recovery-codes/recovery-codes.ts";
import { Elevation } from "./sessions/elevation.ts";
import { LogoutController } from "./sessions/logout.controller.ts";
import { SessionAnswers } from "./sessions/session-answers.ts";
import { SessionStore } from "./sessions/session-store.ts";
import { SettingsController } from "./settings/settings.controller.ts";
import { SignUpController } from "./sign-up/sign-up.controller.ts";
import { SignUp } from "./sign-up/sign-up.ts";
import { SignUpStore } from "./sign-up/sign-up-store.ts";
import { HttpSms } from "./sms/http-sms.ts";
import { OutboxSms } from "./sms/outbox-sms.ts";
import { SmsProvider } from "./sms/sms.ts";
import { SmsRequests } from "./sms/sms-requests.ts";
import { SmsSender } from "./sms/sms-sender.ts";
import { AdminSsoController } from "./sso/admin-sso.controller.ts";
import { SamlKey } from "./sso/saml-key.ts";
import { SingleSignOn } from "./sso/single-sign-on.ts";
import { SamlEnabledGuard, SsoController } from "./sso/sso.controller.ts";
import { SsoProviderStore } from "./sso/sso-provider-store.ts";
import { SsoProviders } from "./sso/sso-providers.ts";
import { Tidy } from "./tidy/tidy.ts";
import { AccessTokens } from "./tokens/access-tokens.ts";
import { PasswordGrant } from "./tokens/password-grant.ts";
import { RefreshGrant } from "./tokens/refresh-grant.ts";
import { RefreshTokens } from "./tokens/refresh-tokens.ts";
import { TokenController } from "./tokens/token.controller.ts";
import { TakeBack } from "./undo/take-back.ts";
import { UndoController } from "./undo/undo.controller.ts";
import { Undos } from "./undo/undos.ts";
import { Proof } from "./user/proof.ts";
import { UserController } from "./user/user.controller.ts";
import { UserChange } from "./user/user-change.ts";
import { UserStore } from "./user/user-store.ts";
import { Acts } from "./verification/acts.ts";
import { EmailMove } from "./verification/email-move.ts";
import { OneTimeTokens } from "./verification/one-time-tokens.ts";
import { Redirects } from "./verification/redirects.ts";
import { Verification } from "./verification/verification.ts";
import { VerifyController } from "./verification/verify.controller.ts";
import { Web3Grant } from "./web3/web3-grant.ts";

@Module({
  controllers: [
    SignUpController,
    TokenController,
    UserController,
    LogoutController,
    MailRequestsController,
    VerifyController,
    OAuthController,
    IdentitiesController,
    RecoveryCodesController,
    FactorsController,
    AccountController,
    UndoController,
    AdminUsersController,
    AdminFactorsController,
    LinksController,
    SsoController,
    AdminSsoController,
    JwksController,
    SettingsController,
    OutboxController,
  ],
  providers: [
    identityConfigProvider,
    provideConfig(ADMINISTRATORS, AdministratorsSchema),
    { provide: Secret, inject: [IDENTITY_CONFIG], useFactory: (config: IdentityConfig) => Secret.load(config) },
    {
      provide: Mailer,
      inject: [IDENTITY_CONFIG, Database, Clock],
      useFactory: (config: IdentityConfig, database: Database, clock: Clock) =>
        config.smtpUrl ? new SmtpMailer(config.smtpUrl, config.mailFrom) : new OutboxMailer(database, clock),
    },
    {
      provide: SmsProvider,
      inject: [IDENTITY_CONFIG, Database, Clock],
      useFactory: (config: IdentityConfig, database: Database, clock: Clock) =>
        config.smsUrl ? new HttpSms(config.smsUrl, config.smsToken, config.smsFrom) : new OutboxSms(database, clock),
    },
    {
      provide: TokenKeys,
      inject: [IDENTITY_CONFIG, SigningKeys],
      useFactory: (config: IdentityConfig, rotating: SigningKeys) => {
        if (config.signingKeyFile) return FileKey.load(config.signingKeyFile);
        return config.jwtSecret ? new SharedSecret(config.jwtSecret) : rotating;
      },
    },
    AccessTokens,
    Account,
    Acts,
    AdminGuard,
    AdminLog,
    AdminUsers,
    AccountLimits,
    AddressLimitGuard,
    AnonymousSignIn,
    Audit,
    AuthErrorFilter,
    BearerGuard,
    CaptchaCheck,
    CaptchaGuard,
    ChallengeStore,
    Cors,
    Elevation,
    EmailMove,
    Erasure,
    ExternalAccounts,
    ExternalFlows,
    FactorStore,
    Factors,
    FlowEnd,
    FlowStates,
    IdTokenGrant,
    IdTokens,
    JsonOnly,
    Linking,
    Links,
    MailRequests,
    MailSender,
    MailWriter,
    OAuthFlow,
    OneTimeTokens,
    PasswordGrant,
    PeopleList,
    PasswordHasher,
    PkceGrant,
    Proof,
    Providers,
    RateLimits,
    Recovery,
    RecoveryCodes,
    Redirects,
    RefreshGrant,
    RefreshTokens,
    ServiceKeys,
    SessionAnswers,
    SessionStore,
    SignUp,
    SignUpStore,
    SigningKeys,
    SmsRequests,
    SmsSender,
    SamlEnabledGuard,
    SamlKey,
    SingleSignOn,
    SpentProofs,
    SsoProviderStore,
    SsoProviders,
    TakeBack,
    Tidy,
    Undos,
    UserChange,
    UserStore,
    Verification,
    VerifyFactor,
    Web3Grant,
  ],
})
export class IdentityModule {}
