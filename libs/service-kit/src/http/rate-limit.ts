import { type CanActivate, type ExecutionContext, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import { tooManyRequests } from "@tessera/contracts-core/problems.ts";
import type { FastifyRequest } from "fastify";
import type { Caller } from "./caller.ts";
import { networkOf } from "./network.ts";
import { problem } from "./problem.ts";
import type { Allowance, RateLimits } from "./rate-limits.ts";

export interface Limit extends Allowance {
  by: "address" | "caller";
  /**
   * Name to count and to configure it under (RATE_LIMITS); handlers of one name share it. Without one each handler
   * counts for itself.
   */
  name?: string;
}

export const RATE_LIMIT = "tessera:rate-limit";
/** Bounds how often a handler answers one address or one caller; more is refused with 429 and Retry-After. */
export const RateLimit = (limit: Limit) => SetMetadata(RATE_LIMIT, limit);

export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.getAllAndOverride<Limit | undefined>(RATE_LIMIT, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!limit) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
    const who = limit.by === "caller" && request.caller ? nameOf(request.caller) : networkOf(request.ip);
    const name = limit.name ?? `${context.getClass().name}.${context.getHandler().name}`;
    const wait = await this.limits.take(name, who, limit);
    if (wait === 0) return true;
    throw tooMany(wait);
  }
}

/**
 * Counts what a caller asks for where a handler alone does not say it, against the allowance of the handlers that have
 * the name. @throws ProblemException 429
 */
export async function countFor(limits: RateLimits, caller: Caller, limit: Limit & { name: string }): Promise<void> {
  const wait = await limits.take(limit.name, nameOf(caller), limit);
  if (wait > 0) throw tooMany(wait);
}

/** @param wait seconds */
export const tooMany = (wait: number) =>
  problem(tooManyRequests, { wait: inWords(wait) }, { headers: { "retry-after": String(wait) } });

/** A person's programs share an allowance of their own: one that asks too often does not close the page. */
const nameOf = ({ userId, apiToken }: Caller) => (apiToken ? `${userId} api` : userId);

const inWords = (seconds: number) =>
  seconds < 120 ? `${seconds} second${seconds === 1 ? "" : "s"}` : `${Math.ceil(seconds / 60)} minutes`;
