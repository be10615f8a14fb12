import { Module, type OnModuleInit } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { CoreModule, Maintenance } from "../core/index.ts";
import { DeliveryModule } from "../delivery/index.ts";
import { SessionsModule } from "../sessions/index.ts";
import { UsersModule } from "../users/index.ts";
import { CredentialStore } from "./credential-store.ts";
import { PasskeyChallenges } from "./passkey-challenges.ts";
import { PasskeySignIn } from "./passkey-sign-in.ts";
import { PasskeysController } from "./passkeys.controller.ts";
import { Passkeys } from "./passkeys.ts";
import { RelyingParty } from "./relying-party.ts";

/** WebAuthn: passkeys that sign in without a password, and the checks that security keys share with them. */
@Module({
  imports: [CoreModule, UsersModule, DeliveryModule, SessionsModule],
  controllers: [PasskeysController],
  providers: [CredentialStore, PasskeyChallenges, PasskeySignIn, Passkeys, RelyingParty],
  exports: [CredentialStore, Passkeys, RelyingParty],
})
export class PasskeysModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
  ) {}

  onModuleInit() {
    this.maintenance.everyHour(() => this.database.system((tx) => this.challenges.purgeExpired(tx)));
  }
}
