import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { AuthError, userBanned } from "../errors/auth-error.ts";
import { SessionStore } from "../sessions/session-store.ts";
import type { SessionRow, UserRow } from "../tables.ts";
import { AccessTokens } from "../tokens/access-tokens.ts";
import { isBanned, UserStore } from "../user/user-store.ts";

/** The person behind a valid access token whose session still exists. */
export interface SignedIn {
  user: UserRow;
  session: SessionRow;
}
type Checked = FastifyRequest & { signedIn?: SignedIn };

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
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Checked>();
    request.signedIn = await this.check(bearerOf(request));
    return true;
  }

  /** @throws AuthError 403 `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned` */
  async check(token: string): Promise<SignedIn> {
    const { sub, session_id, aal } = await this.accessTokens.verify(token);
    const { user, session } = await this.database.system(async (tx) => ({
      user: await this.users.byId(tx, sub),
      session: session_id ? await this.sessions.find(tx, session_id) : null,
    }));
    if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    if (!session || session.userId !== user.id)
      throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    if (isBanned(user, this.clock.now())) throw userBanned(403);
    // A token of before the second factor stays what it was, whatever its session has become.
    return { user, session: aal === "aal2" ? session : { ...session, aal: "aal1" } };
  }
}

export const Bearer = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => context.switchToHttp().getRequest<Checked>().signedIn!,
);
