import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, lt, ne, or, sql } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { FactorStore } from "../factors/factor-store.ts";
import type { RequestContext } from "../http/request-context.ts";
import { type FactorRow, type IdentityRow, identities, type SessionRow, sessions, type UserRow, users } from "../tables.ts";
import { RefreshTokens } from "../tokens/refresh-tokens.ts";

/** A session just opened or renewed; what is needed to answer with tokens once the transaction is committed. */
export interface OpenSession {
  user: UserRow;
  identities: IdentityRow[];
  factors: FactorRow[];
  session: SessionRow;
  refreshToken: string;
}

export type LogoutScope = "global" | "local" | "others";

/**
 * `app_metadata` of who signs in: the first to do so owns the installation, and administers it while TESSERA_ADMINS lists nobody
 * (decisions/006-administrators.md). Whoever only asked for an account, with an address that may not be theirs, is not it.
 */
const ownedByFirst = sql`case
  when ${users.isAnonymous} or exists (
    select from identity.users other
    where other.id <> ${users.id} and not other.is_anonymous and other.last_sign_in_at is not null
      or other.app_metadata -> 'roles' is not null
  ) then ${users.appMetadata}
  else ${users.appMetadata} || '{"roles": ["owner"]}' end`;

@Injectable()
export class SessionStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly refreshTokens: RefreshTokens,
    private readonly factors: FactorStore,
  ) {}

  /** Opens a session for somebody who has just proved who they are by `method` ("password", "otp", "recovery"…). */
  async open(tx: Tx, user: UserRow, method: string, from: RequestContext): Promise<OpenSession> {
    const now = this.clock.now();
    const values = {
      id: randomUUID(),
      userId: user.id,
      amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
      ip: from.ip,
      userAgent: from.userAgent,
      place: from.place,
      createdAt: now,
      refreshedAt: now,
    };
    const [session] = await tx.insert(sessions).values(values).returning();
    const refreshToken = await this.refreshTokens.first(tx, session!.id);
    const [signedIn] = await tx
      .update(users)
      .set({ lastSignInAt: now, updatedAt: now, appMetadata: ownedByFirst })
      .where(eq(users.id, user.id))
      .returning();
    const signedInWith = await tx
      .update(identities)
      .set({
        lastSignInAt: sql`case when ${identities.provider} in ('email', 'phone') then ${now.toISOString()}::timestamptz else ${identities.lastSignInAt} end`,
      })
      .where(eq(identities.userId, user.id))
      .returning();
    return { user: signedIn!, identities: signedInWith, factors: await this.factors.of(tx, user.id), session: session!, refreshToken };
  }

  async find(tx: Tx, id: string): Promise<SessionRow | null> {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, id));
    return session && !this.isOver(session) ? session : null;
  }

  /** Whether a session has been idle, or has lasted, too long. */
  isOver(session: SessionRow): boolean {
    const now = this.clock.now().getTime();
    return (
      now - session.refreshedAt.getTime() > this.config.sessionIdleMs || now - session.createdAt.getTime() > this.config.sessionLifetimeMs
    );
  }

  /** Ends a session with all its refresh tokens. */
  async end(tx: Tx, id: string): Promise<void> {
    await tx.delete(sessions).where(eq(sessions.id, id));
  }

  async endBy(tx: Tx, scope: LogoutScope, session: SessionRow): Promise<void> {
    const all = eq(sessions.userId, session.userId);
    if (scope === "local") await this.end(tx, session.id);
    else await tx.delete(sessions).where(scope === "global" ? all : and(all, ne(sessions.id, session.id)));
  }

  /** Ends a person's other sessions that were opened by some methods. */
  async endOthersBy(tx: Tx, session: SessionRow, methods: string[]): Promise<void> {
    const all = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, session.userId), ne(sessions.id, session.id)));
    for (const other of all) if (other.amr.some(({ method }) => methods.includes(method))) await this.end(tx, other.id);
  }

  async forgetOver(tx: Tx): Promise<void> {
    const now = this.clock.now().getTime();
    await tx
      .delete(sessions)
      .where(
        or(
          lt(sessions.refreshedAt, new Date(now - this.config.sessionIdleMs)),
          lt(sessions.createdAt, new Date(now - this.config.sessionLifetimeMs)),
        ),
      );
  }
}
