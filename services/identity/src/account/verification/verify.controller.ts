import { Body, Get, HttpCode, Post, Query, Req, Res } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  AuthError,
  Email,
  From,
  GivenPhone,
  Redirects,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { SessionAnswers } from "../../sessions/index.ts";
import { HALF_CONFIRMED, kindsOf, type LinkOutcome, Verification, type VerificationType } from "./verification.ts";

const Type = z.enum(
  Object.keys(kindsOf) as [VerificationType, ...VerificationType[]],
  "Verify requires a verification type",
);
const VerifyBody = z.object({
  type: Type,
  token: z.string().max(500).nullish(),
  token_hash: z.string().max(500).nullish(),
  email: Email.nullish(),
  phone: GivenPhone,
});
const VerifyQuery = z.object({
  type: Type,
  token: z.string().min(1, "Verify requires a token or a token hash").max(500),
  redirect_to: z.string().max(2000).optional(),
});

@AuthController()
export class VerifyController {
  constructor(
    private readonly verification: Verification,
    private readonly answers: SessionAnswers,
    private readonly redirects: Redirects,
  ) {}

  @Post("verify")
  @HttpCode(200)
  @AddressLimit("verify")
  async verify(@Body({ schema: VerifyBody }) body: z.infer<typeof VerifyBody>, @From() from: RequestContext) {
    const { type, token, token_hash, email, phone } = body;
    if (token_hash && (token || email || phone))
      throw validationFailed("Only the token_hash and type should be provided");
    const address = isByPhone(type) ? phone : email;
    if (!token_hash && !(token && address))
      throw validationFailed(
        "Verify requires either a token hash, or a token with the email address or phone number it was sent to",
      );
    const verified = token_hash
      ? await this.verification.link(type, token_hash, from)
      : await this.verification.code(type, address!, token!, from);
    if ("session" in verified) return this.answers.of(verified.session);
    return { msg: HALF_CONFIRMED, code: "200" };
  }

  /** What a mailed link opens. A HEAD request (mail scanners) spends nothing. */
  @Get("verify")
  @AddressLimit("verify")
  async follow(
    @Query({ schema: VerifyQuery }) query: z.infer<typeof VerifyQuery>,
    @From() from: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    if (request.method === "HEAD") return reply.status(200).send();
    const outcome = await this.verification.open(query.type, query.token, from);
    const target = this.redirects.choose(query.redirect_to, outcome.redirectTo);
    return reply
      .status(303)
      .header("location", await this.location(target, query, outcome))
      .send();
  }

  private async location(
    target: string,
    { type, token }: z.infer<typeof VerifyQuery>,
    outcome: LinkOutcome,
  ): Promise<string> {
    const isPkce = token.startsWith("pkce_");
    if ("refused" in outcome) {
      const error = describe(outcome.refused);
      return this.redirects.with(target, error, isPkce ? error : {});
    }
    if ("half" in outcome)
      return this.redirects.with(target, { message: HALF_CONFIRMED }, isPkce ? { message: HALF_CONFIRMED } : {});
    if ("code" in outcome) return this.redirects.with(target, {}, { code: outcome.code });
    const { access_token, expires_at, expires_in, refresh_token, token_type } = await this.answers.of(outcome.session);
    return this.redirects.with(target, {
      access_token,
      expires_at: String(expires_at),
      expires_in: String(expires_in),
      refresh_token,
      token_type,
      type,
    });
  }
}

const isByPhone = (type: VerificationType) => type === "sms" || type === "phone_change";

const describe = (error: AuthError) => ({
  error: "access_denied",
  error_code: error.code,
  error_description: error.message,
});
