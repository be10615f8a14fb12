import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from "@nestjs/common";
import { type Administrators, Database } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import type { JWTPayload } from "jose";
import { z } from "zod";
import { type Administrator, AuthError } from "../core/index.ts";
import { BearerTokens } from "../sessions/index.ts";
import { AccountFactors } from "../users/index.ts";
import { ServiceKeys } from "./service-keys.ts";

export const ADMINISTRATORS = Symbol("administrators");

const ROLES = ["service_role", "supabase_admin"];
/** People whom an administrator appointed: only administrative calls write `app_metadata`. */
const AppMetadata = z.object({ roles: z.array(z.string()) });

type Checked = FastifyRequest & { administrator?: Administrator };

/** Lets service keys through, and signed-in people who administer the installation; decisions/006-administrators.md. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly serviceKeys: ServiceKeys,
    private readonly bearer: BearerTokens,
    private readonly factors: AccountFactors,
    private readonly database: Database,
    @Inject(ADMINISTRATORS) private readonly administrators: Administrators,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Checked>();
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
    const claims = await this.serviceKeys.verify(token);
    request.administrator = ROLES.includes(String(claims.role)) ? { userId: null } : await this.person(token, claims);
    return true;
  }

  /** The account as it is now decides, not its token. If it has a second factor, the session must have used it. */
  private async person(token: string, { role }: JWTPayload): Promise<Administrator> {
    if (role !== "authenticated") throw notAdmin();
    const { user, session } = await this.bearer.check(token);
    const roles = AppMetadata.safeParse(user.appMetadata).data?.roles ?? [];
    const email = user.emailConfirmedAt ? user.email : null;
    if (!this.administrators.includes({ email, roles })) throw notAdmin();
    if (session.aal !== "aal2" && (await this.database.system((tx) => this.factors.hasVerified(tx, user.id))))
      throw new AuthError(403, "insufficient_aal", "AAL2 required to administer accounts");
    return { userId: user.id };
  }
}

/**
 * @throws AuthError 422 `own_account`: administrators change their own account in its settings, which ask for a proof
 */
export function refuseOwn(by: Administrator, userId: string): void {
  if (by.userId === userId)
    throw new AuthError(
      422,
      "own_account",
      "This is your own account: change it in its settings, or ask another administrator",
    );
}

const notAdmin = () => new AuthError(403, "not_admin", "User not allowed");

export const Admin = createParamDecorator(
  (_: unknown, context: ExecutionContext): Administrator => context.switchToHttp().getRequest<Checked>().administrator!,
);
