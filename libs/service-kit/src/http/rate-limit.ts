import { type CanActivate, type ExecutionContext, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Caller } from "./caller.ts";
import { networkOf } from "./network.ts";
import { problem } from "./problem.ts";

export interface Limit {
  /** Requests let through within the window. */
  limit: number;
  windowSeconds: number;
  by: "address" | "caller";
}

const LIMIT = "tessera:rate-limit";
/** Bounds how often a handler answers one address or one caller; more is refused with 429 and Retry-After. */
export const RateLimit = (limit: Limit) => SetMetadata(LIMIT, limit);

/** Buckets kept at the most; beyond it the oldest are forgotten first. */
const MOST_BUCKETS = 50_000;

/** Fixed windows in memory: with several processes each counts its own share. */
export class RateLimitGuard implements CanActivate {
  private readonly buckets = new Map<string, { count: number; ends: number }>();
  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const limit = this.reflector.getAllAndOverride<Limit | undefined>(LIMIT, [context.getHandler(), context.getClass()]);
    if (!limit) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
    const who = limit.by === "caller" && request.caller ? request.caller.userId : networkOf(request.ip);
    const wait = this.take(`${context.getClass().name}.${context.getHandler().name}:${who}`, limit);
    if (wait === 0) return true;
    throw problem(429, "too_many_requests", `Too many requests. Try again in ${wait} seconds.`, {
      headers: { "retry-after": String(wait) },
    });
  }

  /** @returns seconds to wait, 0 when the request may pass */
  private take(key: string, { limit, windowSeconds }: Limit): number {
    const now = this.clock.now().getTime();
    const bucket = this.buckets.get(key);
    if (!bucket || bucket.ends <= now) {
      this.buckets.delete(key);
      if (this.buckets.size >= MOST_BUCKETS) this.buckets.delete(this.buckets.keys().next().value!);
      this.buckets.set(key, { count: 1, ends: now + windowSeconds * 1000 });
      return 0;
    }
    if (bucket.count >= limit) return Math.ceil((bucket.ends - now) / 1000);
    bucket.count += 1;
    return 0;
  }
}
