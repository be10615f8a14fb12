import { Module } from "@nestjs/common";
import { CoreModule } from "../core/index.ts";
import { DeliveryModule } from "../delivery/index.ts";
import { FactorsModule } from "../factors/index.ts";
import { SessionsModule } from "../sessions/index.ts";
import { UsersModule } from "../users/index.ts";
import { AccountController } from "./account.controller.ts";
import { Account } from "./account.ts";
import { AnonymousSignIn } from "./anonymous/anonymous-sign-in.ts";
import { Erasure } from "./erasure.ts";
import { MailRequestsController } from "./requests/mail-requests.controller.ts";
import { MailRequests } from "./requests/mail-requests.ts";
import { SmsRequests } from "./requests/sms-requests.ts";
import { SignUpController } from "./sign-up/sign-up.controller.ts";
import { SignUp } from "./sign-up/sign-up.ts";
import { TakeBack } from "./undo/take-back.ts";
import { UndoController } from "./undo/undo.controller.ts";
import { UserController } from "./user/user.controller.ts";
import { UserChange } from "./user/user-change.ts";
import { EmailMove } from "./verification/email-move.ts";
import { Verification } from "./verification/verification.ts";
import { VerifyController } from "./verification/verify.controller.ts";

/** What people do with their own account: sign up, prove an address, change it, take a change back, leave. */
@Module({
  imports: [CoreModule, UsersModule, DeliveryModule, SessionsModule, FactorsModule],
  controllers: [
    SignUpController,
    UserController,
    MailRequestsController,
    VerifyController,
    AccountController,
    UndoController,
  ],
  providers: [
    Account,
    AnonymousSignIn,
    EmailMove,
    Erasure,
    MailRequests,
    SignUp,
    SmsRequests,
    TakeBack,
    UserChange,
    Verification,
  ],
  exports: [Erasure],
})
export class AccountModule {}
