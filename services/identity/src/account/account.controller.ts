import { Body, Delete, Get, HttpCode, Param, Query, UseGuards } from "@nestjs/common";
import { z } from "zod";
import { uuidOf } from "../admin/ids.ts";
import { AuthController } from "../http/auth-controller.ts";
import { Bearer, BearerGuard, type SignedIn } from "../http/bearer.guard.ts";
import { Password } from "../http/bodies.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { AddressLimit } from "../rate-limits/address-limit.guard.ts";
import { Account } from "./account.ts";

const ActivityQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.coerce.number().int().min(1).optional(),
});
const ProofBody = z.object({ current_password: Password.nullish(), nonce: z.string().max(100).nullish() }).optional();

/** Our own additions to auth/v1: what a person sees and does about their account. */
@AuthController()
@UseGuards(BearerGuard)
export class AccountController {
  constructor(private readonly account: Account) {}

  @Get("user/sessions")
  sessions(@Bearer() signedIn: SignedIn) {
    return this.account.sessions(signedIn);
  }

  @Delete("user/sessions/:id")
  @HttpCode(204)
  revoke(@Param("id") id: string, @Bearer() signedIn: SignedIn, @From() from: RequestContext): Promise<void> {
    return this.account.revoke(signedIn, uuidOf("session_id", id), from);
  }

  @Get("user/activity")
  activity(@Query({ schema: ActivityQuery }) { limit, before }: z.infer<typeof ActivityQuery>, @Bearer() signedIn: SignedIn) {
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
    return this.account.removePhone(signedIn, { currentPassword: body?.current_password, nonce: body?.nonce }, from);
  }

  @Delete("user")
  @HttpCode(204)
  @AddressLimit("user")
  delete(
    @Body({ schema: ProofBody }) body: z.infer<typeof ProofBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    return this.account.delete(signedIn, { currentPassword: body?.current_password, nonce: body?.nonce }, from);
  }
}
