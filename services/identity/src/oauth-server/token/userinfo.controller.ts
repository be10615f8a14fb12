import { Get, HttpCode, Post, Req } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { AuthController, AuthError } from "../../core/index.ts";
import { BearerTokens, bearerOf } from "../../sessions/index.ts";
import { claimsOf } from "./person-claims.ts";

/** The one call of auth/v1 that takes clients' tokens (OpenID Connect Core §5.3). */
@AuthController()
export class UserinfoController {
  constructor(private readonly tokens: BearerTokens) {}

  @Get("oauth/userinfo")
  get(@Req() request: FastifyRequest) {
    return this.claims(request);
  }

  @Post("oauth/userinfo")
  @HttpCode(200)
  post(@Req() request: FastifyRequest) {
    return this.claims(request);
  }

  private async claims(request: FastifyRequest) {
    const { user, session, owesFactor } = await this.tokens.checkAny(bearerOf(request));
    if (owesFactor)
      throw new AuthError(403, "insufficient_aal", "AAL2 required: give a code of your second factor first");
    return { sub: user.id, ...claimsOf(user, session.scopes ?? []) };
  }
}
