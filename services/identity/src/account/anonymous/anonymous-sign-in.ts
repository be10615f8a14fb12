import { Inject, Injectable } from "@nestjs/common";
import { Database, networkOf } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  byAddress,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type Json,
  RateLimits,
  type RequestContext,
  signupDisabled,
} from "../../core/index.ts";
import { type OpenSession, SessionStore } from "../../sessions/index.ts";
import { UserStore } from "../../users/index.ts";

/** An account without an address. It lasts as long as its session unless an address or number is added. */
@Injectable()
export class AnonymousSignIn {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
  ) {}

  /** @throws AuthError 422 `anonymous_provider_disabled`, `signup_disabled`; 429 */
  async signIn(metadata: Json, from: RequestContext): Promise<OpenSession> {
    if (!this.config.anonymous)
      throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    if (!this.config.signupEnabled) throw signupDisabled();
    const wait = await this.limits.take("address-anonymous", networkOf(from.ip), byAddress.anonymous);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many requests. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    return this.database.system(async (tx) => {
      const user = await this.users.create(tx, { passwordHash: null, metadata, confirmed: false });
      await this.audit.record(tx, "signed_up", from, user!.id, { method: "anonymous" });
      return this.sessions.open(tx, user!, "anonymous", from);
    });
  }
}
