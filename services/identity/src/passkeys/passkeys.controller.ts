import { Body, Delete, Get, HttpCode, Param, Patch, Post, UseGuards } from "@nestjs/common";
import { z } from "zod";
import { AddressLimit, AuthController, From, type RequestContext } from "../core/index.ts";
import { Bearer, BearerGuard, SessionAnswers, type SignedIn } from "../sessions/index.ts";
import { Assertion, Attestation } from "./credential-bodies.ts";
import { PasskeySignIn } from "./passkey-sign-in.ts";
import { Passkeys, passkeyNotFound } from "./passkeys.ts";

const ChallengeId = z.uuid("challenge_id must be a valid UUID");
/** Clients of upstream may send a captcha's answer; a signature is not guessed. */
const Nothing = z.looseObject({}).nullish();
const RegistrationBody = z.object({ challenge_id: ChallengeId, credential: Attestation });
const AuthenticationBody = z.object({ challenge_id: ChallengeId, credential: Assertion });
const NameBody = z.object({
  friendly_name: z
    .string("friendly_name is required")
    .trim()
    .min(1, "friendly_name is required")
    .max(120, "friendly_name must be 120 characters or less")
    .regex(/^\P{Cc}*$/u, "friendly_name must be one line of text"),
});

@AuthController()
export class PasskeysController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly signIns: PasskeySignIn,
    private readonly answers: SessionAnswers,
  ) {}

  @Post("passkeys/authentication/options")
  @HttpCode(200)
  @AddressLimit("passkey")
  beginSignIn(@Body({ schema: Nothing }) _: unknown) {
    return this.signIns.begin();
  }

  @Post("passkeys/authentication/verify")
  @HttpCode(200)
  @AddressLimit("passkey")
  async signIn(
    @Body({ schema: AuthenticationBody }) { challenge_id, credential }: z.infer<typeof AuthenticationBody>,
    @From() from: RequestContext,
  ) {
    return this.answers.of(await this.signIns.signIn(challenge_id, credential, from));
  }

  @Post("passkeys/registration/options")
  @UseGuards(BearerGuard)
  @HttpCode(200)
  @AddressLimit("factors")
  begin(@Body({ schema: Nothing }) _: unknown, @Bearer() signedIn: SignedIn, @From() from: RequestContext) {
    return this.passkeys.begin(signedIn, from);
  }

  @Post("passkeys/registration/verify")
  @UseGuards(BearerGuard)
  @HttpCode(200)
  @AddressLimit("factors")
  add(
    @Body({ schema: RegistrationBody }) { challenge_id, credential }: z.infer<typeof RegistrationBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    return this.passkeys.add(signedIn, challenge_id, credential, from);
  }

  @Get("passkeys")
  @UseGuards(BearerGuard)
  list(@Bearer() { user }: SignedIn) {
    return this.passkeys.list(user.id);
  }

  @Patch("passkeys/:id")
  @UseGuards(BearerGuard)
  rename(
    @Param("id") id: string,
    @Body({ schema: NameBody }) { friendly_name }: z.infer<typeof NameBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    return this.passkeys.rename(signedIn, passkeyId(id), friendly_name, from);
  }

  @Delete("passkeys/:id")
  @UseGuards(BearerGuard)
  @HttpCode(204)
  remove(@Param("id") id: string, @Bearer() signedIn: SignedIn, @From() from: RequestContext) {
    return this.passkeys.remove(signedIn, passkeyId(id), from);
  }
}

/** @throws AuthError 404 for anything that cannot be a passkey's id */
function passkeyId(id: string): string {
  if (!z.uuid().safeParse(id).success) throw passkeyNotFound();
  return id;
}
