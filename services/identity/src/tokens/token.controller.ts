import { Body, HttpCode, Inject, Post, Query, Req } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { CaptchaCheck } from "../captcha/captcha-check.ts";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthError, invalidCredentials, validationFailed } from "../errors/auth-error.ts";
import { AuthController } from "../http/auth-controller.ts";
import { bearerOf } from "../http/bearer.guard.ts";
import { Email, Password } from "../http/bodies.ts";
import { Phone } from "../http/phone.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { IdTokenGrant } from "../oauth/id-token-grant.ts";
import { PkceGrant } from "../pkce/pkce-grant.ts";
import { AddressLimit } from "../rate-limits/address-limit.guard.ts";
import { type SessionAnswer, SessionAnswers } from "../sessions/session-answers.ts";
import { Web3Grant } from "../web3/web3-grant.ts";
import { PasswordGrant } from "./password-grant.ts";
import { RefreshGrant } from "./refresh-grant.ts";

const TokenQuery = z.object({ grant_type: z.enum(["password", "refresh_token", "pkce", "id_token", "web3"], "unsupported_grant_type") });
/** The other grants prove something a script cannot guess. */
const triedByScripts: ReadonlySet<string> = new Set(["password", "web3"]);
const Text = z.string().max(4096).nullish();
const TokenBody = z.object({
  email: z.string().max(254).nullish(),
  phone: Text,
  password: Password.nullish(),
  refresh_token: Text,
  auth_code: Text,
  code_verifier: Text,
  provider: Text,
  issuer: Text,
  id_token: z.string().max(16_384).nullish(),
  access_token: z.string().max(16_384).nullish(),
  nonce: Text,
  link_identity: z.boolean().nullish(),
  // Read by their grant, which first says whether it is offered at all.
  chain: z.unknown().optional(),
  message: z.unknown().optional(),
  signature: z.unknown().optional(),
});
type TokenBody = z.infer<typeof TokenBody>;

@AuthController()
export class TokenController {
  constructor(
    private readonly passwords: PasswordGrant,
    private readonly refreshes: RefreshGrant,
    private readonly codes: PkceGrant,
    private readonly idTokens: IdTokenGrant,
    private readonly wallets: Web3Grant,
    private readonly answers: SessionAnswers,
    private readonly captcha: CaptchaCheck,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Post("token")
  @HttpCode(200)
  @AddressLimit("token")
  async token(
    @Query({ schema: TokenQuery }) query: z.infer<typeof TokenQuery>,
    @Body({ schema: TokenBody }) body: TokenBody,
    @Req() request: FastifyRequest,
    @From() from: RequestContext,
  ): Promise<SessionAnswer> {
    if (triedByScripts.has(query.grant_type)) await this.captcha.require(request);
    if (query.grant_type === "password") return this.password(body, from);
    if (query.grant_type === "id_token") return this.idToken(body, request, from);
    if (query.grant_type === "web3") return this.web3(body, from);
    return query.grant_type === "pkce" ? this.pkce(body, from) : this.refresh(body, from);
  }

  private async password(body: TokenBody, from: RequestContext) {
    if (body.email && body.phone) throw validationFailed("Only an email address or phone number should be provided on login.");
    if (body.phone && !this.config.phone) throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
    if (!(body.email || body.phone) || !body.password)
      throw validationFailed("You must provide either an email or phone number and a password");
    const account = body.phone ? phoneOf(body.phone) : emailOf(body.email!);
    const { weakPassword, ...opened } = await this.passwords.signIn(account, body.password, from);
    const answer = await this.answers.of(opened);
    return weakPassword ? { ...answer, weak_password: weakPassword } : answer;
  }

  private async refresh({ refresh_token }: TokenBody, from: RequestContext) {
    if (!refresh_token) throw validationFailed("refresh_token required");
    return this.answers.of(await this.refreshes.refresh(refresh_token, from));
  }

  private async idToken(body: TokenBody, request: FastifyRequest, from: RequestContext) {
    const linkTo = body.link_identity ? bearerOf(request) : null;
    return {
      ...(await this.answers.of(await this.idTokens.signIn(body, linkTo, from))),
      ...(body.access_token ? { provider_token: body.access_token } : {}),
    };
  }

  private async web3({ chain, message, signature }: TokenBody, from: RequestContext) {
    return this.answers.of(await this.wallets.signIn({ chain, message, signature }, from));
  }

  private async pkce({ auth_code, code_verifier }: TokenBody, from: RequestContext) {
    if (!auth_code || !code_verifier) throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
    const { tokens, ...opened } = await this.codes.exchange(auth_code, code_verifier, from);
    return {
      ...(await this.answers.of(opened)),
      ...(tokens.providerToken ? { provider_token: tokens.providerToken } : {}),
      ...(tokens.providerRefreshToken ? { provider_refresh_token: tokens.providerRefreshToken } : {}),
    };
  }
}

/** What nobody can have signed up with is as wrong as any other. */
function emailOf(written: string): { email: string } {
  const email = Email.safeParse(written);
  if (!email.success) throw invalidCredentials();
  return { email: email.data };
}

function phoneOf(written: string): { phone: string } {
  const phone = Phone.safeParse(written);
  if (!phone.success) throw invalidCredentials();
  return { phone: phone.data };
}
