import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { Clock, Database } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { AuthError, userBanned } from "../errors/auth-error.ts";
import { FactorStore } from "../factors/factor-store.ts";
import { SessionStore } from "../sessions/session-store.ts";
import type { SessionRow, UserRow } from "../tables.ts";
import { AccessTokens } from "../tokens/access-tokens.ts";
import { isBanned, UserStore } from "../user/user-store.ts";

/** The person behind a valid access token whose session still exists. */
export interface SignedIn {
  user: UserRow;
  session: SessionRow;
  /** Half signed in: the account has a second factor, which this token has not been given yet. */
  owesFactor: boolean;
}
type Checked = FastifyRequest & { signedIn?: SignedIn };

const OWING = "owes second factor";

/** What somebody may do before they give their second factor: give it, or go. decisions/012. */
export const AllowOwingFactor = () => SetMetadata(OWING, "allowed");
/** The status with which the contract refuses `insufficient_aal` here; elsewhere it is 403. */
export const OwingFactorStatus = (status: 401 | 422) => SetMetadata(OWING, status);

/** @throws AuthError 401 `no_authorization` */
export function bearerOf(request: FastifyRequest): string {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  return token;
}

/** Checks the bearer token and the rows it names: an access token of an ended session opens nothing here. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly factors: FactorStore,
    private readonly reflector: Reflector,
  ) {}

  /** @throws AuthError 401 `no_authorization`; 403 `insufficient_aal`; what `check` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Checked>();
    const signedIn = await this.check(bearerOf(request));
    const owing = this.reflector.get<"allowed" | 401 | 422 | undefined>(OWING, context.getHandler());
    if (signedIn.owesFactor && owing !== "allowed")
      throw new AuthError(owing ?? 403, "insufficient_aal", "AAL2 required: give a code of your second factor first");
    request.signedIn = signedIn;
    return true;
  }

  /** @throws AuthError 403 `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned` */
  async check(token: string): Promise<SignedIn> {
    const { sub, session_id, aal } = await this.accessTokens.verify(token);
    const { user, session, hasFactor } = await this.database.system(async (tx) => ({
      user: await this.users.byId(tx, sub),
      session: session_id ? await this.sessions.find(tx, session_id) : null,
      hasFactor: await this.factors.hasVerified(tx, sub),
    }));
    if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    if (!session || session.userId !== user.id)
      throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    if (isBanned(user, this.clock.now())) throw userBanned(403);
    // A token of before the second factor stays what it was, whatever its session has become.
    const current: SessionRow = aal === "aal2" ? session : { ...session, aal: "aal1" };
    return { user, session: current, owesFactor: hasFactor && current.aal !== "aal2" };
  }
}

export const Bearer = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => context.switchToHttp().getRequest<Checked>().signedIn!,
);
