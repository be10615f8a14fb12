import { Body, Delete, HttpCode, Inject, Param, Post, UseGuards } from "@nestjs/common";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  AuthError,
  Channel,
  From,
  IDENTITY_CONFIG,
  type IdentityConfig,
  Phone,
  type RequestContext,
  validationFailed,
} from "../core/index.ts";
import { Assertion, Attestation } from "../passkeys/index.ts";
import {
  AllowOwingFactor,
  Bearer,
  BearerGuard,
  OwingFactorStatus,
  SessionAnswers,
  type SignedIn,
} from "../sessions/index.ts";
import { Factors, factorNotFound } from "./factors.ts";
import { type Given, VerifyFactor } from "./verify-factor.ts";

const Name = z
  .string()
  .trim()
  .max(80, "is longer than 80 characters")
  .regex(/^\P{Cc}*$/u, "must be one line of text");
const Issuer = z
  .string()
  .trim()
  .max(40, "is longer than 40 characters")
  .regex(/^[ -~]*$/, "must be letters, digits and signs of ASCII");
const EnrolBody = z.object({
  factor_type: z.enum(["totp", "phone", "webauthn"], "factor_type needs to be totp, phone or webauthn"),
  friendly_name: Name.nullish(),
  issuer: Issuer.nullish(),
  phone: Phone.nullish(),
});
const ChallengeBody = z.object({ channel: Channel }).optional();
/** Clients also name an RP ID and origins; ours count. */
const Signed = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("create"), credential_response: Attestation }),
    z.object({ type: z.literal("request"), credential_response: Assertion }),
  ],
  "webauthn needs a type of create or request and a credential_response",
);
const VerifyBody = z.object({
  challenge_id: z.uuid("challenge_id must be an UUID"),
  code: z.string("code must be text").max(20).optional(),
  webauthn: Signed.optional(),
});

@AuthController()
@UseGuards(BearerGuard)
export class FactorsController {
  constructor(
    private readonly factors: Factors,
    private readonly proofs: VerifyFactor,
    private readonly answers: SessionAnswers,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Post("factors")
  @HttpCode(200)
  @AddressLimit("factors")
  enroll(
    @Body({ schema: EnrolBody }) body: z.infer<typeof EnrolBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    const { factor_type: factorType, phone } = body;
    if (factorType === "phone" && !this.config.phone)
      throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    if (factorType === "phone" && !phone) throw validationFailed("Phone number required to enroll Phone factor");
    const issuer = body.issuer || "Tessera";
    return this.factors.enroll(
      signedIn,
      { factorType, friendlyName: body.friendly_name ?? "", issuer, phone: factorType === "phone" ? phone! : null },
      from,
    );
  }

  @Post("factors/:id/challenge")
  @AllowOwingFactor()
  @HttpCode(200)
  @AddressLimit("factors")
  challenge(
    @Param("id") id: string,
    @Body({ schema: ChallengeBody }) _: unknown,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    return this.factors.challenge(signedIn, factorId(id), from);
  }

  @Post("factors/:id/verify")
  @AllowOwingFactor()
  @HttpCode(200)
  @AddressLimit("factors")
  async verify(
    @Param("id") id: string,
    @Body({ schema: VerifyBody }) { challenge_id, ...given }: z.infer<typeof VerifyBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    return this.answers.of(await this.proofs.verify(signedIn, factorId(id), challenge_id, givenOf(given), from));
  }

  @Delete("factors/:id")
  @OwingFactorStatus(422)
  async unenroll(@Param("id") id: string, @Bearer() signedIn: SignedIn, @From() from: RequestContext) {
    await this.factors.unenroll(signedIn, factorId(id), from);
    return { id };
  }
}

/** @throws AuthError 400 `validation_failed` for neither or both */
function givenOf({ code, webauthn }: Omit<z.infer<typeof VerifyBody>, "challenge_id">): Given {
  if (code !== undefined && !webauthn) return { code };
  if (code === undefined && webauthn) return webauthn;
  throw validationFailed("Either code or webauthn is needed");
}

/** @throws AuthError 404 for anything that cannot be a factor's id */
function factorId(id: string): string {
  if (!z.uuid().safeParse(id).success) throw factorNotFound();
  return id;
}
