import { Body, Get, HttpCode, Post, Query, UseGuards } from "@nestjs/common";
import { z } from "zod";
import { AuthError, validationFailed } from "../errors/auth-error.ts";
import { AuthController } from "../http/auth-controller.ts";
import { Bearer, BearerGuard, type SignedIn } from "../http/bearer.guard.ts";
import { Challenge, Email, Metadata, RedirectQuery } from "../http/bodies.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { AddressLimit } from "../rate-limits/address-limit.guard.ts";
import { MailRequests } from "./mail-requests.ts";

const OtpBody = Challenge.extend({
  email: Email.nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().default(true),
  data: Metadata.nullish(),
});
const RecoverBody = Challenge.extend({ email: Email });
const ResendBody = Challenge.extend({
  type: z.enum(["signup", "email_change", "sms", "phone_change"], "Missing one of these types: signup, email_change, sms, phone_change"),
  email: Email.nullish(),
  phone: z.string().nullish(),
});

/** Requests for a mail. Their answers never tell whether an address has an account. */
@AuthController()
export class MailRequestsController {
  constructor(private readonly requests: MailRequests) {}

  @Post("otp")
  @HttpCode(200)
  @AddressLimit("otp")
  async otp(
    @Body({ schema: OtpBody }) body: z.infer<typeof OtpBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @From() from: RequestContext,
  ) {
    if (body.email && body.phone) throw validationFailed("Only an email address or phone number should be provided");
    if (body.phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    if (!body.email) throw validationFailed("One of email or phone must be set");
    await this.requests.magiclink(
      { ...body, email: body.email, redirectTo: query.redirect_to, createUser: body.create_user, metadata: body.data ?? {} },
      from,
    );
    return {};
  }

  @Post("recover")
  @HttpCode(200)
  @AddressLimit("recover")
  async recover(
    @Body({ schema: RecoverBody }) body: z.infer<typeof RecoverBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @From() from: RequestContext,
  ) {
    await this.requests.recovery({ ...body, redirectTo: query.redirect_to }, from);
    return {};
  }

  @Post("resend")
  @HttpCode(200)
  @AddressLimit("resend")
  async resend(
    @Body({ schema: ResendBody }) body: z.infer<typeof ResendBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @From() from: RequestContext,
  ) {
    if (body.type === "sms" || body.type === "phone_change")
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    if (!body.email) throw validationFailed("Type provided requires an email address");
    await this.requests.again(body.type, { ...body, email: body.email, redirectTo: query.redirect_to }, from);
    return {};
  }

  @Get("reauthenticate")
  @AddressLimit("reauthenticate")
  @UseGuards(BearerGuard)
  async reauthenticate(@Bearer() { user }: SignedIn, @From() from: RequestContext) {
    await this.requests.reauthentication(user, from);
    return {};
  }
}
