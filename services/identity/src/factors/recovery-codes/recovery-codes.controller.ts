import { Body, Get, HttpCode, Post, UseGuards } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { z } from "zod";
import { AddressLimit, AuthController, From, type RequestContext } from "../../core/index.ts";
import { AllowOwingFactor, Bearer, BearerGuard, SessionAnswers, type SignedIn } from "../../sessions/index.ts";
import { Recovery } from "./recovery.ts";
import { RecoveryCodes } from "./recovery-codes.ts";

const CodeBody = z.object({ code: z.string("code must be text").min(1).max(40) });

/** Our own addition to auth/v1: hosted Supabase has no recovery codes. */
@AuthController()
@UseGuards(BearerGuard)
export class RecoveryCodesController {
  constructor(
    private readonly database: Database,
    private readonly codes: RecoveryCodes,
    private readonly recovery: Recovery,
    private readonly answers: SessionAnswers,
  ) {}

  @Get("factors/recovery-codes")
  state(@Bearer() { user }: SignedIn) {
    return this.database.system((tx) => this.codes.count(tx, user.id));
  }

  /** The codes are shown only here. */
  @Post("factors/recovery-codes")
  @HttpCode(200)
  @AddressLimit("factors")
  async make(@Bearer() signedIn: SignedIn, @From() from: RequestContext) {
    return { codes: await this.recovery.make(signedIn, from) };
  }

  @Post("factors/recovery-codes/verify")
  @AllowOwingFactor()
  @HttpCode(200)
  @AddressLimit("factors")
  async use(
    @Body({ schema: CodeBody }) { code }: z.infer<typeof CodeBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    return this.answers.of(await this.recovery.use(signedIn, code, from));
  }
}
