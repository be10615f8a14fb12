import { HttpCode, Post, Query, UseGuards } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { z } from "zod";
import { Audit, AuthController, AuthError, From, type RequestContext } from "../../core/index.ts";
import { AllowOwingFactor, Bearer, BearerGuard } from "../bearer/bearer.guard.ts";
import type { SignedIn } from "../bearer/bearer-tokens.ts";
import { Proof } from "../proof.ts";
import { type LogoutScope, SessionStore } from "./session-store.ts";

const LogoutQuery = z.object({
  scope: z.enum(["global", "local", "others"], "Unsupported logout scope").default("global"),
});

@AuthController()
export class LogoutController {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly proof: Proof,
    private readonly audit: Audit,
  ) {}

  @Post("logout")
  @HttpCode(204)
  @UseGuards(BearerGuard)
  @AllowOwingFactor()
  async logout(
    @Query({ schema: LogoutQuery }) { scope }: z.infer<typeof LogoutQuery>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    const { user, session, owesFactor } = signedIn;
    if (owesFactor) return this.leave(signedIn, scope, from);
    // Ending all sessions includes this one, so a thief gains nothing; it is also supabase-js's default.
    if (scope === "others") await this.proof.fresh(signedIn, "Ending other sessions", {}, from);
    await this.database.system(async (tx) => {
      await this.sessions.endBy(tx, scope, session);
      await this.audit.record(tx, "signed_out", from, user.id, { scope });
    });
  }

  /**
   * A half signed-in person ends only their own session; a client that asked for more still drops its tokens.
   * decisions/012.
   */
  private async leave({ user, session }: SignedIn, scope: LogoutScope, from: RequestContext): Promise<void> {
    if (scope !== "others")
      await this.database.system(async (tx) => {
        await this.sessions.end(tx, session.id);
        await this.audit.record(tx, "signed_out", from, user.id, { scope: "local" });
      });
    if (scope !== "local")
      throw new AuthError(
        403,
        "insufficient_aal",
        "AAL2 required to end other sessions: give a code of your second factor first",
      );
  }
}
