import { Body, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res, UseGuards } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  From,
  IDENTITY_CONFIG,
  type IdentityConfig,
  Password,
  type RequestContext,
  uuidOf,
} from "../../core/index.ts";
import { Bearer, BearerGuard, challengeOf, type Given, type SignedIn } from "../../sessions/index.ts";
import { bindBrowser } from "../external/browser-binding.ts";
import { AuthorizeQuery } from "../oauth/oauth.controller.ts";
import { OAuthFlow } from "../oauth/oauth-flow.ts";
import { Linking } from "./linking.ts";

const ProofBody = z.object({ current_password: Password.nullish(), nonce: z.string().max(100).nullish() }).optional();
type ProofBody = z.infer<typeof ProofBody>;
const givenOf = (body: ProofBody): Given => ({ currentPassword: body?.current_password, nonce: body?.nonce });

/** The accounts elsewhere that a person signs in with. */
@AuthController()
@UseGuards(BearerGuard)
export class IdentitiesController {
  constructor(
    private readonly linking: Linking,
    private readonly flow: OAuthFlow,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Get("user/identities/authorize")
  @AddressLimit("user")
  authorize(
    @Query({ schema: AuthorizeQuery }) query: AuthorizeQuery,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.begin(query, signedIn, {}, from, request, reply);
  }

  /** Our own addition: the same for a session that is not fresh, with the password or a mailed code in the body. */
  @Post("user/identities/authorize")
  @HttpCode(200)
  @AddressLimit("user")
  proved(
    @Query({ schema: AuthorizeQuery }) query: AuthorizeQuery,
    @Body({ schema: ProofBody }) body: ProofBody,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.begin({ ...query, skip_http_redirect: "true" }, signedIn, givenOf(body), from, request, reply);
  }

  @Delete("user/identities/:id")
  @HttpCode(200)
  @AddressLimit("user")
  async unlink(
    @Param("id") id: string,
    @Body({ schema: ProofBody }) body: ProofBody,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    await this.linking.unlink(signedIn, uuidOf("identity_id", id), givenOf(body), from);
    return {};
  }

  private async begin(
    query: AuthorizeQuery,
    signedIn: SignedIn,
    given: Given,
    from: RequestContext,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    await this.linking.mayLink(signedIn, given, from);
    const { provider, redirect_to: redirectTo, scopes } = query;
    const challenge = challengeOf(query);
    const browser = bindBrowser(request, reply, this.config);
    const linkingUserId = signedIn.user.id;
    const url = await this.flow.begin({
      provider,
      redirectTo,
      scopes,
      extra: query,
      challenge,
      browser,
      linkingUserId,
    });
    return query.skip_http_redirect === "true" ? reply.send({ url }) : reply.status(302).header("location", url).send();
  }
}
