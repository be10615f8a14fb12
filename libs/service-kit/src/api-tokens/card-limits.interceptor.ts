import type { CallHandler, ExecutionContext, NestInterceptor } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { Observable } from "rxjs";
import { cardLimits } from "../database/card-limits.ts";
import type { Caller } from "../http/caller.ts";

/** Answers the request of an API token within the cards that it is limited to. */
export class CardLimitsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
    const cards = caller?.apiToken?.cards;
    if (!cards) return next.handle();
    return new Observable((subscriber) => cardLimits.run(cards, () => next.handle().subscribe(subscriber)));
  }
}
