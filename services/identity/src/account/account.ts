import { Injectable } from "@nestjs/common";
import { Database, deviceNameOf } from "@tessera/service-kit";
import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { Audit, AuthError, auditEvents, type RequestContext, userNotFound } from "../core/index.ts";
import { MailSender, OneTimeTokens } from "../delivery/index.ts";
import { type Given, Proof, SessionStore, type SignedIn, sessions } from "../sessions/index.ts";
import { UserStore } from "../users/index.ts";
import { Erasure } from "./erasure.ts";
import { placeOf } from "./place-words.ts";

/** A person's sessions, the account's activity, and its deletion. */
@Injectable()
export class Account {
  constructor(
    private readonly database: Database,
    private readonly sessionStore: SessionStore,
    private readonly users: UserStore,
    private readonly proof: Proof,
    private readonly tokens: OneTimeTokens,
    private readonly sender: MailSender,
    private readonly erasure: Erasure,
    private readonly audit: Audit,
  ) {}

  /** Most recently used first. */
  async sessions({ user, session: current }: SignedIn) {
    const rows = await this.database.system((tx) =>
      tx
        .select()
        .from(sessions)
        // Apps are listed apart, by what they were let do.
        .where(and(eq(sessions.userId, user.id), isNull(sessions.clientId)))
        .orderBy(desc(sessions.refreshedAt)),
    );
    const open = rows.filter((session) => session.endsAt === null && !this.sessionStore.isOver(session));
    return {
      sessions: open.map((session) => ({
        id: session.id,
        device: deviceNameOf(session.userAgent ?? ""),
        user_agent: session.userAgent,
        address: session.ip,
        place: placeOf(session.place, session.ip),
        aal: session.aal,
        created_at: session.createdAt.toISOString(),
        last_used_at: session.refreshedAt.toISOString(),
        current: session.id === current.id,
      })),
    };
  }

  /**
   * @throws AuthError 404 `session_not_found` for other people's; for sessions other than this one what `Proof.fresh`
   * throws
   */
  async revoke(signedIn: SignedIn, id: string, given: Given, from: RequestContext): Promise<void> {
    const { user, session } = signedIn;
    if (id !== session.id) await this.proof.fresh(signedIn, "Ending another session", given, from);
    await this.database.system(async (tx) => {
      const ended = await tx
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
        .returning();
      if (!ended.length) throw new AuthError(404, "session_not_found", "This session has ended already");
      await this.audit.record(tx, "session_revoked", from, user.id, { session: id });
    });
  }

  /** Newest first; `before` is the `next` of the page before. */
  async activity({ user }: SignedIn, limit: number, before?: number) {
    const own = and(eq(auditEvents.userId, user.id), before === undefined ? undefined : lt(auditEvents.id, before));
    const rows = await this.database.system((tx) =>
      tx
        .select()
        .from(auditEvents)
        .where(own)
        .orderBy(desc(auditEvents.id))
        .limit(limit + 1),
    );
    const page = rows.slice(0, limit);
    return {
      activity: page.map(({ id, at, action, ip, userAgent, place, details }) => ({
        id,
        at: at.toISOString(),
        action,
        method: details.method ?? details.type ?? null,
        reason: details.reason ?? null,
        kind: details.kind ?? null,
        provider: details.provider ?? null,
        scope: details.scope ?? null,
        address: ip,
        place: placeOf(place, ip),
        device: userAgent === null ? null : deviceNameOf(userAgent),
      })),
      next: rows.length > limit ? page.at(-1)!.id : null,
    };
  }

  /** Whether a password proves who the person is, or only a code can. */
  password({ user }: SignedIn) {
    return { is_set: user.passwordHash !== null };
  }

  /**
   * Removes the phone number from the account.
   * @throws AuthError 422 `single_identity_not_deletable` without a confirmed address; as `delete`
   */
  async removePhone(signedIn: SignedIn, given: Given, from: RequestContext): Promise<void> {
    await this.proof.assured(signedIn, "remove the phone number of");
    await this.proof.fresh(signedIn, "Removing the phone number", given, from);
    await this.database.system(async (tx) => {
      const current = await this.users.locked(tx, signedIn.user.id);
      if (!current) throw userNotFound();
      if (!current.phone && !current.newPhone) return;
      if (!current.emailConfirmedAt)
        throw new AuthError(
          422,
          "single_identity_not_deletable",
          "Without the phone number nobody could sign in: add an e-mail address first",
        );
      await this.users.removePhone(tx, current);
      await this.tokens.revoke(tx, current, ["phone_confirmation", "phone_sign_in", "phone_change"]);
      await this.sender.send(tx, { kind: "security_notice", userId: current.id, notice: "phone_removed" });
      await this.audit.record(tx, "phone_removed", from, current.id);
    });
  }

  /** Irrevocable. @throws AuthError 401 `insufficient_aal`; what `Proof.forDeletion` throws */
  async delete(signedIn: SignedIn, given: Given, from: RequestContext): Promise<void> {
    const { user } = signedIn;
    await this.proof.assured(signedIn, "delete");
    await this.proof.forDeletion(signedIn, given, from);
    await this.database.system(async (tx) => {
      const current = await this.users.locked(tx, user.id);
      if (!current) throw userNotFound();
      await this.erasure.erase(tx, current);
      await this.audit.record(tx, "account_deleted", from, user.id);
    });
  }
}
