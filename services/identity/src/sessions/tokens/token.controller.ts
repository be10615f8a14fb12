import { Body, HttpCode, Inject, type OnModuleInit, Post, Query, Req } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  AuthError,
  CaptchaCheck,
  Email,
  From,
  IDENTITY_CONFIG,
  type IdentityConfig,
  invalidCredentials,
  Phone,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { type SessionAnswer, SessionAnswers } from "../session/session-answers.ts";
import { Grants } from "./grants.ts";
import { PasswordGrant } from "./password-grant.ts";
import { RefreshGrant } from "./refresh-grant.ts";
import { GrantType, TokenBody } from "./token-body.ts";

const TokenQuery = z.object({ grant_type: GrantType });
/** The other grants prove something that scripts cannot guess. */
const triedByScripts: ReadonlySet<GrantType> = new Set<GrantType>(["password", "web3"]);

@AuthController()
export class TokenController implements OnModuleInit {
  constructor(
    private readonly grants: Grants,
    private readonly passwords: PasswordGrant,
    private readonly refreshes: RefreshGrant,
    private readonly answers: SessionAnswers,
    private readonly captcha: CaptchaCheck,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  onModuleInit() {
    this.grants.offer("password", (body, from) => this.password(body, from));
    this.grants.offer("refresh_token", (body, from) => this.refresh(body, from));
  }

  @Post("token")
  @HttpCode(200)
  @AddressLimit("token")
  async token(
    @Query({ schema: TokenQuery }) { grant_type }: z.infer<typeof TokenQuery>,
    @Body({ schema: TokenBody }) body: TokenBody,
    @Req() request: FastifyRequest,
    @From() from: RequestContext,
  ): Promise<SessionAnswer> {
    if (triedByScripts.has(grant_type)) await this.captcha.require(request);
    return this.grants.of(grant_type)(body, from, request);
  }

  private async password(body: TokenBody, from: RequestContext) {
    if (body.email && body.phone)
      throw validationFailed("Only an email address or phone number should be provided on login.");
    if (body.phone && !this.config.phone)
      throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
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
}

/** An address or number that nobody can have signed up with is answered like any other wrong one. */
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
