import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import type { z } from "zod";
import {
  Audit,
  AuthError,
  asOwner,
  type Challenge,
  IDENTITY_CONFIG,
  type IdentityConfig,
  Redirects,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { type ActKind, Acts, MailSender, type Way } from "../../delivery/index.ts";
import { challengeOf, FlowStates } from "../../sessions/index.ts";
import { SignUpStore, type UserRow, UserStore } from "../../users/index.ts";
import { EmailMove } from "../verification/email-move.ts";

export type MailRequest = z.infer<typeof Challenge> & { email: string; redirectTo: string | undefined };

/** Each request does the same work whether the address has an account or not; the job finds out later. */
@Injectable()
export class MailRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly flows: FlowStates,
    private readonly redirects: Redirects,
    private readonly sender: MailSender,
    private readonly users: UserStore,
    private readonly acts: Acts,
    private readonly signUps: SignUpStore,
    private readonly emailMove: EmailMove,
    private readonly audit: Audit,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  async magiclink(
    request: MailRequest & { createUser: boolean; metadata: Record<string, unknown> },
    from: RequestContext,
  ): Promise<void> {
    const { email, createUser, metadata } = request;
    if (this.config.tellsUnknownAddresses && !createUser) await this.refuseUnknown(email);
    return this.ask(request, "magiclink", from, (tx, way) =>
      this.sender.ask(tx, this.acts.ofAddress(email), { kind: "magiclink", email, createUser, metadata, ...way }),
    );
  }

  private async refuseUnknown(email: string): Promise<void> {
    if (!(await this.database.system((tx) => this.users.byEmail(tx, email))))
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  }

  recovery(request: MailRequest, from: RequestContext): Promise<void> {
    const { email } = request;
    return this.ask(request, "recovery", from, (tx, way) =>
      this.sender.ask(tx, this.acts.ofAddress(email), { kind: "recovery", email, ...way }),
    );
  }

  again(type: "signup" | "email_change", request: MailRequest, from: RequestContext): Promise<void> {
    const { email } = request;
    if (type === "email_change")
      return this.ask(request, type, from, (tx, way) => this.emailMove.again(tx, email, way));
    return this.ask(request, "confirmation", from, async (tx, way) => {
      const user = await this.users.byEmail(tx, email);
      // With several sign-ups the request could be anybody's: the mail only confirms the address.
      const signUp = await this.signUps.onlyOne(tx, user?.id ?? randomUUID());
      const subject = signUp?.id ?? this.acts.ofAddress(email);
      await this.sender.ask(tx, subject, { kind: "confirmation", email, signUpId: signUp?.id ?? null, ...way });
    });
  }

  async reauthentication(user: UserRow, from: RequestContext): Promise<void> {
    if (!user.email) throw validationFailed("Reauthentication requires the user to have an email or a phone number");
    if (!user.emailConfirmedAt) throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    await this.sender.mayMail(user.email, asOwner(from, user.id));
    await this.database.system(async (tx) => {
      await this.users.change(tx, user.id, { reauthenticationSentAt: this.clock.now() });
      await this.sender.ask(tx, user.id, { kind: "reauthentication", userId: user.id });
      await this.audit.record(tx, "mail_requested", from, user.id, { kind: "reauthentication" });
    });
  }

  private async ask(
    request: MailRequest,
    kind: ActKind,
    from: RequestContext,
    send: (tx: Tx, way: Way) => Promise<void>,
  ): Promise<void> {
    const challenge = challengeOf(request);
    await this.sender.mayMail(request.email, from);
    await this.database.system(async (tx) => {
      const flowId = await this.flows.begin(tx, challenge);
      await send(tx, { flowId, redirectTo: this.redirects.choose(request.redirectTo) });
      await this.audit.record(tx, "mail_requested", from, null, { kind });
    });
  }
}
