import { Injectable, type OnModuleInit } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { type RequestContext, validationFailed } from "../core/index.ts";
import { bearerOf, Grants, SessionAnswers, type TokenBody } from "../sessions/index.ts";
import { IdTokenGrant } from "./oauth/id-token-grant.ts";
import { PkceGrant } from "./pkce/pkce-grant.ts";
import { Web3Grant } from "./web3/web3-grant.ts";

/** The grants of auth/v1's token call that redeem what was proved elsewhere. */
@Injectable()
export class FederatedGrants implements OnModuleInit {
  constructor(
    private readonly grants: Grants,
    private readonly answers: SessionAnswers,
    private readonly codes: PkceGrant,
    private readonly idTokens: IdTokenGrant,
    private readonly wallets: Web3Grant,
  ) {}

  onModuleInit() {
    this.grants.offer("pkce", (body, from) => this.pkce(body, from));
    this.grants.offer("id_token", (body, from, request) => this.idToken(body, from, request));
    this.grants.offer("web3", (body, from) => this.web3(body, from));
  }

  private async pkce({ auth_code, code_verifier }: TokenBody, from: RequestContext) {
    if (!auth_code || !code_verifier)
      throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
    const { tokens, ...opened } = await this.codes.exchange(auth_code, code_verifier, from);
    return {
      ...(await this.answers.of(opened)),
      ...(tokens.providerToken ? { provider_token: tokens.providerToken } : {}),
      ...(tokens.providerRefreshToken ? { provider_refresh_token: tokens.providerRefreshToken } : {}),
    };
  }

  private async idToken(body: TokenBody, from: RequestContext, request: FastifyRequest) {
    const linkTo = body.link_identity ? bearerOf(request) : null;
    return {
      ...(await this.answers.of(await this.idTokens.signIn(body, linkTo, from))),
      ...(body.access_token ? { provider_token: body.access_token } : {}),
    };
  }

  private async web3({ chain, message, signature }: TokenBody, from: RequestContext) {
    return this.answers.of(await this.wallets.signIn({ chain, message, signature }, from));
  }
}
