import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import type { FastifyRequest } from "fastify";
import { AuthError } from "../../core/index.ts";
import { BearerTokens, type SignedIn } from "./bearer-tokens.ts";

type Checked = FastifyRequest & { signedIn?: SignedIn };

const OWING = "owes second factor";

/** What people may do before they give their second factor: give it, or leave. decisions/012. */
export const AllowOwingFactor = () => SetMetadata(OWING, "allowed");
/** The status with which the contract refuses `insufficient_aal` here; elsewhere it is 403. */
export const OwingFactorStatus = (status: 401 | 422) => SetMetadata(OWING, status);

/** @throws AuthError 401 `no_authorization` */
export function bearerOf(request: FastifyRequest): string {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  return token;
}

/** Lets signed-in people through. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly tokens: BearerTokens,
    private readonly reflector: Reflector,
  ) {}

  /** @throws AuthError 401 `no_authorization`; 403 `insufficient_aal`; what `BearerTokens.check` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Checked>();
    const signedIn = await this.tokens.check(bearerOf(request));
    const owing = this.reflector.get<"allowed" | 401 | 422 | undefined>(OWING, context.getHandler());
    if (signedIn.owesFactor && owing !== "allowed")
      throw new AuthError(owing ?? 403, "insufficient_aal", "AAL2 required: give a code of your second factor first");
    request.signedIn = signedIn;
    return true;
  }
}

export const Bearer = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => context.switchToHttp().getRequest<Checked>().signedIn!,
);
