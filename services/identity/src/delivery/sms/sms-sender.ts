import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs, type Tx } from "@tessera/service-kit";
import {
  AccountLimits,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
} from "../../core/index.ts";
import { SignUpStore, type UserRow, UserStore } from "../../users/index.ts";
import { type Act, Acts } from "../proofs/acts.ts";
import { type NewToken, OneTimeTokens } from "../proofs/one-time-tokens.ts";
import { type Sms, SmsProvider } from "./sms.ts";

/** Queue of the text messages. Like mails they hold no code: it is made where the message is written. decisions/002. */
const QUEUE = "identity.sms";

/** Messages that prove something, named by what they prove. */
export type ProofSms =
  | { kind: "phone_confirmation"; phone: string; signUpId: string | null }
  | { kind: "phone_sign_in"; phone: string; createUser: boolean; metadata: Record<string, unknown> }
  /** Nobody's where somebody asked for a change that there is none of. */
  | { kind: "phone_change"; userId: string | null }
  | { kind: "reauthentication"; userId: string };

type SmsJob = (ProofSms & { act: Act }) | { kind: "factor"; challengeId: string; phone: string };

/** Makes the code of a challenge; null when it was answered or is gone. */
export type MakeFactorCode = (tx: Tx, challengeId: string) => Promise<string | null>;

/** Text messages as background jobs, asked for in the transaction that causes them. */
@Injectable()
export class SmsSender implements OnModuleInit {
  private makeFactorCode: MakeFactorCode = () => Promise.reject(new Error("No module makes the codes of factors"));

  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly tokens: OneTimeTokens,
    private readonly acts: Acts,
    private readonly signUps: SignUpStore,
    private readonly provider: SmsProvider,
    private readonly limits: AccountLimits,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  onModuleInit() {
    const options = { kind: "Text message", retryLimit: 3, concurrency: 4, timeoutSeconds: 60 };
    this.jobs.define<SmsJob>(QUEUE, options, async ({ data, show, log }) => {
      const written = await this.database.system((tx) => this.write(tx, data));
      if (!written) return;
      // Whose it is sees it among their jobs, never what it says.
      if (written.userId) await show({ userId: written.userId, title: "Text message with a code" });
      await this.provider.deliver(written.sms);
      await log("Handed over for delivery");
    });
  }

  /** Begins a request for a proof: whatever was sent, or is queued, for an earlier one of the subject ends. */
  async ask(tx: Tx, subject: string, job: ProofSms): Promise<void> {
    await this.send(tx, { ...job, act: await this.acts.begin(tx, job.kind, subject) });
  }

  async sendFactorCode(tx: Tx, challengeId: string, phone: string): Promise<void> {
    await this.send(tx, { kind: "factor", challengeId, phone });
  }

  /**
   * Says where the codes of factors come from: they are made when their message is written. Called in `onModuleInit`.
   */
  codesOfFactors(make: MakeFactorCode): void {
    this.makeFactorCode = make;
  }

  private async send(tx: Tx, job: SmsJob): Promise<void> {
    await this.jobs.send(tx, QUEUE, job, { hidden: true });
  }

  /**
   * Bounds the messages to one number, and those that one account causes to any number: each costs money.
   * @param userId who asks, where somebody is signed in
   * @throws AuthError 400 `phone_provider_disabled`; 422 `sms_send_failed` for a number outside IDENTITY_SMS_PREFIXES;
   * 429 `over_sms_send_rate_limit`
   */
  async mayText(phone: string, from: RequestContext, userId?: string): Promise<void> {
    const { sms, smsPrefixes } = this.config;
    if (sms === "none") throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    if (smsPrefixes.length && !smsPrefixes.some((prefix) => phone.startsWith(prefix)))
      throw new AuthError(
        422,
        "sms_send_failed",
        "This installation sends no text messages to numbers of this country",
      );
    const wait = (userId ? await this.limits.messagesOf(userId) : 0) || (await this.limits.message("sms", phone, from));
    if (wait === 0) return;
    throw new AuthError(
      429,
      "over_sms_send_rate_limit",
      `For security purposes, you can only request this after ${wait} seconds.`,
      {
        retryAfterSeconds: wait,
      },
    );
  }

  /** Words a message for whom it concerns; a number without an account, or a request made again since, gets none. */
  private async write(tx: Tx, job: SmsJob): Promise<{ sms: Sms; userId: string | null } | null> {
    if (job.kind === "factor") {
      const code = await this.makeFactorCode(tx, job.challengeId);
      return code ? { sms: worded(job.phone, code), userId: null } : null;
    }
    const user = await this.recipient(tx, job);
    if (!user || !(await this.acts.isCurrent(tx, job.act))) return null;
    const token = await this.token(tx, user, job);
    if (!token) return null;
    const { code } = await this.tokens.issue(tx, { userId: user.id, kind: job.kind, act: job.act, ...token });
    return { sms: worded(token.address, code), userId: user.id };
  }

  /** Whose the message is, locked; a first sign-in by number makes the account. */
  private async recipient(tx: Tx, job: ProofSms): Promise<UserRow | null> {
    if ("userId" in job) return job.userId ? this.users.locked(tx, job.userId) : null;
    const known = await this.users.byPhone(tx, job.phone);
    if (known) return this.users.locked(tx, known.id);
    const mayCreate = job.kind === "phone_sign_in" && job.createUser && this.config.signupEnabled;
    return mayCreate
      ? this.users.create(tx, { phone: job.phone, passwordHash: null, metadata: {}, confirmed: false })
      : null;
  }

  /** Where the code goes, and what it is bound to. */
  private async token(
    tx: Tx,
    user: UserRow,
    job: ProofSms,
  ): Promise<Pick<NewToken, "address" | "otherAddress" | "signUpId" | "metadata"> | null> {
    switch (job.kind) {
      case "phone_confirmation":
        if (user.phoneConfirmedAt || (job.signUpId && !(await this.signUps.find(tx, job.signUpId)))) return null;
        await this.users.change(tx, user.id, { confirmationSentAt: this.clock.now() });
        return { address: job.phone, signUpId: job.signUpId };
      case "phone_sign_in":
        await this.users.change(tx, user.id, { confirmationSentAt: this.clock.now() });
        return { address: job.phone, metadata: user.phoneConfirmedAt ? null : job.metadata };
      case "phone_change":
        // Whose the number is already gets no message, and nobody learns of it.
        if (!user.newPhone || (await this.users.byPhone(tx, user.newPhone))) return null;
        return { address: user.newPhone, otherAddress: user.phone };
      case "reauthentication":
        return user.phone ? { address: user.phone } : null;
    }
  }
}

/** The second sentence is for those who are asked for the code by somebody on the phone. */
const worded = (to: string, code: string): Sms => ({ to, text: `${code} is your Tessera code. Tell it to nobody.` });
