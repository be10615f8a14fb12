import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, RateLimits as KitRateLimits } from "@tessera/service-kit";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";

/** The kit's limits as this service configures them: its own factor and overrides. */
@Injectable()
export class RateLimits extends KitRateLimits {
  constructor(
    @Inject(Database) database: Database,
    @Inject(Clock) clock: Clock,
    @Inject(IDENTITY_CONFIG) { rateLimitFactor, rateLimits }: IdentityConfig,
  ) {
    super(database, clock, rateLimitFactor, rateLimits);
  }
}
