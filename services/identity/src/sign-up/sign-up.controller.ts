import { Body, HttpCode, Inject, Post, Query } from "@nestjs/common";
import { z } from "zod";
import { AnonymousSignIn } from "../anonymous/anonymous-sign-in.ts";
import { Captcha } from "../captcha/captcha.guard.ts";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthError, validationFailed } from "../errors/auth-error.ts";
import { AuthController } from "../http/auth-controller.ts";
import { Challenge, Email, Metadata, Password, RedirectQuery } from "../http/bodies.ts";
import { Channel, GivenPhone } from "../http/phone.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { challengeOf } from "../pkce/flow-states.ts";
import { AddressLimit } from "../rate-limits/address-limit.guard.ts";
import { SessionAnswers } from "../sessions/session-answers.ts";
import { SignUp } from "./sign-up.ts";

const SignUpBody = Challenge.extend({
  email: Email.nullish(),
  phone: GivenPhone,
  channel: Channel,
  password: Password.nullish(),
  data: Metadata.nullish(),
});

@AuthController()
export class SignUpController {
  constructor(
    private readonly signUps: SignUp,
    private readonly answers: SessionAnswers,
    private readonly anonymous: AnonymousSignIn,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Post("signup")
  @HttpCode(200)
  @AddressLimit("signup")
  @Captcha()
  async signUp(
    @Body({ schema: SignUpBody }) body: z.infer<typeof SignUpBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @From() from: RequestContext,
  ) {
    const { email, phone, password, data } = body;
    if (email && phone) throw validationFailed("Only an email address or phone number should be provided on signup.");
    if (phone && !this.config.phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
    if (!email && !phone && !password) return this.answers.of(await this.anonymous.signIn(data ?? {}, from));
    if (!email && !phone) throw validationFailed("You must provide either an email or phone number and a password");
    if (!password) throw validationFailed("Signup requires a valid password");
    const request = {
      email: email ?? null,
      phone: phone || null,
      password,
      metadata: data ?? {},
      challenge: challengeOf(body),
      redirectTo: query.redirect_to,
    };
    const made = await this.signUps.signUp(request, from);
    return "session" in made ? this.answers.of(made.session) : made.user;
  }
}
