import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Jobs } from "@tessera/service-kit";
import { lt } from "drizzle-orm";
import { ChallengeStore } from "../factors/challenge-store.ts";
import { FactorStore } from "../factors/factor-store.ts";
import { SigningKeys } from "../keys/signing-keys.ts";
import { Mailer } from "../mail/mailer.ts";
import { OutboxMailer } from "../mail/outbox-mailer.ts";
import { FlowStates } from "../pkce/flow-states.ts";
import { SpentProofs } from "../proofs/spent-proofs.ts";
import { SessionStore } from "../sessions/session-store.ts";
import { SsoProviders } from "../sso/sso-providers.ts";
import { auditEvents, rateLimits } from "../tables.ts";
import { Undos } from "../undo/undos.ts";
import { Acts } from "../verification/acts.ts";
import { OneTimeTokens } from "../verification/one-time-tokens.ts";

const QUEUE = "identity.tidy";
/** The audit log is kept for a year. */
const AUDIT_KEPT_MS = 365 * 86_400_000;

/** Every hour: forgets what is over, makes the next signing key when it is due and reads providers' metadata anew. */
@Injectable()
export class Tidy implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
    private readonly acts: Acts,
    private readonly undos: Undos,
    private readonly flows: FlowStates,
    private readonly factors: FactorStore,
    private readonly challenges: ChallengeStore,
    private readonly proofs: SpentProofs,
    private readonly ssoProviders: SsoProviders,
    private readonly mailer: Mailer,
  ) {}

  onModuleInit() {
    this.jobs.define(QUEUE, { title: () => "Tidy the identity service" }, () => this.run());
    this.jobs.schedule(QUEUE, "17 * * * *");
  }

  async run(): Promise<void> {
    await this.keys.rotateWhenDue();
    await this.ssoProviders.refreshStale();
    const now = this.clock.now();
    await this.database.system(async (tx) => {
      await this.sessions.forgetOver(tx);
      await this.tokens.forgetExpired(tx);
      await this.acts.forgetOld(tx);
      await this.undos.forgetOld(tx);
      await this.flows.forgetAbandoned(tx);
      await this.factors.forgetUnverified(tx);
      await this.challenges.forgetOver(tx);
      await this.proofs.forgetOld(tx);
      await tx.delete(rateLimits).where(lt(rateLimits.wholeAt, now));
      await tx.delete(auditEvents).where(lt(auditEvents.at, new Date(now.getTime() - AUDIT_KEPT_MS)));
      if (this.mailer instanceof OutboxMailer) await this.mailer.forgetOld(tx);
    });
  }
}
