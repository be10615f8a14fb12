import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import type { z } from "zod";
import { Audit } from "../audit/audit.ts";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthError, validationFailed } from "../errors/auth-error.ts";
import type { Challenge } from "../http/bodies.ts";
import type { RequestContext } from "../http/request-context.ts";
import { challengeOf, FlowStates } from "../pkce/flow-states.ts";
import { asOwner } from "../rate-limits/account-limits.ts";
import type { UserRow } from "../tables.ts";
import { UserStore } from "../user/user-store.ts";
import { Redirects } from "../verification/redirects.ts";
import type { MailJob } from "./mail-job.ts";
import { MailSender } from "./mail-sender.ts";

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
    private readonly audit: Audit,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  async magiclink(request: MailRequest & { createUser: boolean; metadata: Record<string, unknown> }, from: RequestContext): Promise<void> {
    if (this.config.tellsUnknownAddresses && !request.createUser) await this.refuseUnknown(request.email);
    return this.ask(request, from, (asked) => ({
      kind: "magiclink",
      createUser: request.createUser,
      metadata: request.metadata,
      ...asked,
    }));
  }

  private async refuseUnknown(email: string): Promise<void> {
    if (!(await this.database.system((tx) => this.users.byEmail(tx, email))))
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  }

  recovery(request: MailRequest, from: RequestContext): Promise<void> {
    return this.ask(request, from, (asked) => ({ kind: "recovery", ...asked }));
  }

  again(type: "signup" | "email_change", request: MailRequest, from: RequestContext): Promise<void> {
    return this.ask(request, from, (asked) => ({ kind: type === "signup" ? "confirmation" : "email_change", ...asked }));
  }

  async reauthentication(user: UserRow, from: RequestContext): Promise<void> {
    if (!user.email) throw validationFailed("Reauthentication requires the user to have an email or a phone number");
    if (!user.emailConfirmedAt) throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    await this.sender.mayMail(user.email, asOwner(from, user.id));
    await this.database.system(async (tx) => {
      await this.users.change(tx, user.id, { reauthenticationSentAt: this.clock.now() });
      await this.sender.send(tx, { kind: "reauthentication", userId: user.id });
      await this.audit.record(tx, "mail_requested", from, user.id, { kind: "reauthentication" });
    });
  }

  private async ask(
    request: MailRequest,
    from: RequestContext,
    jobOf: (asked: { email: string; flowId: string | null; redirectTo: string }) => MailJob,
  ): Promise<void> {
    const challenge = challengeOf(request);
    await this.sender.mayMail(request.email, from);
    await this.database.system(async (tx) => {
      const flowId = await this.flows.begin(tx, challenge);
      const job = jobOf({ email: request.email, flowId, redirectTo: this.redirects.choose(request.redirectTo) });
      await this.sender.send(tx, job);
      await this.audit.record(tx, "mail_requested", from, null, { kind: job.kind });
    });
  }
}
