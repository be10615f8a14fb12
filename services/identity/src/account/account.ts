import { Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { and, desc, eq } from "drizzle-orm";
import { Audit } from "../audit/audit.ts";
import { AuthError, userNotFound } from "../errors/auth-error.ts";
import { FactorStore } from "../factors/factor-store.ts";
import type { SignedIn } from "../http/bearer.guard.ts";
import type { RequestContext } from "../http/request-context.ts";
import { SessionStore } from "../sessions/session-store.ts";
import { auditEvents, sessions } from "../tables.ts";
import { type Given, Proof } from "../user/proof.ts";
import { UserStore } from "../user/user-store.ts";
import { deviceOf } from "./devices.ts";
import { Erasure } from "./erasure.ts";

/** A person's own sessions, what happened with their account, and its end. */
@Injectable()
export class Account {
  constructor(
    private readonly database: Database,
    private readonly sessionStore: SessionStore,
    private readonly users: UserStore,
    private readonly factors: FactorStore,
    private readonly proof: Proof,
    private readonly erasure: Erasure,
    private readonly audit: Audit,
  ) {}

  /** Most recently used first. */
  async sessions({ user, session: current }: SignedIn) {
    const rows = await this.database.system((tx) =>
      tx.select().from(sessions).where(eq(sessions.userId, user.id)).orderBy(desc(sessions.refreshedAt)),
    );
    const open = rows.filter((session) => !this.sessionStore.isOver(session));
    return {
      sessions: open.map((session) => ({
        id: session.id,
        device: deviceOf(session.userAgent ?? ""),
        user_agent: session.userAgent,
        address: session.ip,
        aal: session.aal,
        created_at: session.createdAt.toISOString(),
        last_used_at: session.refreshedAt.toISOString(),
        current: session.id === current.id,
      })),
    };
  }

  /** @throws AuthError 404 `session_not_found` for what is not the person's own */
  async revoke({ user }: SignedIn, id: string, from: RequestContext): Promise<void> {
    await this.database.system(async (tx) => {
      const ended = await tx
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
        .returning();
      if (!ended.length) throw new AuthError(404, "session_not_found", "This session has ended already");
      await this.audit.record(tx, "session_revoked", from, user.id, { session: id });
    });
  }

  /** Newest first. */
  async activity({ user }: SignedIn, limit: number) {
    const rows = await this.database.system((tx) =>
      tx.select().from(auditEvents).where(eq(auditEvents.userId, user.id)).orderBy(desc(auditEvents.id)).limit(limit),
    );
    return {
      activity: rows.map(({ id, at, action, ip, userAgent, details }) => ({
        id,
        at: at.toISOString(),
        action,
        method: details.method ?? details.type ?? null,
        reason: details.reason ?? null,
        address: ip,
        device: userAgent === null ? null : deviceOf(userAgent),
      })),
    };
  }

  /** Irrevocable. @throws AuthError 401 `insufficient_aal`; what `Proof.forDeletion` throws */
  async delete(signedIn: SignedIn, given: Given, from: RequestContext): Promise<void> {
    const { user, session } = signedIn;
    if (session.aal !== "aal2" && (await this.database.system((tx) => this.factors.hasVerified(tx, user.id))))
      throw new AuthError(401, "insufficient_aal", "AAL2 session is required to delete an account with a second factor");
    await this.proof.forDeletion(signedIn, given, from);
    await this.database.system(async (tx) => {
      const current = await this.users.locked(tx, user.id);
      if (!current) throw userNotFound();
      await this.erasure.erase(tx, current);
      await this.audit.record(tx, "account_deleted", from, user.id);
    });
  }
}
