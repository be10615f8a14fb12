import { Body, Delete, Get, HttpCode, Param, Post, Query, UseGuards } from "@nestjs/common";
import { z } from "zod";
import { AddressLimit, AuthController, From, Password, type RequestContext, uuidOf } from "../core/index.ts";
import { Bearer, BearerGuard, type Given, Proof, type SignedIn } from "../sessions/index.ts";
import { Account } from "./account.ts";

const ActivityQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.coerce.number().int().min(1).optional(),
});
const ProofBody = z.object({ current_password: Password.nullish(), nonce: z.string().max(100).nullish() }).optional();

const givenOf = (body: z.infer<typeof ProofBody>): Given => ({
  currentPassword: body?.current_password,
  nonce: body?.nonce,
});

/** Our own additions to auth/v1: what a person sees and does about their account. */
@AuthController()
@UseGuards(BearerGuard)
export class AccountController {
  constructor(
    private readonly account: Account,
    private readonly proof: Proof,
  ) {}

  @Get("user/sessions")
  sessions(@Bearer() signedIn: SignedIn) {
    return this.account.sessions(signedIn);
  }

  @Delete("user/sessions/:id")
  @HttpCode(204)
  revoke(
    @Param("id") id: string,
    @Body({ schema: ProofBody }) body: z.infer<typeof ProofBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    return this.account.revoke(signedIn, uuidOf("session_id", id), givenOf(body), from);
  }

  /** For clients whose calls carry no proof: allows what needs one in the next minutes. */
  @Post("user/proof")
  @HttpCode(204)
  @AddressLimit("user")
  prove(
    @Body({ schema: ProofBody }) body: z.infer<typeof ProofBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    return this.proof.give(signedIn, givenOf(body), from);
  }

  /** Whether the person proved just now who they are, for other services that need a proof. */
  @Get("user/proof")
  @HttpCode(204)
  proven(@Bearer() signedIn: SignedIn, @From() from: RequestContext): Promise<void> {
    return this.proof.fresh(signedIn, "This", {}, from);
  }

  @Get("user/activity")
  activity(
    @Query({ schema: ActivityQuery }) { limit, before }: z.infer<typeof ActivityQuery>,
    @Bearer() signedIn: SignedIn,
  ) {
    return this.account.activity(signedIn, limit, before);
  }

  @Get("user/password")
  password(@Bearer() signedIn: SignedIn) {
    return this.account.password(signedIn);
  }

  @Delete("user/phone")
  @HttpCode(204)
  @AddressLimit("user")
  removePhone(
    @Body({ schema: ProofBody }) body: z.infer<typeof ProofBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    return this.account.removePhone(signedIn, givenOf(body), from);
  }

  @Delete("user")
  @HttpCode(204)
  @AddressLimit("user")
  delete(
    @Body({ schema: ProofBody }) body: z.infer<typeof ProofBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    return this.account.delete(signedIn, givenOf(body), from);
  }
}
