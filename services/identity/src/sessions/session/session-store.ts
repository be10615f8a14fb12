import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig, type Json, type RequestContext } from "../../core/index.ts";
import {
  AccountFactors,
  type FactorRow,
  factors,
  type IdentityRow,
  identities,
  secondFactors,
  type UserRow,
  users,
} from "../../users/index.ts";
import { type SessionRow, sessions } from "../tables.ts";
import { RefreshTokens } from "../tokens/refresh-tokens.ts";
import { rowOfJson } from "./rows-of-json.ts";

/** A session just opened or renewed, with what the answer needs once the transaction is committed. */
export interface OpenSession {
  user: UserRow;
  identities: IdentityRow[];
  factors: FactorRow[];
  session: SessionRow;
  refreshToken: string;
}

/** What opened a session, where it is more than one factor. */
interface Assured {
  aal?: "aal1" | "aal2";
  passkeyId?: string | null;
}

export type LogoutScope = "global" | "local" | "others";

/**
 * The first person to sign in owns the installation, and administers it while TESSERA_ADMINS lists nobody
 * (decisions/006-administrators.md). Somebody who only signed up, perhaps with another person's address, does not.
 */
const isFirst = sql`not ${users.isAnonymous} and not exists (
    select from identity.users other
    where other.id <> ${users.id} and not other.is_anonymous and other.last_sign_in_at is not null
      or other.app_metadata -> 'roles' is not null
  )`;

@Injectable()
export class SessionStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly refreshTokens: RefreshTokens,
    private readonly factors: AccountFactors,
  ) {}

  /** What ends with all of a person's sessions; modules above register theirs. */
  private readonly others: ((tx: Tx, userIds: string[]) => Promise<void>)[] = [];

  withAll(end: (tx: Tx, userIds: string[]) => Promise<void>): void {
    this.others.push(end);
  }

  /** Opens a session for somebody who has just proved who they are by `method` ("password", "otp", "recovery"…). */
  async open(tx: Tx, user: UserRow, method: string, from: RequestContext, assured: Assured = {}): Promise<OpenSession> {
    const opened = await this.openProvided(tx, user.id, method, from, sql`true`, [], assured);
    if (!opened) throw new Error("The account vanished while a session was being opened");
    return opened;
  }

  /**
   * The same in one statement: the account, if its row still meets `provided`, the session, its first token, and the
   * `also` statements, in which `person` is the account. @returns null, with nothing done, when it is not
   */
  async openProvided(
    tx: Tx,
    userId: string,
    method: string,
    from: RequestContext,
    provided: SQL,
    also: SQL[] = [],
    { aal = "aal1", passkeyId = null }: Assured = {},
  ): Promise<OpenSession | null> {
    const now = this.clock.now();
    const at = sql`${now.toISOString()}::timestamptz`;
    const amr = JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }]);
    const { token, hash } = this.refreshTokens.begin();
    const others = sql.join(
      also.map((statement, index) => sql`, ${sql.identifier(`also_${index}`)} as (${statement})`),
    );
    const { rows } = await tx.execute<Record<"user" | "session", Json> & Record<"identities" | "factors", Json[]>>(sql`
      with owner as (
        -- of two at one instant the second waits here for the first, and owns nothing
        insert into identity.owner (user_id) select id from identity.users
        where id = ${userId} and deleted_at is null and ${provided} and ${isFirst}
        on conflict do nothing returning user_id
      ), person as (
        update identity.users set last_sign_in_at = ${at}, updated_at = ${at},
          app_metadata = case when exists (select from owner) then app_metadata || '{"roles": ["owner"]}' else app_metadata end
        where id = ${userId} and deleted_at is null and ${provided} returning *
      ), session as (
        insert into identity.sessions (id, user_id, aal, passkey_id, amr, ip, user_agent, place, created_at, refreshed_at)
        select ${randomUUID()}::uuid, id, ${aal}::text, ${passkeyId}::uuid, ${amr}::jsonb, ${from.ip}::text, ${from.userAgent}::text, ${from.place ?? null}::text, ${at}, ${at}
        from person returning *
      ), token as (
        insert into identity.refresh_tokens (session_id, token_hash, created_at) select id, ${hash}::bytea, ${at} from session
      ), own as (
        update identity.identities
        set last_sign_in_at = case when provider in ('email', 'phone') then ${at} else last_sign_in_at end
        where user_id = (select id from person) returning *
      )${others}
      select to_jsonb(person) as "user", (select to_jsonb(session) from session) as session,
        (select coalesce(jsonb_agg(own order by created_at), '[]') from own) as identities,
        (select coalesce(jsonb_agg(factors order by created_at), '[]') from identity.factors where user_id = person.id) as factors
      from person`);
    const [row] = rows;
    if (!row) return null;
    return {
      user: rowOfJson(users, row.user),
      identities: row.identities.map((json) => rowOfJson(identities, json)),
      factors: row.factors.map((json) => rowOfJson(factors, json)).filter((factor) => this.factors.isCurrent(factor)),
      session: rowOfJson(sessions, row.session),
      refreshToken: token,
    };
  }

  async find(tx: Tx, id: string): Promise<SessionRow | null> {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, id));
    return session && !this.isOver(session) ? session : null;
  }

  /** Whether a session has been idle, or has lasted, too long. */
  isOver(session: SessionRow): boolean {
    const now = this.clock.now().getTime();
    if (session.endsAt && session.endsAt.getTime() < now) return true;
    return (
      now - session.refreshedAt.getTime() > this.config.sessionIdleMs ||
      now - session.createdAt.getTime() > this.config.sessionLifetimeMs
    );
  }

  /** Ends a session with all its refresh tokens. */
  async end(tx: Tx, id: string): Promise<void> {
    await tx.delete(sessions).where(eq(sessions.id, id));
  }

  async endBy(tx: Tx, scope: LogoutScope, session: SessionRow): Promise<void> {
    if (scope === "local") await this.end(tx, session.id);
    else if (scope === "global") await this.endAll(tx, [session.userId]);
    else await tx.delete(sessions).where(and(eq(sessions.userId, session.userId), ne(sessions.id, session.id)));
  }

  /** Ends all sessions of these people, and what else lets programs act for them. */
  async endAll(tx: Tx, userIds: string[]): Promise<void> {
    if (!userIds.length) return;
    await tx.delete(sessions).where(inArray(sessions.userId, userIds));
    for (const end of this.others) await end(tx, userIds);
  }

  /** Ends a person's other sessions that were opened by some methods. */
  async endOthersBy(tx: Tx, session: SessionRow, methods: string[]): Promise<void> {
    const all = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, session.userId), ne(sessions.id, session.id)));
    for (const other of all) if (other.amr.some(({ method }) => methods.includes(method))) await this.end(tx, other.id);
  }

  /** Ends the sessions that a passkey opened, but for one. */
  async endOpenedBy(tx: Tx, passkeyId: string, butFor: string | null): Promise<void> {
    const opened = eq(sessions.passkeyId, passkeyId);
    await tx.delete(sessions).where(butFor ? and(opened, ne(sessions.id, butFor)) : opened);
  }

  /** Lowers the sessions that a factor raised to what they were before. */
  async lower(tx: Tx, factorId: string): Promise<void> {
    const raised = await tx.select().from(sessions).where(eq(sessions.factorId, factorId)).for("update");
    for (const session of raised) {
      const amr = session.amr.filter(({ method }) => !secondFactors.includes(method));
      await tx.update(sessions).set({ aal: "aal1", factorId: null, amr }).where(eq(sessions.id, session.id));
    }
  }

  async purgeExpired(tx: Tx): Promise<void> {
    const now = this.clock.now().getTime();
    await tx
      .delete(sessions)
      .where(
        or(
          lt(sessions.endsAt, new Date(now)),
          lt(sessions.refreshedAt, new Date(now - this.config.sessionIdleMs)),
          lt(sessions.createdAt, new Date(now - this.config.sessionLifetimeMs)),
        ),
      );
  }
}
