import { Body, HttpCode, Post, Req, Res } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AddressLimit, AuthController, From, type RequestContext } from "../../core/index.ts";
import { ClientAuthentication } from "../clients/client-authentication.ts";
import { invalidRequest, unauthorizedClient, unsupportedGrantType } from "../oauth-error.ts";
import { GRANT_TYPES } from "../tables.ts";
import { ClientTokens } from "./client-tokens.ts";
import { Revocation } from "./revocation.ts";

const Text = z.string().max(4096).nullish();
const TokenRequest = z.object({
  grant_type: Text,
  code: Text,
  redirect_uri: Text,
  code_verifier: Text,
  refresh_token: Text,
  scope: Text,
  resource: Text,
  client_id: Text,
  client_secret: Text,
});
type TokenRequest = z.infer<typeof TokenRequest>;
const RevokeRequest = z.object({ token: z.string().max(16_384), client_id: Text, client_secret: Text });

const GrantType = z.enum(GRANT_TYPES);

/** What clients call from their own servers or clients: as forms, or in JSON. */
@AuthController()
export class OAuthTokenController {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly tokens: ClientTokens,
    private readonly revocation: Revocation,
  ) {}

  @Post("oauth/token")
  @HttpCode(200)
  @AddressLimit("token")
  async token(
    @Body({ schema: TokenRequest }) body: TokenRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @From() from: RequestContext,
  ) {
    const client = await this.clients.of(request, reply, body);
    const type = GrantType.safeParse(body.grant_type);
    if (!type.success) throw body.grant_type ? unsupportedGrantType() : invalidRequest("grant_type is needed");
    if (!client.grantTypes.includes(type.data)) throw unauthorizedClient();
    if (type.data === "refresh_token")
      return this.tokens.ofRefreshToken(client, needed(body, "refresh_token"), body.scope ?? null, from);
    return this.tokens.ofCode(
      client,
      {
        code: needed(body, "code"),
        verifier: needed(body, "code_verifier"),
        redirectUri: body.redirect_uri ?? null,
        resource: body.resource || null,
      },
      from,
    );
  }

  @Post("oauth/revoke")
  @HttpCode(200)
  @AddressLimit("token")
  async revoke(
    @Body({ schema: RevokeRequest }) body: z.infer<typeof RevokeRequest>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.revocation.revoke(await this.clients.of(request, reply, body), body.token);
    return {};
  }
}

function needed(body: TokenRequest, name: "code" | "code_verifier" | "refresh_token"): string {
  const value = body[name];
  if (!value) throw invalidRequest(`${name} is needed`);
  return value;
}
