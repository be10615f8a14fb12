import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { networkOf } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { AuthError } from "../errors/auth-error.ts";
import { byAddress } from "./limits.ts";
import { RateLimits } from "./rate-limits.ts";

const NAME = "tessera:identity-limit";
/** Limits how often one address may call the handler. */
export const AddressLimit = (name: keyof typeof byAddress) => SetMetadata(NAME, name);

@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.get<keyof typeof byAddress | undefined>(NAME, context.getHandler());
    if (!name) return true;
    const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
    const wait = await this.limits.take(`address-${name}`, networkOf(ip), byAddress[name]);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many requests. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    return true;
  }
}
