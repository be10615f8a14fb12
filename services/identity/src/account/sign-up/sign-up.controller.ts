import { Body, HttpCode, Inject, Post, Query } from "@nestjs/common";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  AuthError,
  Captcha,
  Challenge,
  Channel,
  Email,
  From,
  GivenPhone,
  IDENTITY_CONFIG,
  type IdentityConfig,
  Metadata,
  Password,
  RedirectQuery,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import { challengeOf, SessionAnswers } from "../../sessions/index.ts";
import { AnonymousSignIn } from "../anonymous/anonymous-sign-in.ts";
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
