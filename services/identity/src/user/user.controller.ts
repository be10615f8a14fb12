import { Body, Get, Put, Query, UseGuards } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { z } from "zod";
import { AuthError } from "../errors/auth-error.ts";
import { AuthController } from "../http/auth-controller.ts";
import { Bearer, BearerGuard, type SignedIn } from "../http/bearer.guard.ts";
import { Challenge, Email, Metadata, Password, RedirectQuery } from "../http/bodies.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { challengeOf } from "../pkce/flow-states.ts";
import { AddressLimit } from "../rate-limits/address-limit.guard.ts";
import { UserChange } from "./user-change.ts";
import { UserStore } from "./user-store.ts";
import { userView } from "./user-view.ts";

const UserBody = Challenge.extend({
  email: Email.nullish(),
  phone: z.string().nullish(),
  password: Password.nullish(),
  current_password: Password.nullish(),
  nonce: z.string().max(100).nullish(),
  data: Metadata.nullish(),
});

@AuthController()
@UseGuards(BearerGuard)
export class UserController {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly changes: UserChange,
  ) {}

  @Get("user")
  async user(@Bearer() { user }: SignedIn) {
    return userView(user, await this.database.system((tx) => this.users.identities(tx, user.id)));
  }

  @Put("user")
  @AddressLimit("user")
  async change(
    @Body({ schema: UserBody }) body: z.infer<typeof UserBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    if (body.phone) throw new AuthError(400, "phone_provider_disabled", "Phone numbers are not supported");
    const { email, password, current_password: currentPassword, nonce, data } = body;
    const { user, identities } = await this.changes.apply(
      signedIn,
      { email, password, currentPassword, nonce, data, challenge: challengeOf(body), redirectTo: query.redirect_to },
      from,
    );
    return userView(user, identities);
  }
}
