import { HttpCode, Post, Query, UseGuards } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { z } from "zod";
import { Audit } from "../audit/audit.ts";
import { AuthController } from "../http/auth-controller.ts";
import { Bearer, BearerGuard, type SignedIn } from "../http/bearer.guard.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { SessionStore } from "./session-store.ts";

const LogoutQuery = z.object({ scope: z.enum(["global", "local", "others"], "Unsupported logout scope").default("global") });

@AuthController()
export class LogoutController {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly audit: Audit,
  ) {}

  @Post("logout")
  @HttpCode(204)
  @UseGuards(BearerGuard)
  async logout(
    @Query({ schema: LogoutQuery }) { scope }: z.infer<typeof LogoutQuery>,
    @Bearer() { user, session }: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    await this.database.system(async (tx) => {
      await this.sessions.endBy(tx, scope, session);
      await this.audit.record(tx, "signed_out", from, user.id, { scope });
    });
  }
}
