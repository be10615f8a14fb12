import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  asOwner,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { type ActKind, Acts, SmsSender } from "../../delivery/index.ts";
import { SignUpStore, type UserRow, UserStore } from "../../users/index.ts";

/** Requests for a code by text message. Like requests for a mail, they do the same work for every number. */
@Injectable()
export class SmsRequests {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sender: SmsSender,
    private readonly users: UserStore,
    private readonly acts: Acts,
    private readonly signUps: SignUpStore,
    private readonly audit: Audit,
  ) {}

  signIn(
    phone: string,
    asked: { createUser: boolean; metadata: Record<string, unknown> },
    from: RequestContext,
  ): Promise<void> {
    return this.ask(phone, "phone_sign_in", from, (tx) =>
      this.sender.ask(tx, this.acts.ofAddress(phone), { kind: "phone_sign_in", phone, ...asked }),
    );
  }

  again(type: "sms" | "phone_change", phone: string, from: RequestContext): Promise<void> {
    if (type === "sms")
      return this.ask(phone, "phone_confirmation", from, async (tx) => {
        const user = await this.users.byPhone(tx, phone);
        const signUp = await this.signUps.onlyOne(tx, user?.id ?? randomUUID());
        const subject = signUp?.id ?? this.acts.ofAddress(phone);
        await this.sender.ask(tx, subject, { kind: "phone_confirmation", phone, signUpId: signUp?.id ?? null });
      });
    return this.ask(phone, "phone_change", from, async (tx) => {
      const user = await this.users.ringing(tx, phone);
      await this.sender.ask(tx, user?.id ?? this.acts.ofAddress(phone), {
        kind: "phone_change",
        userId: user?.id ?? null,
      });
    });
  }

  /** @throws AuthError 400 without a number; 422 `phone_not_confirmed`; 429 */
  async reauthentication(user: UserRow, from: RequestContext): Promise<void> {
    if (!user.phone) throw validationFailed("Reauthentication requires the user to have an email or a phone number");
    if (!user.phoneConfirmedAt) throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
    await this.sender.mayText(user.phone, asOwner(from, user.id), user.id);
    await this.database.system(async (tx) => {
      await this.users.change(tx, user.id, { reauthenticationSentAt: this.clock.now() });
      await this.sender.ask(tx, user.id, { kind: "reauthentication", userId: user.id });
      await this.audit.record(tx, "mail_requested", from, user.id, { kind: "reauthentication", by: "sms" });
    });
  }

  private async ask(
    phone: string,
    kind: ActKind,
    from: RequestContext,
    send: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    if (!this.config.phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    await this.sender.mayText(phone, from);
    await this.database.system(async (tx) => {
      await send(tx);
      await this.audit.record(tx, "mail_requested", from, null, { kind, by: "sms" });
    });
  }
}
