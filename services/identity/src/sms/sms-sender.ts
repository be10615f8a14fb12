import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs, type Tx } from "@tessera/service-kit";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthError } from "../errors/auth-error.ts";
import { ChallengeStore } from "../factors/challenge-store.ts";
import type { RequestContext } from "../http/request-context.ts";
import { AccountLimits } from "../rate-limits/account-limits.ts";
import { UserStore } from "../user/user-store.ts";
import { OneTimeTokens } from "../verification/one-time-tokens.ts";
import { type Sms, SmsProvider } from "./sms.ts";

/** Queue of the text messages. Like mails they hold no code: it is made where the message is written. decisions/002. */
const QUEUE = "identity.sms";

export type SmsJob =
  | { kind: "confirmation"; phone: string }
  | { kind: "sign_in"; phone: string; createUser: boolean; metadata: Record<string, unknown> }
  | { kind: "phone_change"; phone: string }
  | { kind: "reauthentication"; userId: string }
  | { kind: "factor"; challengeId: string; phone: string };

/** Text messages as background jobs, asked for in the transaction that causes them. */
@Injectable()
export class SmsSender implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly tokens: OneTimeTokens,
    private readonly challenges: ChallengeStore,
    private readonly provider: SmsProvider,
    private readonly limits: AccountLimits,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  onModuleInit() {
    this.jobs.define<SmsJob>(QUEUE, { retryLimit: 3, concurrency: 4, timeoutSeconds: 60 }, async ({ data }) => {
      const sms = await this.database.system((tx) => this.write(tx, data));
      if (sms) await this.provider.deliver(sms);
    });
  }

  async send(tx: Tx, job: SmsJob): Promise<void> {
    await this.jobs.send(tx, QUEUE, job, { hidden: true });
  }

  /** Bounds the messages to one number: each costs money. @throws AuthError 400 `phone_provider_disabled`; 429 `over_sms_send_rate_limit` */
  async mayText(phone: string, from: RequestContext): Promise<void> {
    if (this.config.sms === "none") throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    const wait = await this.limits.message("sms", phone, from);
    if (wait === 0) return;
    throw new AuthError(429, "over_sms_send_rate_limit", `For security purposes, you can only request this after ${wait} seconds.`, {
      retryAfterSeconds: wait,
    });
  }

  /** Words a message for whom it concerns; a number without an account gets none. */
  private async write(tx: Tx, job: SmsJob): Promise<Sms | null> {
    switch (job.kind) {
      case "confirmation":
      case "sign_in":
        return this.toSignIn(tx, job);
      case "phone_change": {
        const user = await this.users.byNewPhone(tx, job.phone);
        // Whose the number is already gets no message, and nobody learns of it.
        if (!user || (await this.users.byPhone(tx, job.phone))) return null;
        return worded(job.phone, (await this.tokens.issue(tx, { userId: user.id, kind: "phone_change", address: job.phone })).code);
      }
      case "reauthentication": {
        const user = await this.users.byId(tx, job.userId);
        if (!user?.phone) return null;
        return worded(user.phone, (await this.tokens.issue(tx, { userId: user.id, kind: "reauthentication", address: user.phone })).code);
      }
      case "factor": {
        const code = await this.challenges.giveCode(tx, job.challengeId);
        return code ? worded(job.phone, code) : null;
      }
    }
  }

  private async toSignIn(tx: Tx, job: Extract<SmsJob, { kind: "confirmation" | "sign_in" }>): Promise<Sms | null> {
    const known = await this.users.byPhone(tx, job.phone);
    const mayCreate = job.kind === "sign_in" && job.createUser && this.config.signupEnabled;
    const created = { phone: job.phone, passwordHash: null, metadata: job.kind === "sign_in" ? job.metadata : {}, confirmed: false };
    const user = known ?? (mayCreate ? await this.users.create(tx, created) : null);
    if (!user || (job.kind === "confirmation" && user.phoneConfirmedAt)) return null;
    await this.users.change(tx, user.id, { confirmationSentAt: this.clock.now() });
    const kind = job.kind === "confirmation" ? "phone_confirmation" : "phone_sign_in";
    return worded(job.phone, (await this.tokens.issue(tx, { userId: user.id, kind, address: job.phone })).code);
  }
}

/** The second sentence is for those who are asked for the code by somebody on the phone. */
const worded = (to: string, code: string): Sms => ({ to, text: `${code} is your Tessera code. Tell it to nobody.` });
