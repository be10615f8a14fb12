import { Body, Get, Put, Query, UseGuards } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { z } from "zod";
import {
  AddressLimit,
  AuthController,
  Challenge,
  Channel,
  Email,
  From,
  GivenPhone,
  Metadata,
  Password,
  RedirectQuery,
  type RequestContext,
} from "../../core/index.ts";
import {
  AllowOwingFactor,
  Bearer,
  BearerGuard,
  challengeOf,
  OwingFactorStatus,
  type SignedIn,
} from "../../sessions/index.ts";
import { AccountFactors, halfView, sessionView, UserStore } from "../../users/index.ts";
import { UserChange } from "./user-change.ts";

const UserBody = Challenge.extend({
  email: Email.nullish(),
  phone: GivenPhone,
  channel: Channel,
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
    private readonly factors: AccountFactors,
    private readonly changes: UserChange,
  ) {}

  @Get("user")
  @AllowOwingFactor()
  async user(@Bearer() { user, owesFactor }: SignedIn) {
    return this.database.system(async (tx) => {
      const factors = await this.factors.of(tx, user.id);
      return owesFactor
        ? halfView(user, factors)
        : sessionView(user, await this.users.identities(tx, user.id), factors);
    });
  }

  @Put("user")
  @OwingFactorStatus(401)
  @AddressLimit("user")
  async change(
    @Body({ schema: UserBody }) body: z.infer<typeof UserBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    const { email, phone, password, current_password: currentPassword, nonce, data } = body;
    const { user, identities, factors } = await this.changes.apply(
      signedIn,
      {
        email,
        phone,
        password,
        currentPassword,
        nonce,
        data,
        challenge: challengeOf(body),
        redirectTo: query.redirect_to,
      },
      from,
    );
    return sessionView(user, identities, factors);
  }
}
