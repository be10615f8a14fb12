import { Module, type OnModuleInit } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { CoreModule, Maintenance } from "../core/index.ts";
import { DeliveryModule, SmsSender } from "../delivery/index.ts";
import { PasskeysModule } from "../passkeys/index.ts";
import { SessionsModule } from "../sessions/index.ts";
import { UsersModule } from "../users/index.ts";
import { ChallengeStore } from "./challenge-store.ts";
import { FactorStore } from "./factor-store.ts";
import { FactorsController } from "./factors.controller.ts";
import { Factors } from "./factors.ts";
import { Recovery } from "./recovery-codes/recovery.ts";
import { RecoveryCodesController } from "./recovery-codes/recovery-codes.controller.ts";
import { RecoveryCodes } from "./recovery-codes/recovery-codes.ts";
import { VerifyFactor } from "./verify-factor.ts";

/** Second factors: authenticator apps, phones, security keys, and recovery codes for when both are lost. */
@Module({
  imports: [CoreModule, UsersModule, DeliveryModule, SessionsModule, PasskeysModule],
  // The paths of recovery codes are more specific than factors/:id.
  controllers: [RecoveryCodesController, FactorsController],
  providers: [ChallengeStore, FactorStore, Factors, Recovery, RecoveryCodes, VerifyFactor],
  exports: [Factors, FactorStore, RecoveryCodes],
})
export class FactorsModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly factors: FactorStore,
    private readonly challenges: ChallengeStore,
    private readonly texts: SmsSender,
  ) {}

  onModuleInit() {
    this.texts.codesOfFactors((tx, challengeId) => this.challenges.giveCode(tx, challengeId));
    this.maintenance.everyHour(() => this.database.system((tx) => this.factors.purgeUnverified(tx)));
    this.maintenance.everyHour(() => this.database.system((tx) => this.challenges.purgeExpired(tx)));
  }
}
