import { Body, Get, HttpCode, Inject, Post, Query, Req, Res } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  AuthError,
  Challenge,
  From,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
} from "../../core/index.ts";
import { challengeOf } from "../../sessions/index.ts";
import { bindBrowser, browserOf } from "../external/browser-binding.ts";
import { FlowEnd } from "../external/flow-end.ts";
import { OAuthFlow } from "./oauth-flow.ts";

/** The query that begins a flow; unknown members may be meant for the provider. */
export const AuthorizeQuery = Challenge.extend({
  provider: z.string("provider is required").max(100),
  redirect_to: z.string().max(2000).optional(),
  scopes: z.string().max(1000).optional(),
  skip_http_redirect: z.string().optional(),
}).loose();
export type AuthorizeQuery = z.infer<typeof AuthorizeQuery>;

const Answer = z.looseObject({}).default({});

@AuthController()
export class OAuthController {
  constructor(
    private readonly flow: OAuthFlow,
    private readonly end: FlowEnd,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Get("authorize")
  @AddressLimit("authorize")
  async authorize(
    @Query({ schema: AuthorizeQuery }) query: AuthorizeQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    if (request.method === "HEAD") return reply.status(200).send();
    const { provider, redirect_to: redirectTo, scopes } = query;
    const asJson = query.skip_http_redirect === "true";
    const challenge = challengeOf(query);
    try {
      const browser = bindBrowser(request, reply, this.config);
      const url = await this.flow.begin({ provider, redirectTo, scopes, extra: query, challenge, browser });
      return asJson ? reply.send({ url }) : reply.status(302).header("location", url).send();
    } catch (error) {
      // A person is looking at the browser: send them back to the page they came from, which can explain.
      if (asJson || !(error instanceof AuthError) || error.status < 500) throw error;
      return reply.status(302).header("location", this.end.refuseTo(redirectTo, error)).send();
    }
  }

  @Get("callback")
  @AddressLimit("callback")
  callback(
    @Query({ schema: Answer }) answer: z.infer<typeof Answer>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @From() from: RequestContext,
  ) {
    return this.finish(answer, request, reply, from);
  }

  /** The same for providers that post their answer (Apple). */
  @Post("callback")
  @HttpCode(302)
  @AddressLimit("callback")
  posted(
    @Body({ schema: Answer }) answer: z.infer<typeof Answer>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @From() from: RequestContext,
  ) {
    return this.finish(answer, request, reply, from);
  }

  private async finish(
    answer: z.infer<typeof Answer>,
    request: FastifyRequest,
    reply: FastifyReply,
    from: RequestContext,
  ) {
    if (request.method === "HEAD") return reply.status(200).send();
    const location = await this.flow.finish(answer, browserOf(request, this.config.secure), from);
    return reply.status(302).header("location", location).send();
  }
}
