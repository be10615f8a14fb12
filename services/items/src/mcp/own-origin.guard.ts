import { type CanActivate, type ExecutionContext, Inject, Injectable } from "@nestjs/common";
import { originRefused } from "@tessera/contracts-items/problems.ts";
import { CONFIG, type KitConfig, problem } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";

/**
 * Refuses pages of other sites, also of those whose name was made to point here (Model Context Protocol, "Security
 * Warning" of Streamable HTTP). Programs send no Origin.
 */
@Injectable()
export class OwnOriginGuard implements CanActivate {
  private readonly own: string;
  constructor(@Inject(CONFIG) { publicUrl }: KitConfig) {
    this.own = new URL(publicUrl).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (origin === undefined || origin === this.own) return true;
    throw problem(originRefused);
  }
}
