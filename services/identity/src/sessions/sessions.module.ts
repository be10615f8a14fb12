import { Module, type OnModuleInit } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { CoreModule, IDENTITY_CONFIG, type IdentityConfig, Maintenance } from "../core/index.ts";
import { DeliveryModule } from "../delivery/index.ts";
import { UsersModule } from "../users/index.ts";
import { BearerTokens } from "./bearer/bearer-tokens.ts";
import { FlowStates } from "./flow-states.ts";
import { FileKey, SharedSecret } from "./keys/fixed-keys.ts";
import { JwksController } from "./keys/jwks.controller.ts";
import { SigningKeys } from "./keys/signing-keys.ts";
import { TokenKeys } from "./keys/token-keys.ts";
import { PasswordHasher } from "./password/password-hasher.ts";
import { Proof } from "./proof.ts";
import { Elevation } from "./session/elevation.ts";
import { LogoutController } from "./session/logout.controller.ts";
import { SessionAnswers } from "./session/session-answers.ts";
import { SessionStore } from "./session/session-store.ts";
import { AccessTokens } from "./tokens/access-tokens.ts";
import { Grants } from "./tokens/grants.ts";
import { PasswordGrant } from "./tokens/password-grant.ts";
import { RefreshGrant } from "./tokens/refresh-grant.ts";
import { RefreshTokens } from "./tokens/refresh-tokens.ts";
import { TokenController } from "./tokens/token.controller.ts";

/** Keys, tokens and sessions: who is signed in, how they got there, and how fresh their proof is. */
@Module({
  imports: [CoreModule, UsersModule, DeliveryModule],
  controllers: [TokenController, LogoutController, JwksController],
  providers: [
    {
      provide: TokenKeys,
      inject: [IDENTITY_CONFIG, SigningKeys],
      useFactory: (config: IdentityConfig, rotating: SigningKeys) => {
        if (config.signingKeyFile) return FileKey.load(config.signingKeyFile);
        return config.jwtSecret ? new SharedSecret(config.jwtSecret) : rotating;
      },
    },
    AccessTokens,
    BearerTokens,
    Elevation,
    FlowStates,
    Grants,
    PasswordGrant,
    PasswordHasher,
    Proof,
    RefreshGrant,
    RefreshTokens,
    SessionAnswers,
    SessionStore,
    SigningKeys,
  ],
  exports: [
    AccessTokens,
    BearerTokens,
    Elevation,
    FlowStates,
    Grants,
    PasswordHasher,
    Proof,
    RefreshGrant,
    RefreshTokens,
    SessionAnswers,
    SessionStore,
    TokenKeys,
  ],
})
export class SessionsModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly sessions: SessionStore,
    private readonly flows: FlowStates,
  ) {}

  onModuleInit() {
    this.maintenance.everyHour(() => this.keys.rotateWhenDue());
    this.maintenance.everyHour(() => this.database.system((tx) => this.sessions.purgeExpired(tx)));
    this.maintenance.everyHour(() => this.database.system((tx) => this.flows.purgeAbandoned(tx)));
  }
}
