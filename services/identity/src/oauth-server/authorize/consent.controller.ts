import { Body, Get, HttpCode, Param, Post, UseGuards } from "@nestjs/common";
import { z } from "zod";
import { AuthController, From, type RequestContext } from "../../core/index.ts";
import { Bearer, BearerGuard, type SignedIn } from "../../sessions/index.ts";
import { Consent } from "./consent.ts";

const Answer = z.object({ action: z.enum(["approve", "deny"], "action must be 'approve' or 'deny'") });

/** What the page `/oauth/consent` calls for the person who is signed in there. */
@AuthController()
@UseGuards(BearerGuard)
export class ConsentController {
  constructor(private readonly consent: Consent) {}

  @Get("oauth/authorizations/:id")
  details(@Param("id") id: string, @Bearer() signedIn: SignedIn, @From() from: RequestContext) {
    return this.consent.details(signedIn, id, from);
  }

  @Post("oauth/authorizations/:id/consent")
  @HttpCode(200)
  answer(
    @Param("id") id: string,
    @Body({ schema: Answer }) { action }: z.infer<typeof Answer>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    return this.consent.answer(signedIn, id, action, from);
  }
}
