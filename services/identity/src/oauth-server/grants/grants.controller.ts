import { Delete, Get, HttpCode, Query, UseGuards } from "@nestjs/common";
import { z } from "zod";
import { AuthController, From, type RequestContext } from "../../core/index.ts";
import { Bearer, BearerGuard, type SignedIn } from "../../sessions/index.ts";
import { OAuthGrants } from "./grants.ts";

const ClientQuery = z.object({ client_id: z.uuid("client_id must be an UUID") });

/** Which clients a person let in. */
@AuthController()
@UseGuards(BearerGuard)
export class GrantsController {
  constructor(private readonly grants: OAuthGrants) {}

  @Get("user/oauth/grants")
  list(@Bearer() signedIn: SignedIn) {
    return this.grants.list(signedIn);
  }

  @Delete("user/oauth/grants")
  @HttpCode(204)
  revoke(
    @Query({ schema: ClientQuery }) { client_id: clientId }: z.infer<typeof ClientQuery>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ): Promise<void> {
    return this.grants.revoke(signedIn, clientId, from);
  }
}
