import { Body, HttpCode, Post, Query } from "@nestjs/common";
import { z } from "zod";
import { AuthError, validationFailed } from "../errors/auth-error.ts";
import { AuthController } from "../http/auth-controller.ts";
import { Challenge, Email, Metadata, Password, RedirectQuery } from "../http/bodies.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { challengeOf } from "../pkce/flow-states.ts";
import { AddressLimit } from "../rate-limits/address-limit.guard.ts";
import { SessionAnswers } from "../sessions/session-answers.ts";
import { SignUp } from "./sign-up.ts";

const SignUpBody = Challenge.extend({
  email: Email.nullish(),
  phone: z.string().nullish(),
  password: Password.nullish(),
  data: Metadata.nullish(),
});

@AuthController()
export class SignUpController {
  constructor(
    private readonly signUps: SignUp,
    private readonly answers: SessionAnswers,
  ) {}

  @Post("signup")
  @HttpCode(200)
  @AddressLimit("signup")
  async signUp(
    @Body({ schema: SignUpBody }) body: z.infer<typeof SignUpBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @From() from: RequestContext,
  ) {
    const { email, phone, password, data } = body;
    if (email && phone) throw validationFailed("Only an email address or phone number should be provided on signup.");
    if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
    if (!email && !password) throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    if (!email) throw validationFailed("You must provide either an email or phone number and a password");
    if (!password) throw validationFailed("Signup requires a valid password");
    const request = { email, password, metadata: data ?? {}, challenge: challengeOf(body), redirectTo: query.redirect_to };
    const made = await this.signUps.signUp(request, from);
    return "session" in made ? this.answers.of(made.session) : made.user;
  }
}
