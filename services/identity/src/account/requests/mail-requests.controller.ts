import { Body, Get, HttpCode, Post, Query, UseGuards } from "@nestjs/common";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  Captcha,
  Challenge,
  Channel,
  Email,
  From,
  GivenPhone,
  Metadata,
  RedirectQuery,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { Bearer, BearerGuard, type SignedIn } from "../../sessions/index.ts";
import { MailRequests } from "./mail-requests.ts";
import { SmsRequests } from "./sms-requests.ts";

const OtpBody = Challenge.extend({
  email: Email.nullish(),
  phone: GivenPhone,
  channel: Channel,
  create_user: z.boolean().default(true),
  data: Metadata.nullish(),
});
const RecoverBody = Challenge.extend({ email: Email });
const ResendBody = Challenge.extend({
  type: z.enum(
    ["signup", "email_change", "sms", "phone_change"],
    "Missing one of these types: signup, email_change, sms, phone_change",
  ),
  email: Email.nullish(),
  phone: GivenPhone,
});

/** Requests for a mail or a text message. Their answers never reveal whether an address has an account. */
@AuthController()
export class MailRequestsController {
  constructor(
    private readonly requests: MailRequests,
    private readonly texts: SmsRequests,
  ) {}

  @Post("otp")
  @HttpCode(200)
  @AddressLimit("otp")
  @Captcha()
  async otp(
    @Body({ schema: OtpBody }) body: z.infer<typeof OtpBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @From() from: RequestContext,
  ) {
    if (body.email && body.phone) throw validationFailed("Only an email address or phone number should be provided");
    if (body.phone) {
      await this.texts.signIn(body.phone, { createUser: body.create_user, metadata: body.data ?? {} }, from);
      return {};
    }
    if (!body.email) throw validationFailed("One of email or phone must be set");
    await this.requests.magiclink(
      {
        ...body,
        email: body.email,
        redirectTo: query.redirect_to,
        createUser: body.create_user,
        metadata: body.data ?? {},
      },
      from,
    );
    return {};
  }

  @Post("recover")
  @HttpCode(200)
  @AddressLimit("recover")
  @Captcha()
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
  @Captcha()
  async resend(
    @Body({ schema: ResendBody }) body: z.infer<typeof ResendBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @From() from: RequestContext,
  ) {
    if (body.type === "sms" || body.type === "phone_change") {
      if (!body.phone) throw validationFailed("Type provided requires a phone number");
      await this.texts.again(body.type, body.phone, from);
      return {};
    }
    if (!body.email) throw validationFailed("Type provided requires an email address");
    await this.requests.again(body.type, { ...body, email: body.email, redirectTo: query.redirect_to }, from);
    return {};
  }

  @Get("reauthenticate")
  @AddressLimit("reauthenticate")
  @UseGuards(BearerGuard)
  async reauthenticate(@Bearer() { user }: SignedIn, @From() from: RequestContext) {
    if (user.email) await this.requests.reauthentication(user, from);
    else await this.texts.reauthentication(user, from);
    return {};
  }
}
